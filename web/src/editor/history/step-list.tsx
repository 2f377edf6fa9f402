"use client";
import { useT } from "../../i18n/use-t.ts";
import { useEditor, useEnv } from "../session/editor-context.tsx";
import { EDIT_LABELS } from "../state/edit-label.ts";
import css from "./history.module.css";

/** More than fits on a screen; older steps are still undone one by one. */
const SHOWN = 100;

/** Every step of this browser's history, newest first; a click goes there. */
export function StepList() {
  const t = useT("editor");
  const env = useEnv();
  const past = useEditor((state) => state.journal.history.past);
  const future = useEditor((state) => state.journal.history.future);
  const readOnly = useEditor((state) => state.role === "reader");
  const nameOf = (label: string) => {
    const known = EDIT_LABELS.find((one) => one === label);
    return known === undefined ? t("history.step") : t(`edits.${known}`);
  };
  const go = (steps: number) => {
    const { undo, redo } = env.store.getState();
    for (let done = 0; done < Math.abs(steps); done += 1) {
      if ((steps < 0 ? undo() : redo()) === null) return;
    }
  };
  if (past.length === 0 && future.length === 0) {
    return <p className={css["note"]}>{t("history.noSteps")}</p>;
  }
  const undone = future.map((step, index) => ({ step, steps: future.length - index }));
  const done = past.slice(-SHOWN).map((step, index, kept) => ({
    step,
    steps: index + 1 - kept.length,
  }));
  return (
    <ol className={css["steps"]} data-testid="history-steps">
      {[...done, ...undone.toReversed()].toReversed().map(({ step, steps }) => (
        <li key={steps}>
          <button
            type="button"
            className={css["step"]}
            disabled={readOnly}
            aria-current={steps === 0 ? "step" : undefined}
            data-undone={steps > 0 ? "" : undefined}
            onClick={() => go(steps)}
          >
            {nameOf(step.label)}
          </button>
        </li>
      ))}
      {past.length <= SHOWN ? (
        <li>
          <button
            type="button"
            className={css["step"]}
            disabled={readOnly}
            aria-current={past.length === 0 ? "step" : undefined}
            onClick={() => go(-past.length)}
          >
            {t("history.asOpened")}
          </button>
        </li>
      ) : null}
    </ol>
  );
}
