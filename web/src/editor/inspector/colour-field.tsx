"use client";
import { useId } from "react";
import css from "./inspector.module.css";

/** A colour by the system's own picker; the value is `#rrggbb`. */
export function ColourField(props: {
  readonly label: string;
  readonly value: string;
  readonly disabled?: boolean;
  readonly onChange: (value: string) => void;
  readonly onCommit: (value: string) => void;
}) {
  const id = useId();
  return (
    <div className={css["field"]}>
      <label htmlFor={id}>{props.label}</label>
      <span className={css["colour"]}>
        <input
          id={id}
          type="color"
          value={props.value}
          disabled={props.disabled}
          onChange={(event) => props.onChange(event.currentTarget.value)}
          onBlur={(event) => props.onCommit(event.currentTarget.value)}
        />
        <span aria-hidden>{props.value}</span>
      </span>
    </div>
  );
}
