"use client";
import { Select as Base } from "@base-ui/react/select";
import { Check, ChevronsUpDown } from "lucide-react";
import type { ReactNode } from "react";
import { classNames } from "./class-names.ts";
import field from "./field.module.css";
import css from "./popup.module.css";

export interface SelectOption<V> {
  readonly value: V;
  readonly label: string;
  readonly hint?: string | undefined;
  readonly disabled?: boolean | undefined;
}

export interface SelectProps<V> {
  readonly label: ReactNode;
  readonly hideLabel?: boolean;
  readonly value: V;
  readonly options: readonly SelectOption<V>[];
  readonly onChange: (value: V) => void;
  readonly disabled?: boolean | undefined;
  readonly className?: string;
}

/** One of a few. `value` is compared by identity, so give strings or numbers. */
export function Select<V extends string | number>(props: SelectProps<V>) {
  const items = props.options.map(({ value, label }) => ({ value, label }));
  return (
    <Base.Root<V>
      items={items}
      value={props.value}
      disabled={props.disabled ?? false}
      modal={false}
      onValueChange={(value) => {
        if (value !== null) props.onChange(value);
      }}
    >
      <div className={classNames(field["field"], props.className)}>
        <Base.Label className={props.hideLabel === true ? "visually-hidden" : field["label"]}>
          {props.label}
        </Base.Label>
        <Base.Trigger className={classNames(field["control"], field["trigger"])}>
          <Base.Value className={css["label"]} />
          <Base.Icon className={field["chevron"]}>
            <ChevronsUpDown size={14} strokeWidth={1.5} />
          </Base.Icon>
        </Base.Trigger>
      </div>
      <Base.Portal>
        <Base.Positioner className={css["positioner"]} sideOffset={4} alignItemWithTrigger={false}>
          <Base.Popup className={css["popup"]}>
            {props.options.map((option) => (
              <Base.Item
                key={option.value}
                value={option.value}
                label={option.label}
                disabled={option.disabled ?? false}
                className={css["item"]}
              >
                <span className={css["mark"]}>
                  <Base.ItemIndicator>
                    <Check size={14} strokeWidth={1.5} />
                  </Base.ItemIndicator>
                </span>
                <Base.ItemText className={css["label"]}>{option.label}</Base.ItemText>
                {option.hint === undefined ? null : (
                  <span className={field["hint"]}>{option.hint}</span>
                )}
              </Base.Item>
            ))}
          </Base.Popup>
        </Base.Positioner>
      </Base.Portal>
    </Base.Root>
  );
}
