"use client";
import { Check, Circle, X } from "lucide-react";
import { useEffect, useState } from "react";
import { useT } from "../../i18n/use-t.ts";
import { IconButton } from "../../ui/icon-button.tsx";
import { commandOf } from "../commands.ts";
import { shortcutOf } from "../commands/show-keys.ts";
import { useEditor } from "../session/editor-context.tsx";
import css from "./guide.module.css";

const STEPS = ["add", "cut", "export"] as const;
type Step = (typeof STEPS)[number];
const KEY = "cutroom-guide";

function readDone(): ReadonlySet<string> {
  return new Set((localStorage.getItem(KEY) ?? "").split(","));
}

/** Three hints for the first time; each goes once it was done, anywhere, and never comes back. */
export function Guide() {
  const t = useT("editor");
  const [done, setDone] = useState(readDone);
  const hasClips = useEditor((state) => Object.keys(state.journal.document.clips).length > 0);
  const hasCut = useEditor((state) =>
    state.journal.history.past.some(({ label }) => label === "split"),
  );
  const exporting = useEditor((state) => state.dialog === "export");

  const finish = (steps: readonly Step[]) =>
    setDone((known) => {
      const next = new Set([...known, ...steps]);
      localStorage.setItem(KEY, [...next].filter(Boolean).join(","));
      return next;
    });
  useEffect(() => {
    const reached: Step[] = [];
    if (hasClips && !done.has("add")) reached.push("add");
    if (hasCut && !done.has("cut")) reached.push("cut");
    if (exporting && !done.has("export")) reached.push("export");
    if (reached.length > 0) finish(reached);
  }, [hasClips, hasCut, exporting, done]);

  const open = STEPS.filter((step) => !done.has(step));
  if (open.length === 0) return null;
  const keys = {
    add: "",
    cut: shortcutOf(commandOf("split")) ?? "",
    export: shortcutOf(commandOf("export")) ?? "",
  };
  return (
    <aside className={css["guide"]} aria-label={t("guide.label")} data-testid="guide">
      <ol>
        {STEPS.map((step) => (
          <li key={step} data-done={done.has(step) ? "" : undefined}>
            {done.has(step) ? (
              <Check size={14} strokeWidth={1.5} aria-label={t("guide.done")} />
            ) : (
              <Circle size={14} strokeWidth={1.5} aria-hidden />
            )}
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
