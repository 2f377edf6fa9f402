"use client";
import { type KeyboardEvent, type PointerEvent, useRef } from "react";
import { type NumberRange, settle, stepsPerTick } from "./number-input.ts";

/** Under this many pixels a press is a click, so a trembling hand changes nothing. */
const DRAG_STARTS_AT_PX = 3;
const PX_PER_STEP = 2;

interface Gesture {
  readonly startX: number;
  lastX: number;
  moved: boolean;
  value: number;
}

/** Sideways dragging and arrow keys over a number. One drag is one commit. */
export function useScrub(options: {
  readonly value: number;
  readonly range: NumberRange;
  readonly enabled: boolean;
  readonly onChange: (value: number) => void;
  readonly onCommit: (value: number) => void;
  readonly onClick: () => void;
}) {
  const gesture = useRef<Gesture | null>(null);
  const { value, range, enabled } = options;

  const onPointerDown = (event: PointerEvent<HTMLElement>) => {
    if (!enabled || event.button !== 0) return;
    event.currentTarget.setPointerCapture(event.pointerId);
    gesture.current = { startX: event.clientX, lastX: event.clientX, moved: false, value };
  };
  const onPointerMove = (event: PointerEvent<HTMLElement>) => {
    const now = gesture.current;
    if (now === null) return;
    if (!now.moved && Math.abs(event.clientX - now.startX) < DRAG_STARTS_AT_PX) return;
    now.moved = true;
    const steps = ((event.clientX - now.lastX) / PX_PER_STEP) * stepsPerTick(event);
    now.lastX = event.clientX;
    now.value = Math.min(range.max, Math.max(range.min, now.value + steps * range.step));
    options.onChange(settle(now.value, range));
  };
  const onPointerUp = () => {
    const now = gesture.current;
    gesture.current = null;
    if (now === null) return;
    if (!now.moved) options.onClick();
    else options.onCommit(settle(now.value, range));
  };
  const onPointerCancel = () => {
    const now = gesture.current;
    gesture.current = null;
    if (now?.moved === true) options.onCommit(settle(now.value, range));
  };

  /** True when the key was an arrow and the value moved. */
  const stepByKey = (event: KeyboardEvent<HTMLElement>): boolean => {
    const direction = event.key === "ArrowUp" ? 1 : event.key === "ArrowDown" ? -1 : 0;
    if (direction === 0) return false;
    event.preventDefault();
    const next = settle(value + direction * range.step * Math.max(1, stepsPerTick(event)), range);
    options.onChange(next);
    options.onCommit(next);
    return true;
  };

  return { pointer: { onPointerDown, onPointerMove, onPointerUp, onPointerCancel }, stepByKey };
}
