"use client";
import type { Asset } from "@cutroom/contracts";
import { flicksToMs } from "@cutroom/timeline";
import { Check } from "lucide-react";
import { useT } from "../../i18n/use-t.ts";
import { Button } from "../../ui/button.tsx";
import { formatDuration } from "../../ui/format.ts";
import css from "./autocut.module.css";

/** Which files take part, as pictures that are pressed or not. */
export function PictureChoice(props: {
  readonly pictures: readonly Asset[];
  readonly chosen: ReadonlySet<string>;
  readonly onChange: (chosen: ReadonlySet<string>) => void;
}) {
  const t = useT("editor");
  const { pictures, chosen, onChange } = props;
  const all = pictures.every(({ id }) => chosen.has(id));
  const toggle = (id: string) => {
    const next = new Set(chosen);
    if (!next.delete(id)) next.add(id);
    onChange(next);
  };
  return (
    <div role="group" aria-label={t("autocut.files")}>
      <div className={css["filesHead"]}>
        <span>{t("autocut.chosen", { count: chosen.size })}</span>
        <Button
          kind="quiet"
          onClick={() => onChange(new Set(all ? [] : pictures.map(({ id }) => id)))}
        >
          {t(all ? "autocut.chooseNone" : "autocut.chooseAll")}
        </Button>
      </div>
      <ul className={css["files"]}>
        {pictures.map((asset) => (
          <li key={asset.id}>
            <button
              type="button"
              className={css["file"]}
              aria-pressed={chosen.has(asset.id)}
              title={asset.name}
              onClick={() => toggle(asset.id)}
            >
              {asset.urls.poster === null ? null : <img src={asset.urls.poster} alt="" />}
              <span className={css["tick"]} aria-hidden>
                <Check size={12} strokeWidth={2.5} />
              </span>
              <span className={css["fileName"]} dir="auto">
                {asset.name}
                {asset.facts?.kind === "video"
                  ? ` · ${formatDuration(flicksToMs(asset.facts.duration))}`
                  : null}
              </span>
            </button>
          </li>
        ))}
      </ul>
    </div>
  );
}
