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
  // At the project's end the time of the last frame is shown: passing by must not go there.
  const before = useRef("");
  const settle = () => {
    const changed = typed !== null && typed !== before.current;
    const time = changed ? readTimecode(typed, props.rate, props.playheadFlicks) : null;
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
        before.current = event.currentTarget.value;
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
