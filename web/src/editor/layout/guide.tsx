"use client";
import { Circle, X } from "lucide-react";
import { useCallback, useEffect, useState } from "react";
import { useT } from "../../i18n/use-t.ts";
import { IconButton } from "../../ui/icon-button.tsx";
import { useShortcuts } from "../commands/keymap-store.ts";
import { useEnv } from "../session/editor-context.tsx";
import type { EditorState } from "../state/store.ts";
import css from "./guide.module.css";

const STEPS = ["add", "cut", "export"] as const;
type Step = (typeof STEPS)[number];
const KEY = "cutroom-guide";

function readDone(): ReadonlySet<string> {
  return new Set((localStorage.getItem(KEY) ?? "").split(","));
}

/** The steps that this state shows to be done. */
function reachedIn(state: EditorState): readonly Step[] {
  const reached: Step[] = [];
  if (Object.keys(state.journal.document.clips).length > 0) reached.push("add");
  if (state.journal.history.past.some(({ label }) => label === "split")) reached.push("cut");
  if (state.dialog === "export") reached.push("export");
  return reached;
}

function useDone() {
  const env = useEnv();
  const [done, setDone] = useState(readDone);
  const finish = useCallback(
    (steps: readonly Step[]) =>
      setDone((known) => {
        if (steps.every((step) => known.has(step))) return known;
        const next = new Set([...known, ...steps]);
        localStorage.setItem(KEY, [...next].filter(Boolean).join(","));
        return next;
      }),
    [],
  );
  useEffect(() => env.store.subscribe((state) => finish(reachedIn(state))), [env, finish]);
  return { done, finish };
}

/** Three hints for the first time; each goes once it was done, anywhere, and never comes back. */
export function Guide() {
  const t = useT("editor");
  const shortcuts = useShortcuts();
  const { done, finish } = useDone();
  const open = STEPS.filter((step) => !done.has(step));
  if (open.length === 0) return null;
  const keys = {
    add: "",
    cut: shortcuts("split") ?? "",
    export: shortcuts("export") ?? "",
  };
  return (
    <aside className={css["guide"]} aria-label={t("guide.label")} data-testid="guide">
      <ol>
        {open.map((step) => (
          <li key={step} data-step={step}>
            <Circle size={14} strokeWidth={1.5} aria-hidden />
            {t(`guide.${step}`, { key: keys[step] })}
          </li>
        ))}
      </ol>
      <IconButton
        size="small"
        label={t("guide.dismiss")}
        icon={<X size={14} strokeWidth={1.5} />}
        onClick={() => finish(STEPS)}
      />
    </aside>
  );
}
