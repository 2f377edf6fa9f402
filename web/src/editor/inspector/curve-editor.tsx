"use client";
import { toneTable } from "@cutroom/timeline";
import type { ToneChannel, ToneCurve } from "@cutroom/timeline";
import { type KeyboardEvent, type PointerEvent, type RefObject, useRef } from "react";
import { useT } from "../../i18n/use-t.ts";
import css from "./curve-editor.module.css";
import { movedPoint, withPoint, withoutPoint } from "./curve-points.ts";

const ARROWS: Readonly<Record<string, readonly [number, number]>> = {
  ArrowLeft: [-1, 0],
  ArrowRight: [1, 0],
  ArrowUp: [0, 1],
  ArrowDown: [0, -1],
};
const LONG_STEP = 10;
const GRID = [64, 128, 192];

interface Props {
  readonly curve: ToneCurve;
  readonly disabled: boolean;
  /** `keep` is false on the way. */
  readonly onChange: (curve: ToneCurve, keep: boolean) => void;
}

/** Halfway to the next point, or to the one before the last. */
function between(curve: ToneCurve, index: number): [number, number] {
  const [x, y] = curve[index] ?? [0, 0];
  const [nextX, nextY] = curve[index + 1] ?? curve[index - 1] ?? [x, y];
  return [(x + nextX) / 2, (y + nextY) / 2];
}

/** What a key does to a point; null: nothing. */
function afterKey(curve: ToneCurve, index: number, event: KeyboardEvent): ToneCurve | null {
  const by = ARROWS[event.key];
  const [x, y] = curve[index] ?? [0, 0];
  const step = event.shiftKey ? LONG_STEP : 1;
  if (by !== undefined) return movedPoint(curve, index, [x + by[0] * step, y + by[1] * step]);
  if (event.key === "Enter") return withPoint(curve, between(curve, index));
  const removes = event.key === "Delete" || event.key === "Backspace";
  return removes ? withoutPoint(curve, index) : null;
}

function curvePath(curve: ToneCurve): string {
  return `M${Array.from(toneTable(curve), (level, at) => `${at} ${255 - level}`).join("L")}`;
}

function levelsAt(
  drawing: SVGSVGElement | null,
  event: { readonly clientX: number; readonly clientY: number },
): [number, number] | null {
  const matrix = drawing?.getScreenCTM();
  if (!matrix) return null;
  const point = new DOMPoint(event.clientX, event.clientY).matrixTransform(matrix.inverse());
  return [point.x, 255 - point.y];
}

function Point(
  props: Props & { readonly index: number; readonly drawing: RefObject<SVGSVGElement | null> },
) {
  const t = useT("editor");
  const { curve, disabled, onChange, index, drawing } = props;
  const latest = useRef<ToneCurve | null>(null);
  const [x, y] = curve[index] ?? [0, 0];
  const move = (event: PointerEvent) => {
    const to = levelsAt(drawing.current, event);
    if (latest.current === null || to === null) return;
    latest.current = movedPoint(latest.current, index, to);
    onChange(latest.current, false);
  };
  const end = () => {
    const kept = latest.current;
    latest.current = null;
    if (kept !== null && kept !== curve) onChange(kept, true);
  };
  return (
    <circle
      cx={x}
      cy={255 - y}
      r={5}
      tabIndex={disabled ? -1 : 0}
      role="slider"
      aria-label={t("look.curvePoint", {
        number: String(index + 1),
        before: String(x),
        after: String(y),
      })}
      aria-valuemin={0}
      aria-valuemax={255}
      aria-valuenow={y}
      aria-valuetext={`${x}, ${y}`}
      onPointerDown={(event) => {
        if (disabled || event.button !== 0) return;
        event.currentTarget.setPointerCapture(event.pointerId);
        latest.current = curve;
      }}
      onPointerMove={move}
      onPointerUp={end}
      onPointerCancel={end}
      onDoubleClick={(event) => {
        event.stopPropagation();
        if (!disabled) onChange(withoutPoint(curve, index), true);
      }}
      onKeyDown={(event) => {
        const next = disabled ? null : afterKey(curve, index, event);
        if (next === null) return;
        event.preventDefault();
        event.stopPropagation();
        onChange(next, true);
      }}
    />
  );
}

/** One channel's curve and its points, which are dragged or moved by arrow keys. */
export function CurveEditor(props: Props & { readonly channel: ToneChannel }) {
  const t = useT("editor");
  const drawing = useRef<SVGSVGElement>(null);
  const { channel, ...editing } = props;
  const { curve, disabled, onChange } = editing;
  return (
    <svg
      ref={drawing}
      className={css["editor"]}
      data-channel={channel}
      viewBox="-6 -6 267 267"
      role="group"
      aria-label={t("look.curves")}
      onDoubleClick={(event) => {
        const to = levelsAt(drawing.current, event);
        if (!disabled && to !== null) onChange(withPoint(curve, to), true);
      }}
    >
      <rect width={255} height={255} />
      {GRID.map((at) => (
        <path key={at} className={css["grid"]} d={`M${at} 0V255M0 ${at}H255`} />
      ))}
      <path className={css["grid"]} d="M0 255L255 0" />
      <path className={css["line"]} d={curvePath(curve)} />
      {Array.from(curve.keys(), (index) => (
        <Point key={index} {...editing} index={index} drawing={drawing} />
      ))}
    </svg>
  );
}
