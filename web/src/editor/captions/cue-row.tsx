"use client";
import { type CaptionClip, type Rate, formatTimecode } from "@cutroom/timeline";
import { Merge, Scissors, Trash2, TriangleAlert } from "lucide-react";
import { type KeyboardEvent, memo, useEffect, useRef, useState } from "react";
import { useT } from "../../i18n/use-t.ts";
import { IconButton } from "../../ui/icon-button.tsx";
import { runPlan, situationOf } from "../actions/run-plan.ts";
import { TimeField } from "../inspector/time-field.tsx";
import { setAll, useChange } from "../inspector/use-change.ts";
import { onApple, showKeys } from "../commands/show-keys.ts";
import { useEnv } from "../session/editor-context.tsx";
import { mergeWithNext, nudgeCue, removeCue, splitCue, timeCue } from "./caption-actions.ts";
import css from "./captions.module.css";
import { missingCharacters } from "./coverage.ts";

const ICON = { size: 14, strokeWidth: 1.5 } as const;
/** A pause this long ends one step of typing. */
const TYPING_PAUSE_MS = 700;

export interface CueRowProps {
  readonly cue: CaptionClip;
  readonly number: number;
  readonly rate: Rate;
  readonly topPx: number;
  /** It is on at the playhead. */
  readonly current: boolean;
  readonly selected: boolean;
  /** It is the next one to be timed by tapping. */
  readonly waiting: boolean;
  readonly readOnly: boolean;
  /** Goes to another row: -1 is the one above. */
  readonly onStep: (by: 1 | -1) => void;
}

/** Text in place: kept on the way as one step, with its keys for splitting and merging. */
function CueText(props: CueRowProps & { readonly onSplit: (at: number) => void }) {
  const t = useT("editor");
  const env = useEnv();
  const change = useChange();
  const timer = useRef(0);
  const { cue } = props;
  const [typed, setTyped] = useState<string | null>(null);
  useEffect(() => () => clearTimeout(timer.current), []);
  const settle = () => {
    clearTimeout(timer.current);
    change.settle();
    setTyped(null);
  };
  const onKeyDown = (event: KeyboardEvent<HTMLTextAreaElement>) => {
    const step = { ArrowUp: -1, ArrowDown: 1 } as const;
    const modified = event.ctrlKey || event.metaKey;
    if (event.key === "Enter" && modified) {
      event.preventDefault();
      settle();
      props.onSplit(event.currentTarget.selectionStart);
    } else if (event.altKey && (event.key === "ArrowUp" || event.key === "ArrowDown")) {
      event.preventDefault();
      props.onStep(step[event.key]);
    } else if (event.key === "Escape") event.currentTarget.blur();
  };
  return (
    <textarea
      className={css["text"]}
      aria-label={t("captions.textOf", { number: String(props.number) })}
      data-cue-text={cue.id}
      dir="auto"
      rows={2}
      maxLength={5_000}
      disabled={props.readOnly}
      value={typed ?? cue.text}
      onFocus={() => {
        const { playing, seek, selectClips } = env.store.getState();
        selectClips([cue.id]);
        if (!playing) seek(cue.start);
      }}
      onChange={(event) => {
        const text = event.currentTarget.value;
        setTyped(text);
        change.preview("text", setAll([cue], { text }));
        clearTimeout(timer.current);
        timer.current = window.setTimeout(settle, TYPING_PAUSE_MS);
      }}
      onBlur={settle}
      onKeyDown={onKeyDown}
    />
  );
}

function CueTimes({ cue, rate, readOnly }: CueRowProps) {
  const t = useT("editor");
  const env = useEnv();
  const end = cue.start + cue.duration;
  const set = (startFlicks: number, endFlicks: number) =>
    runPlan(env, timeCue(situationOf(env), cue, startFlicks, endFlicks));
  /** Alt with the arrows nudges by a frame, with Shift by ten. */
  const nudge = (edge: "start" | "end") => (event: KeyboardEvent) => {
    if (!event.altKey || (event.key !== "ArrowLeft" && event.key !== "ArrowRight")) return;
    event.preventDefault();
    const frames = (event.key === "ArrowLeft" ? -1 : 1) * (event.shiftKey ? 10 : 1);
    runPlan(env, nudgeCue(situationOf(env), cue, edge, frames));
  };
  return (
    <>
      <span onKeyDown={nudge("start")}>
        <TimeField
          label={t("captions.start")}
          value={cue.start}
          rate={rate}
          disabled={readOnly}
          onCommit={(start) => set(start, start + cue.duration)}
        />
      </span>
      <span onKeyDown={nudge("end")}>
        <TimeField
          label={t("captions.end")}
          value={end}
          rate={rate}
          disabled={readOnly}
          onCommit={(wanted) => set(cue.start, wanted)}
        />
      </span>
    </>
  );
}

function CueTools(props: CueRowProps & { readonly onSplit: () => void }) {
  const t = useT("editor");
  const env = useEnv();
  const { cue, readOnly } = props;
  const shared = { size: "small", disabled: readOnly } as const;
  return (
    <span className={css["tools"]}>
      <IconButton
        {...shared}
        label={t("captions.split")}
        shortcut={showKeys("$mod+Enter", onApple())}
        icon={<Scissors {...ICON} />}
        onClick={props.onSplit}
      />
      <IconButton
        {...shared}
        label={t("captions.merge")}
        icon={<Merge {...ICON} />}
        onClick={() => runPlan(env, mergeWithNext(situationOf(env), cue))}
      />
      <IconButton
        {...shared}
        label={t("captions.delete")}
        icon={<Trash2 {...ICON} />}
        onClick={() => runPlan(env, removeCue(cue))}
      />
    </span>
  );
}

/** The cue's number, which goes to it, and a mark when it cannot be drawn. */
function CueNumber({ cue, number, rate, current }: CueRowProps) {
  const t = useT("editor");
  const env = useEnv();
  const missing = missingCharacters(cue);
  const warning = t("captions.missing", { characters: missing.join(" ") });
  return (
    <div className={css["side"]}>
      <button
        type="button"
        className={css["number"]}
        aria-label={t("captions.goTo", { number: String(number) })}
        aria-current={current ? "time" : undefined}
        title={formatTimecode(cue.start, rate)}
        onClick={() => {
          const { seek, revealTime, selectClips } = env.store.getState();
          selectClips([cue.id]);
          seek(cue.start);
          revealTime(cue.start);
        }}
      >
        {number}
      </button>
      {missing.length > 0 ? (
        <span className={css["missing"]} role="img" aria-label={warning} title={warning}>
          <TriangleAlert {...ICON} />
        </span>
      ) : null}
    </div>
  );
}

/** One cue: its times, its text, and what can be done with it. */
export const CueRow = memo(function CueRow(props: CueRowProps) {
  const env = useEnv();
  const row = useRef<HTMLLIElement>(null);
  const { cue } = props;
  const split = (at: number) => runPlan(env, splitCue(situationOf(env), cue.id, at));
  return (
    <li
      ref={row}
      className={css["row"]}
      style={{ top: props.topPx }}
      data-current={props.current || undefined}
      data-selected={props.selected || undefined}
      data-waiting={props.waiting || undefined}
      data-testid="cue"
      data-cue-id={cue.id}
    >
      <CueNumber {...props} />
      <div className={css["main"]}>
        <div className={css["times"]}>
          <CueTimes {...props} />
          <CueTools
            {...props}
            onSplit={() => split(row.current?.querySelector("textarea")?.selectionStart ?? 0)}
          />
        </div>
        <CueText {...props} onSplit={split} />
      </div>
    </li>
  );
});
