"use client";
import { useState } from "react";
import { useT } from "../../i18n/use-t.ts";
import { useEditor, useEnv } from "../session/editor-context.tsx";
import css from "./top-bar.module.css";

/** The project's name; Enter or leaving keeps it, Escape does not. */
export function ProjectName() {
  const t = useT("editor");
  const env = useEnv();
  const name = useEditor((state) => state.journal.name);
  const readOnly = useEditor((state) => state.role === "reader");
  const [typed, setTyped] = useState<string | null>(null);
  const shown = typed ?? name;
  return (
    <span className={css["name"]} data-value={shown}>
      <input
        aria-label={t("top.name")}
        dir="auto"
        value={shown}
        readOnly={readOnly}
        maxLength={200}
        size={1}
        spellCheck={false}
        onFocus={(event) => event.currentTarget.select()}
        onChange={(event) => setTyped(event.currentTarget.value)}
        onBlur={() => {
          if (typed !== null) env.store.getState().rename(typed);
          setTyped(null);
        }}
        onKeyDown={(event) => {
          if (event.key === "Escape") setTyped(null);
          if (event.key === "Enter") event.currentTarget.blur();
        }}
      />
    </span>
  );
}
