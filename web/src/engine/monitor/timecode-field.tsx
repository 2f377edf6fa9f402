import type { Rate } from "@cutroom/timeline";
import { useRef, useState } from "react";
import { formatTimecode, parseTimecode } from "../timecode.ts";
import css from "./monitor.module.css";

/** The playhead as time code; click to type another, Enter goes there, Escape does not. */
export function TimecodeField(props: {
  readonly label: string;
  readonly frame: number;
  readonly rate: Rate;
  readonly onFrame: (frame: number) => void;
}) {
  const [typed, setTyped] = useState<string | null>(null);
  const cancelled = useRef(false);
  const settle = () => {
    const frame = typed === null ? null : parseTimecode(typed, props.rate, props.frame);
    if (frame !== null && !cancelled.current) props.onFrame(frame);
    setTyped(null);
  };
  return (
    <input
      className={css["timecode"]}
      aria-label={props.label}
      spellCheck={false}
      autoComplete="off"
      value={typed ?? formatTimecode(props.frame, props.rate)}
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
