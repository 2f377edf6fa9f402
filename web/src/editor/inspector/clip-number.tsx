"use client";
import type { ClipChanges, PlainClip } from "@cutroom/timeline";
import type { ReactNode } from "react";
import { useT } from "../../i18n/use-t.ts";
import { NumberField } from "../../ui/number-field.tsx";
import { useEditor } from "../session/editor-context.tsx";
import type { EditLabel } from "../state/edit-label.ts";
import css from "./inspector.module.css";
import { setAll, shared, useChange } from "./use-change.ts";

/** A number that all selected clips have; changing it sets it for all. */
export function ClipNumber(props: {
  readonly clips: readonly PlainClip[];
  readonly label: ReactNode;
  readonly edit: EditLabel;
  readonly read: (clip: PlainClip) => number;
  readonly write: (value: number) => ClipChanges;
  readonly min: number;
  readonly max: number;
  readonly step?: number;
  readonly digits?: number;
  readonly unit?: string;
  readonly defaultValue?: number;
}) {
  const t = useT("editor");
  const change = useChange();
  const readOnly = useEditor((state) => state.role === "reader");
  const { clips, label, edit, read, write, ...field } = props;
  const now = shared(clips, read);
  if (now === null) return null;
  return (
    <NumberField
      {...field}
      label={
        now.mixed ? (
          <>
            {label} <span className={css["mixed"]}>{t("inspector.mixed")}</span>
          </>
        ) : (
          label
        )
      }
      value={now.value}
      disabled={readOnly}
      onChange={(value) => change.preview(edit, setAll(clips, write(value)))}
      onCommit={(value) => change.commit(edit, setAll(clips, write(value)))}
    />
  );
}
