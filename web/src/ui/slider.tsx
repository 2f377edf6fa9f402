"use client";
import { Slider as Base } from "@base-ui/react/slider";
import { classNames } from "./class-names.ts";
import css from "./field.module.css";

export interface SliderProps {
  /** For screen readers; the visible label stands beside it. */
  readonly label: string;
  readonly value: number;
  readonly min: number;
  readonly max: number;
  readonly step?: number;
  readonly defaultValue?: number;
  readonly disabled?: boolean | undefined;
  readonly className?: string;
  readonly onChange: (value: number) => void;
  readonly onCommit?: (value: number) => void;
}

const first = (value: number | readonly number[]): number =>
  typeof value === "number" ? value : (value[0] ?? 0);

/** Drag the thumb or use the arrow keys; a click on the track does nothing, a double click resets. */
export function Slider(props: SliderProps) {
  return (
    <Base.Root
      className={classNames(css["slider"], props.className)}
      value={props.value}
      min={props.min}
      max={props.max}
      step={props.step ?? 1}
      disabled={props.disabled ?? false}
      onValueChange={(value) => props.onChange(first(value))}
      onValueCommitted={(value) => props.onCommit?.(first(value))}
      onDoubleClick={() => {
        if (props.defaultValue === undefined || props.disabled === true) return;
        props.onChange(props.defaultValue);
        props.onCommit?.(props.defaultValue);
      }}
    >
      <Base.Control className={css["rail"]}>
        <Base.Track className={css["track"]}>
          <Base.Indicator className={css["filled"]} />
          <Base.Thumb className={css["thumb"]} aria-label={props.label} />
        </Base.Track>
      </Base.Control>
    </Base.Root>
  );
}
