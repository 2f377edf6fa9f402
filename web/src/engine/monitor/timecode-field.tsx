import { formatTimecode } from "@cutroom/timeline";
import type { Flicks, Rate } from "@cutroom/timeline";
import { useRef, useState } from "react";
import { readTimecode } from "../../editor/timeline/timecode.ts";
import css from "./monitor.module.css";

/** The playhead as time code; click to type another, Enter goes there, Escape does not. */
export function TimecodeField(props: {
  readonly label: string;
  readonly playheadFlicks: Flicks;
  readonly rate: Rate;
  readonly onPlayhead: (playheadFlicks: Flicks) => void;
}) {
  const [typed, setTyped] = useState<string | null>(null);
  const cancelled = useRef(false);
  const settle = () => {
    const time = typed === null ? null : readTimecode(typed, props.rate, props.playheadFlicks);
    if (time !== null && !cancelled.current) props.onPlayhead(time);
    setTyped(null);
  };
  return (
    <input
      className={css["timecode"]}
      aria-label={props.label}
      spellCheck={false}
      autoComplete="off"
      value={typed ?? formatTimecode(props.playheadFlicks, props.rate)}
      onFocus={(event) => {
        cancelled.current = false;
        setTyped(event.currentTarget.value);
        event.currentTarget.select();
      }}
      onChange={(event) => setTyped(event.currentTarget.value)}
      onBlur={settle}
      onKeyDown={(event) => {
        event.stopPropagation();
        if (event.key !== "Enter" && event.key !== "Escape") return;
        cancelled.current = event.key === "Escape";
        event.currentTarget.blur();
      }}
    />
  );
}
