"use client";
import { type Flicks, type Rate, formatTimecode } from "@cutroom/timeline";
import { useId, useRef, useState } from "react";
import { readTimecode } from "../timeline/timecode.ts";
import css from "./inspector.module.css";

/** A time as timecode; Enter or leaving keeps it, Escape does not, nonsense changes nothing. */
export function TimeField(props: {
  readonly label: string;
  readonly value: Flicks;
  readonly rate: Rate;
  readonly disabled?: boolean;
  readonly onCommit: (value: Flicks) => void;
}) {
  const id = useId();
  const given = useRef(true);
  const [typed, setTyped] = useState<string | null>(null);
  const finish = () => {
    const value = typed === null ? null : readTimecode(typed, props.rate, props.value);
    if (given.current && value !== null && value !== props.value) props.onCommit(value);
    setTyped(null);
  };
  return (
    <div className={css["field"]}>
      <label htmlFor={id}>{props.label}</label>
      <input
        id={id}
        className={css["time"]}
        value={typed ?? formatTimecode(props.value, props.rate)}
        disabled={props.disabled}
        spellCheck={false}
        autoComplete="off"
        onFocus={(event) => {
          given.current = true;
          event.currentTarget.select();
        }}
        onChange={(event) => setTyped(event.currentTarget.value)}
        onBlur={finish}
        onKeyDown={(event) => {
          if (event.key !== "Enter" && event.key !== "Escape") return;
          given.current = event.key === "Enter";
          event.currentTarget.blur();
        }}
      />
    </div>
  );
}
