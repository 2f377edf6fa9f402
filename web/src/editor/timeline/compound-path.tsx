"use client";
import { ChevronRight } from "lucide-react";
import { useT } from "../../i18n/use-t.ts";
import { useEditor, useEnv } from "../session/editor-context.tsx";
import css from "./compound-path.module.css";

/** Which compound clip is open, within which, and the way back; nothing while none is. */
export function CompoundPath() {
  const t = useT("editor");
  const env = useEnv();
  const open = useEditor((state) => state.openCompounds);
  if (open.length === 0) return null;
  const close = (count: number) => env.store.getState().closeCompounds(count);
  return (
    <nav className={css["path"]} aria-label={t("compound.path")} data-testid="compound-path">
      <ol>
        <li>
          <button type="button" onClick={() => close(0)}>
            {t("compound.film")}
          </button>
        </li>
        {open.map(({ name }, index) => (
          <li
            key={open
              .slice(0, index + 1)
              .map(({ sequenceId }) => sequenceId)
              .join()}
          >
            <ChevronRight size={14} strokeWidth={1.5} aria-hidden className={css["arrow"]} />
            {index === open.length - 1 ? (
              <span aria-current="location" title={name}>
                {name}
              </span>
            ) : (
              <button type="button" title={name} onClick={() => close(index + 1)}>
                {name}
              </button>
            )}
          </li>
        ))}
      </ol>
      <span className={css["hint"]}>{t("compound.hint")}</span>
    </nav>
  );
}
