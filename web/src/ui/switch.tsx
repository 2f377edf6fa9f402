"use client";
import { Switch as Base } from "@base-ui/react/switch";
import type { ReactNode } from "react";
import css from "./field.module.css";

/** On or off, at once. */
export function Switch(props: {
  readonly label: ReactNode;
  readonly checked: boolean;
  readonly onChange: (checked: boolean) => void;
  readonly disabled?: boolean;
}) {
  return (
    <label className={css["toggle"]}>
      <Base.Root
        className={css["switch"]}
        checked={props.checked}
        disabled={props.disabled ?? false}
        onCheckedChange={(checked) => props.onChange(checked)}
      >
        <Base.Thumb className={css["knob"]} />
      </Base.Root>
      {props.label}
    </label>
  );
}
