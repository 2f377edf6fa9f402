"use client";
import type { Asset } from "@cutroom/contracts";
import { type AutoCutShot, formatTimecode } from "@cutroom/timeline";
import { useT } from "../../i18n/use-t.ts";
import { useEditor } from "../session/editor-context.tsx";
import css from "./autocut.module.css";

/** The cut at a glance: every shot as long as it lasts, with the picture of its source. */
export function ShotStrip(props: {
  readonly shots: readonly AutoCutShot[];
  readonly assetOf: (assetId: string) => Asset | undefined;
}) {
  const t = useT("editor");
  const rate = useEditor((state) => state.journal.document.settings.rate);
  return (
    <ol className={css["strip"]} aria-label={t("autocut.strip")} data-testid="autocut-shots">
      {props.shots.map(({ source, start, duration, sourceStart }) => {
        const poster = props.assetOf(source.assetId)?.urls.poster;
        const name = t("autocut.shot", {
          name: source.name,
          start: formatTimecode(sourceStart, rate),
          length: formatTimecode(duration, rate),
        });
        return (
          <li key={start} className={css["shot"]} style={{ flexGrow: duration }} title={name}>
            {poster === undefined || poster === null ? null : <img src={poster} alt="" />}
            <span className="visually-hidden">{name}</span>
          </li>
        );
      })}
    </ol>
  );
}
