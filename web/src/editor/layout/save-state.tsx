"use client";
import { Check, CloudOff, LoaderCircle, PencilLine, TriangleAlert } from "lucide-react";
import { useT } from "../../i18n/use-t.ts";
import { useEditor, useEnv } from "../session/editor-context.tsx";
import css from "./top-bar.module.css";

const ICON = { size: 14, strokeWidth: 1.5 } as const;
const ICONS = {
  saved: <Check {...ICON} />,
  unsaved: <PencilLine {...ICON} />,
  saving: <LoaderCircle {...ICON} />,
  offline: <CloudOff {...ICON} />,
  conflict: <TriangleAlert {...ICON} />,
  refused: <TriangleAlert {...ICON} />,
} as const;

/** Whether the work is safe, always in sight; where a person has to decide, the way to do so. */
export function SaveState() {
  const t = useT("editor");
  const env = useEnv();
  const status = useEditor((state) => state.saveStatus);
  const words = (
    <>
      {ICONS[status]}
      {t(`save.${status}`)}
    </>
  );
  return (
    <span className={css["save"]} role="status" data-testid="save-state" data-state={status}>
      {status === "conflict" || status === "refused" ? (
        <button
          type="button"
          className={css["decide"]}
          title={t("save.decide")}
          onClick={() => env.store.getState().openDialog("conflict")}
        >
          {words}
        </button>
      ) : (
        words
      )}
    </span>
  );
}
