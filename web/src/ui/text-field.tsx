"use client";
import { type ComponentProps, type ReactNode, useId } from "react";
import { classNames } from "./class-names.ts";
import css from "./field.module.css";

export interface TextFieldProps extends Omit<
  ComponentProps<"input">,
  "value" | "onChange" | "size"
> {
  readonly label: ReactNode;
  readonly hideLabel?: boolean;
  readonly value: string;
  readonly onChange: (value: string) => void;
  readonly hint?: ReactNode;
  readonly error?: string | undefined;
  readonly icon?: ReactNode;
  readonly size?: "normal" | "large";
  /** Several lines; Enter makes a new one. */
  readonly rows?: number;
}

/** A line of text, or with `rows` a block of it. `error` is read out and replaces the hint. */
export function TextField(props: TextFieldProps) {
  const { label, hideLabel, value, onChange, hint, error, icon, size, rows, className, ...rest } =
    props;
  const id = useId();
  const noteId = `${id}-note`;
  const note = error ?? hint;
  const shared = {
    id,
    value,
    "aria-invalid": error === undefined ? undefined : (true as const),
    "aria-describedby": note === undefined ? undefined : noteId,
  };
  return (
    <div className={classNames(css["field"], className)}>
      <label htmlFor={id} className={hideLabel === true ? "visually-hidden" : css["label"]}>
        {label}
      </label>
      {rows === undefined ? (
        <div className={classNames(css["control"], size === "large" && css["large"])}>
          {icon}
          <input {...rest} {...shared} onChange={(event) => onChange(event.currentTarget.value)} />
        </div>
      ) : (
        <textarea
          {...shared}
          rows={rows}
          placeholder={rest.placeholder}
          maxLength={rest.maxLength}
          disabled={rest.disabled}
          className={classNames(css["control"], css["area"])}
          onChange={(event) => onChange(event.currentTarget.value)}
        />
      )}
      {note === undefined ? null : (
        <span id={noteId} className={error === undefined ? css["hint"] : css["error"]}>
          {note}
        </span>
      )}
    </div>
  );
}
