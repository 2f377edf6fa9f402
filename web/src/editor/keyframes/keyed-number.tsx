"use client";
import type { Edit, KeyedField, PlainClip } from "@cutroom/timeline";
import { useT } from "../../i18n/use-t.ts";
import { NumberField } from "../../ui/number-field.tsx";
import { setAll, shared, useChange } from "../inspector/use-change.ts";
import { useEditor, useEnv } from "../session/editor-context.tsx";
import type { EditLabel } from "../state/edit-label.ts";
import inspector from "../inspector/inspector.module.css";
import { KeyButtons, usePlayheadOf } from "./key-buttons.tsx";
import css from "./keyframes.module.css";
import { keysOf, plainChanges, poseEdit, shownNumbers, timeInClip } from "./pose-edits.ts";

/** A number of the picture at the playhead, with its keys; changing it sets it for all clips. */
export function KeyedNumber(props: {
  readonly clips: readonly PlainClip[];
  readonly field: KeyedField;
  readonly label: string;
  readonly edit: EditLabel;
  /** The shown number is the value times this. */
  readonly factor: number;
  readonly min: number;
  readonly max: number;
  readonly step?: number;
  readonly digits?: number;
  readonly unit: string;
  readonly defaultValue: number;
}) {
  const t = useT("editor");
  const env = useEnv();
  const change = useChange();
  const readOnly = useEditor((state) => state.role === "reader");
  const rate = useEditor((state) => state.journal.document.settings.rate);
  const playhead = usePlayheadOf(props.clips);
  const { clips, field, label, edit, factor, ...number } = props;
  const now = shared(
    clips,
    (clip) => shownNumbers(clip, timeInClip(clip, playhead, rate))[field] * factor,
  );
  if (now === null) return null;

  const editsFor = (value: number): readonly Edit[] => {
    const wanted = value / factor;
    const still = clips.filter((clip) => keysOf(clip, field).length === 0);
    const plain = plainChanges({ [field]: wanted });
    const time = env.store.getState().playheadFlicks;
    const moving = clips
      .filter((clip) => keysOf(clip, field).length > 0)
      .map((clip) => poseEdit(clip, timeInClip(clip, time, rate), { [field]: wanted }));
    return [...(still.length === 0 ? [] : setAll(still, plain)), ...moving];
  };
  return (
    <div className={css["keyed"]}>
      <NumberField
        {...number}
        label={
          now.mixed ? (
            <>
              {label} <span className={inspector["mixed"]}>{t("inspector.mixed")}</span>
            </>
          ) : (
            label
          )
        }
        value={now.value}
        disabled={readOnly}
        onChange={(value) => change.preview(edit, editsFor(value))}
        onCommit={(value) => change.commit(edit, editsFor(value))}
      />
      <KeyButtons clips={clips} field={field} name={label} />
    </div>
  );
}
