"use client";
import { type ReactNode, useId, useRef, useState } from "react";
import { useT } from "../i18n/use-t.ts";
import { classNames } from "./class-names.ts";
import css from "./field.module.css";
import { type NumberRange, readNumber, settle } from "./number-input.ts";
import { useScrub } from "./use-scrub.ts";

export interface NumberFieldProps {
  readonly label: ReactNode;
  readonly hideLabel?: boolean;
  readonly value: number;
  readonly min: number;
  readonly max: number;
  readonly step?: number;
  /** Digits after the decimal sign. */
  readonly digits?: number;
  readonly unit?: string;
  /** A double click goes back to this. */
  readonly defaultValue?: number;
  readonly disabled?: boolean | undefined;
  readonly className?: string;
  /** Every value on the way: draw it, but make no undo step of it. */
  readonly onChange: (value: number) => void;
  /** Once at the end of a gesture, a typed entry or a key. */
  readonly onCommit?: (value: number) => void;
}

/** Typing into the field: a draft that becomes a value when it is a number. */
function useDraft(props: NumberFieldProps, range: NumberRange) {
  const input = useRef<HTMLInputElement>(null);
  const [draft, setDraft] = useState<string | null>(null);
  const shown = props.value.toFixed(props.digits ?? 0);
  const set = (value: number) => {
    const settled = settle(value, range);
    props.onChange(settled);
    props.onCommit?.(settled);
  };
  const finish = () => {
    const typed = draft === null ? null : readNumber(draft, props.value);
    setDraft(null);
    if (typed !== null && settle(typed, range) !== props.value) set(typed);
  };
  const begin = () => {
    setDraft(shown);
    requestAnimationFrame(() => input.current?.select());
  };
  const reset = () => {
    if (props.defaultValue === undefined || props.disabled === true) return;
    setDraft(null);
    input.current?.blur();
    set(props.defaultValue);
  };
  return { input, draft, setDraft, shown, finish, begin, reset };
}

/**
 * A number changed by dragging sideways, by arrow keys, or by typing. A click only opens it
 * for typing and never sets a value; Escape gives up; a double click resets.
 */
export function NumberField(props: NumberFieldProps) {
  const t = useT("ui");
  const id = useId();
  const range = { min: props.min, max: props.max, step: props.step ?? 1 };
  const { input, draft, setDraft, shown, finish, begin, reset } = useDraft(props, range);
  const scrub = useScrub({
    value: props.value,
    range,
    enabled: draft === null && props.disabled !== true,
    onChange: props.onChange,
    onCommit: (value) => props.onCommit?.(value),
    onClick: begin,
  });
  const hint =
    props.defaultValue === undefined
      ? t("field.drag")
      : `${t("field.drag")} · ${t("field.reset", { value: String(props.defaultValue) })}`;
  return (
    <div className={classNames(css["field"], props.className)}>
      <label htmlFor={id} className={props.hideLabel === true ? "visually-hidden" : css["label"]}>
        {props.label}
      </label>
      <div
        {...scrub.pointer}
        className={classNames(css["control"], css["number"])}
        data-editing={draft === null ? undefined : ""}
        data-disabled={props.disabled === true ? "" : undefined}
        title={hint}
        onDoubleClick={reset}
      >
        <input
          ref={input}
          id={id}
          role="spinbutton"
          inputMode="decimal"
          autoComplete="off"
          aria-valuenow={props.value}
          aria-valuemin={props.min}
          aria-valuemax={props.max}
          disabled={props.disabled}
          value={draft ?? shown}
          onChange={(event) => setDraft(event.currentTarget.value)}
          onBlur={finish}
          onKeyDown={(event) => {
            if (event.key === "Enter") finish();
            else if (event.key === "Escape" && draft !== null) {
              event.stopPropagation();
              setDraft(null);
            } else if (scrub.stepByKey(event)) setDraft(null);
          }}
        />
        {props.unit === undefined ? null : <span className={css["unit"]}>{props.unit}</span>}
      </div>
    </div>
  );
}
