"use client";
import { Checkbox as Base } from "@base-ui/react/checkbox";
import { Check, Minus } from "lucide-react";
import type { ReactNode } from "react";
import css from "./field.module.css";

/** One of several that may be ticked; takes effect when the form is sent. */
export function Checkbox(props: {
  readonly label: ReactNode;
  readonly checked: boolean;
  readonly indeterminate?: boolean;
  readonly onChange: (checked: boolean) => void;
  readonly disabled?: boolean;
}) {
  return (
    <label className={css["toggle"]}>
      <Base.Root
        className={css["checkbox"]}
        checked={props.checked}
        indeterminate={props.indeterminate ?? false}
        disabled={props.disabled ?? false}
        onCheckedChange={(checked) => props.onChange(checked)}
      >
        <Base.Indicator>
          {props.indeterminate === true ? (
            <Minus size={12} strokeWidth={2.5} />
          ) : (
            <Check size={12} strokeWidth={2.5} />
          )}
        </Base.Indicator>
      </Base.Root>
      {props.label}
    </label>
  );
}
