"use client";
import type { Clip, KeyedField } from "@cutroom/timeline";
import { ChevronLeft, ChevronRight } from "lucide-react";
import { useT } from "../../i18n/use-t.ts";
import { useChange } from "../inspector/use-change.ts";
import { useEditor, useEnv } from "../session/editor-context.tsx";
import css from "./keyframes.module.css";
import { canMove, keyBeside, keyTimes, keysOf, timeInClip, toggleKeys } from "./pose-edits.ts";

/** The playhead for clips with keys; it does not wake the others while playing. */
export function usePlayheadOf(clips: readonly Clip[]): number {
  const keyed = clips.some((clip) => keyTimes(clip).length > 0 || hasKeys(clip));
  return useEditor((state) => (keyed ? state.playheadFlicks : 0));
}

function hasKeys(clip: Clip): boolean {
  return "keys" in clip;
}

/** Sets or removes a key of `field` at the playhead; beside it the way to the ones around. */
export function KeyButtons(props: {
  readonly clips: readonly Clip[];
  readonly field: KeyedField;
  /** The field's name. */
  readonly name: string;
}) {
  const t = useT("editor");
  const env = useEnv();
  const change = useChange();
  const playhead = usePlayheadOf(props.clips);
  const rate = useEditor((state) => state.journal.document.settings.rate);
  const readOnly = useEditor((state) => state.role === "reader");
  const clips = props.clips.filter(canMove);
  if (clips.length === 0) return null;
  const { field, name } = props;
  const beside = (direction: 1 | -1) => keyBeside(clips, playhead, direction, [field]);
  const keyed = clips.some((clip) => keysOf(clip, field).length > 0);
  const here = clips.every((clip) => {
    const at = timeInClip(clip, playhead, rate);
    return keysOf(clip, field).some((key) => key.at === at);
  });
  const toggle = () => {
    const now = env.store.getState().playheadFlicks;
    change.commit(
      "keyframes",
      clips.flatMap((clip) => toggleKeys(clip, [field], timeInClip(clip, now, rate))),
    );
  };
  const step = (direction: 1 | -1, label: string) => {
    const time = beside(direction);
    return (
      <button
        type="button"
        className={css["step"]}
        aria-label={label}
        title={label}
        disabled={time === null}
        onClick={() => {
          if (time !== null) env.store.getState().seek(time);
        }}
      >
        {direction === -1 ? <ChevronLeft size={11} /> : <ChevronRight size={11} />}
      </button>
    );
  };
  const label = t(here ? "keys.remove" : "keys.add", { field: name });
  return (
    <span className={css["buttons"]}>
      {keyed ? step(-1, t("keys.previous", { field: name })) : null}
      <button
        type="button"
        className={css["diamond"]}
        aria-label={label}
        aria-pressed={here}
        title={label}
        data-state={here ? "here" : keyed ? "keyed" : "none"}
        data-testid={`key-${field}`}
        disabled={readOnly}
        onClick={toggle}
      />
      {keyed ? step(1, t("keys.next", { field: name })) : null}
    </span>
  );
}
