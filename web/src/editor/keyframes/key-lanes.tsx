"use client";
import {
  type Edit,
  type Flicks,
  KEYED_FIELDS,
  type Key,
  type KeyedField,
  LOOK_FIELDS,
  type LookNumber,
  easedKey,
  frameLength,
  movedKey,
  wholeFrames,
  withoutKey,
} from "@cutroom/timeline";
import { type KeyboardEvent, type PointerEvent, type RefObject, useRef, useState } from "react";
import { useT } from "../../i18n/use-t.ts";
import inspector from "../inspector/inspector.module.css";
import { Section } from "../inspector/section.tsx";
import { useChange } from "../inspector/use-change.ts";
import { useEditor, useEnv } from "../session/editor-context.tsx";
import { EaseField } from "./ease-field.tsx";
import css from "./keyframes.module.css";
import { type KeyedClip, keysOf, timeInClip, toggleKeys } from "./pose-edits.ts";

/** What has keys here: numbers of the picture, and the speed of what runs. */
type LaneField = KeyedField | "speed";

const LANE_FIELDS: readonly LaneField[] = [...KEYED_FIELDS, "speed"];

interface Chosen {
  readonly field: LaneField;
  readonly at: Flicks;
}

const isOfLook = (field: LaneField): field is LookNumber =>
  LOOK_FIELDS.some((one) => one === field);

function keysIn(clip: KeyedClip, field: LaneField): readonly Key[] {
  if (field !== "speed") return keysOf(clip, field);
  return (clip.kind === "media" ? clip.speedKeys : undefined) ?? [];
}

function setKeys(clip: KeyedClip, field: LaneField, keys: readonly Key[]): Edit {
  const changes = field === "speed" ? { speedKeys: [...keys] } : { keys: { [field]: [...keys] } };
  return { type: "set-clip", clipIds: [clip.id], changes };
}

/** Without the key at `at`; a number without its last key rests at that key's value. */
function removeKey(clip: KeyedClip, field: LaneField, at: Flicks): readonly Edit[] {
  if (field !== "speed") return toggleKeys(clip, [field], at);
  return [setKeys(clip, field, withoutKey(keysIn(clip, field), at))];
}

interface LaneProps {
  readonly clip: KeyedClip;
  readonly field: LaneField;
  readonly chosen: Chosen | null;
  readonly onChoose: (chosen: Chosen | null) => void;
}

/** Dragging and stepping one field's keys; `end(false)` puts the dragged one back. */
function useKeyMoves({ clip, field, onChoose }: LaneProps, lane: RefObject<HTMLElement | null>) {
  const env = useEnv();
  const change = useChange();
  const rate = useEditor((state) => state.journal.document.settings.rate);
  const readOnly = useEditor((state) => state.role === "reader");
  const drag = useRef<{ from: Flicks; keys: readonly Key[]; x: number; to: Flicks } | null>(null);
  const frame = frameLength(rate);
  const inside = (at: Flicks) => Math.max(0, Math.min(clip.duration - frame, at));

  const moveTo = (keys: readonly Key[], from: Flicks, to: Flicks, keep: boolean) => {
    const edits = [setKeys(clip, field, movedKey(keys, from, to))];
    if (keep) change.commit("keyframes", edits);
    else change.preview("keyframes", edits);
    onChoose({ field, at: to });
  };
  const begin = (event: PointerEvent, at: Flicks) => {
    if (event.button !== 0) return;
    onChoose({ field, at });
    env.store.getState().seek(clip.start + at);
    if (readOnly) return;
    event.currentTarget.setPointerCapture(event.pointerId);
    drag.current = { from: at, keys: keysIn(clip, field), x: event.clientX, to: at };
  };
  const move = (event: PointerEvent) => {
    const now = drag.current;
    const width = lane.current?.clientWidth ?? 0;
    if (now === null || width === 0) return;
    const delta = wholeFrames(((event.clientX - now.x) / width) * clip.duration, rate);
    now.to = inside(now.from + delta);
    moveTo(now.keys, now.from, now.to, false);
  };
  const end = (keep: boolean) => {
    const now = drag.current;
    drag.current = null;
    if (now === null || now.to === now.from) return;
    if (keep) moveTo(now.keys, now.from, now.to, true);
    else {
      env.store.getState().cancelPreview();
      onChoose({ field, at: now.from });
    }
  };
  const onKey = (event: KeyboardEvent, at: Flicks) => {
    const step = { ArrowLeft: -frame, ArrowRight: frame }[event.key];
    const removes = event.key === "Delete" || event.key === "Backspace";
    const cancels = event.key === "Escape" && drag.current !== null;
    if (step === undefined && !removes && !cancels) return;
    event.preventDefault();
    event.stopPropagation();
    if (cancels) end(false);
    else if (readOnly) return;
    else if (step !== undefined) moveTo(keysIn(clip, field), at, inside(at + step), true);
    else {
      change.commit("keyframes", removeKey(clip, field, at));
      onChoose(null);
    }
  };
  return { begin, move, end, onKey, frame };
}

/** One field's keys over the clip's length: dragged, stepped by arrow keys, removed by Delete. */
function Lane(props: LaneProps) {
  const t = useT("editor");
  const lane = useRef<HTMLDivElement>(null);
  const { begin, move, end, onKey, frame } = useKeyMoves(props, lane);
  const { clip, field, chosen, onChoose } = props;
  const name = isOfLook(field) ? t(`look.${field}`) : t(`keys.field.${field}`);
  // Numbered, so that the one that is dragged stays the same element.
  const numbered = keysIn(clip, field)
    .filter(({ at }) => at >= 0 && at < clip.duration)
    .map(({ at }, order) => ({ at, order }));
  return (
    <>
      <span>{name}</span>
      <div ref={lane} className={css["lane"]} data-testid={`lane-${field}`}>
        {numbered.map(({ at, order }) => (
          <button
            key={order}
            type="button"
            className={css["key"]}
            style={{ left: `${(at / clip.duration) * 100}%` }}
            aria-label={t("keys.keyAt", { field: name, frame: String(Math.round(at / frame)) })}
            data-selected={chosen?.field === field && chosen.at === at ? "" : undefined}
            onPointerDown={(event) => begin(event, at)}
            onPointerMove={move}
            onPointerUp={() => end(true)}
            onPointerCancel={() => end(false)}
            onFocus={() => onChoose({ field, at })}
            onKeyDown={(event) => onKey(event, at)}
          />
        ))}
        <Now clip={clip} />
      </div>
    </>
  );
}

function Now({ clip }: { readonly clip: KeyedClip }) {
  const rate = useEditor((state) => state.journal.document.settings.rate);
  const at = useEditor((state) => timeInClip(clip, state.playheadFlicks, rate));
  return <span className={css["now"]} style={{ left: `${(at / clip.duration) * 100}%` }} />;
}

/** The clip's keys in time, and how the chosen one goes over into the next. */
export function KeyLanes({ clip }: { readonly clip: KeyedClip }) {
  const t = useT("editor");
  const change = useChange();
  const readOnly = useEditor((state) => state.role === "reader");
  const [chosen, choose] = useState<Chosen | null>(null);
  const fields = LANE_FIELDS.filter((field) => keysIn(clip, field).length > 0);
  if (fields.length === 0) return null;
  const key = chosen && keysIn(clip, chosen.field).find(({ at }) => at === chosen.at);
  return (
    <Section name="keys" title={t("keys.title")}>
      <div className={css["lanes"]}>
        {fields.map((field) => (
          <Lane key={field} clip={clip} field={field} chosen={chosen} onChoose={choose} />
        ))}
      </div>
      {chosen && key ? (
        <EaseField
          ease={key.ease}
          disabled={readOnly}
          onChange={(ease, keep) => {
            const keys = easedKey(keysIn(clip, chosen.field), key.at, ease);
            const edits = [setKeys(clip, chosen.field, keys)];
            if (keep) change.commit("keyframes", edits);
            else change.preview("keyframes", edits);
          }}
        />
      ) : (
        <p className={inspector["note"]}>{t("keys.choose")}</p>
      )}
    </Section>
  );
}
