"use client";
import { EASES, EASE_NAMES, type Ease, type EaseName, easeName } from "@cutroom/timeline";
import { type KeyboardEvent, type PointerEvent, useRef } from "react";
import { useT } from "../../i18n/use-t.ts";
import { Select } from "../../ui/select.tsx";
import css from "./keyframes.module.css";

type Curve = Exclude<Ease, "hold">;
type Handle = 0 | 1;

/** The drawing's units: a handle may lie above and below the unit square. */
const ABOVE = 1;
const STEP = 0.02;

const between = (low: number, high: number, value: number) =>
  Math.min(high, Math.max(low, Number(value.toFixed(3))));

function withHandle(curve: Curve, handle: Handle, x: number, y: number): Curve {
  const [settledX, settledY] = [between(0, 1, x), between(-1, 2, y)];
  return handle === 0
    ? [settledX, settledY, curve[2], curve[3]]
    : [curve[0], curve[1], settledX, settledY];
}

/** The curve with its two handles, which are dragged or moved by arrow keys. */
function CurveEditor(props: {
  readonly curve: Curve;
  readonly disabled: boolean;
  readonly onChange: (curve: Curve, keep: boolean) => void;
}) {
  const t = useT("editor");
  const { curve, disabled, onChange } = props;
  const drawing = useRef<SVGSVGElement>(null);
  const dragged = useRef<{ handle: Handle; latest: Curve } | null>(null);
  const [x1, y1, x2, y2] = curve;
  const move = (event: PointerEvent) => {
    const now = dragged.current;
    const matrix = drawing.current?.getScreenCTM();
    if (now === null || !matrix) return;
    const point = new DOMPoint(event.clientX, event.clientY).matrixTransform(matrix.inverse());
    now.latest = withHandle(now.latest, now.handle, point.x, 1 - point.y);
    onChange(now.latest, false);
  };
  const end = () => {
    const now = dragged.current;
    dragged.current = null;
    if (now !== null) onChange(now.latest, true);
  };
  const onKey = (event: KeyboardEvent, handle: Handle) => {
    const by = { ArrowLeft: [-1, 0], ArrowRight: [1, 0], ArrowUp: [0, 1], ArrowDown: [0, -1] }[
      event.key
    ];
    if (by === undefined || disabled) return;
    event.preventDefault();
    event.stopPropagation();
    const [x, y] = handle === 0 ? [x1, y1] : [x2, y2];
    onChange(withHandle(curve, handle, x + (by[0] ?? 0) * STEP, y + (by[1] ?? 0) * STEP), true);
  };
  const handleAt = (handle: Handle, x: number, y: number) => (
    <circle
      cx={x}
      cy={1 - y}
      r={0.06}
      tabIndex={disabled ? -1 : 0}
      role="slider"
      aria-label={t(handle === 0 ? "keys.handleOut" : "keys.handleIn")}
      aria-valuenow={y}
      aria-valuetext={`${x}, ${y}`}
      onPointerDown={(event) => {
        if (disabled || event.button !== 0) return;
        event.currentTarget.setPointerCapture(event.pointerId);
        dragged.current = { handle, latest: curve };
      }}
      onPointerMove={move}
      onPointerUp={end}
      onPointerCancel={end}
      onKeyDown={(event) => onKey(event, handle)}
    />
  );
  return (
    <svg
      ref={drawing}
      className={css["curve"]}
      viewBox={`-0.2 ${-ABOVE} 1.4 ${1 + 2 * ABOVE}`}
      role="group"
      aria-label={t("keys.curve")}
    >
      <line x1={0} y1={1} x2={x1} y2={1 - y1} />
      <line x1={1} y1={0} x2={x2} y2={1 - y2} />
      <path d={`M0 1 C${x1} ${1 - y1} ${x2} ${1 - y2} 1 0`} />
      {handleAt(0, x1, y1)}
      {handleAt(1, x2, y2)}
    </svg>
  );
}

/** How a key goes over into the next one: a named curve, or one's own. */
export function EaseField(props: {
  readonly ease: Ease;
  readonly disabled: boolean;
  /** `keep` is false on the way. */
  readonly onChange: (ease: Ease, keep: boolean) => void;
}) {
  const t = useT("editor");
  const { ease, disabled, onChange } = props;
  const name = easeName(ease);
  const names: readonly (EaseName | "custom")[] =
    name === null ? [...EASE_NAMES, "custom"] : EASE_NAMES;
  return (
    <>
      <Select<EaseName | "custom">
        label={t("keys.ease")}
        value={name ?? "custom"}
        disabled={disabled}
        options={names.map((value) => ({ value, label: t(`keys.eases.${value}`) }))}
        onChange={(value) => {
          if (value !== "custom") onChange(EASES[value], true);
        }}
      />
      {ease === "hold" ? null : (
        <CurveEditor curve={ease} disabled={disabled} onChange={onChange} />
      )}
    </>
  );
}
