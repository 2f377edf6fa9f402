/** Where a picture goes on the output frame, in whole even pixels (4:2:0 has no odd ones). */
import type { Transform } from "@cutroom/timeline";
import type { PlanRect } from "./plan.ts";

interface Size {
  readonly width: number;
  readonly height: number;
}

/** The nearest even number. */
export function toEven(value: number): number {
  return 2 * Math.round(value / 2);
}

/**
 * The rectangle of a `source`-shaped picture on `frame` before rotation: scale 1 fits it
 * inside the frame, x and y move its centre by frame widths and heights.
 */
export function placePicture(source: Size, frame: Size, transform: Transform): PlanRect {
  const fit = Math.min(frame.width / source.width, frame.height / source.height);
  const width = Math.max(2, toEven(source.width * fit * transform.scale));
  const height = Math.max(2, toEven(source.height * fit * transform.scale));
  return {
    x: toEven(frame.width * (0.5 + transform.x) - width / 2),
    y: toEven(frame.height * (0.5 + transform.y) - height / 2),
    width,
    height,
  };
}

/** Does `outer` hide all of `inner`? Both unrotated, or turned alike about the same rectangle. */
export function covers(
  outer: { readonly rect: PlanRect; readonly rotationDeg: number },
  inner: { readonly rect: PlanRect; readonly rotationDeg: number },
): boolean {
  const a = outer.rect;
  const b = inner.rect;
  const same = a.x === b.x && a.y === b.y && a.width === b.width && a.height === b.height;
  if (same && outer.rotationDeg === inner.rotationDeg) return true;
  if (outer.rotationDeg !== 0 || inner.rotationDeg !== 0) return false;
  return (
    a.x <= b.x && a.y <= b.y && a.x + a.width >= b.x + b.width && a.y + a.height >= b.y + b.height
  );
}

function evenAbove(value: number): number {
  return 2 * Math.ceil((value - 1e-6) / 2);
}

/** Size of the upright box around a turned rectangle, in even pixels. */
export function turnedSize(size: Size, rotationDeg: number): Size {
  const angle = (rotationDeg * Math.PI) / 180;
  const cos = Math.abs(Math.cos(angle));
  const sin = Math.abs(Math.sin(angle));
  return {
    width: evenAbove(size.width * cos + size.height * sin),
    height: evenAbove(size.width * sin + size.height * cos),
  };
}

/**
 * The part of `rect` (in its own, unrotated coordinates) that can show on `frame`, grown to
 * even pixels and by a margin for interpolation; null when nothing of it is on the frame.
 */
export function visiblePart(rect: PlanRect, rotationDeg: number, frame: Size): PlanRect | null {
  const margin = rotationDeg === 0 ? 0 : 4;
  const angle = (-rotationDeg * Math.PI) / 180;
  const centreX = rect.x + rect.width / 2;
  const centreY = rect.y + rect.height / 2;
  const corners = [
    [0, 0],
    [frame.width, 0],
    [0, frame.height],
    [frame.width, frame.height],
  ].map(([x = 0, y = 0]) => {
    const dx = x - centreX;
    const dy = y - centreY;
    return {
      x: dx * Math.cos(angle) - dy * Math.sin(angle) + rect.width / 2,
      y: dx * Math.sin(angle) + dy * Math.cos(angle) + rect.height / 2,
    };
  });
  const low = (values: number[]) => 2 * Math.floor((Math.min(...values) - margin + 1e-6) / 2);
  const high = (values: number[]) => 2 * Math.ceil((Math.max(...values) + margin - 1e-6) / 2);
  const left = Math.max(0, low(corners.map((c) => c.x)));
  const top = Math.max(0, low(corners.map((c) => c.y)));
  const right = Math.min(rect.width, high(corners.map((c) => c.x)));
  const bottom = Math.min(rect.height, high(corners.map((c) => c.y)));
  if (right <= left || bottom <= top) return null;
  return { x: left, y: top, width: right - left, height: bottom - top };
}

/** Where the middle of `part` of `rect` lies on the frame once `rect` is turned. */
function turnedCentre(part: PlanRect, rect: PlanRect, rotationDeg: number) {
  const angle = (rotationDeg * Math.PI) / 180;
  const dx = part.x + part.width / 2 - rect.width / 2;
  const dy = part.y + part.height / 2 - rect.height / 2;
  return {
    x: rect.x + rect.width / 2 + dx * Math.cos(angle) - dy * Math.sin(angle),
    y: rect.y + rect.height / 2 + dx * Math.sin(angle) + dy * Math.cos(angle),
  };
}

/** The box on the frame, on even pixels, that holds `part` of `rect` once `rect` is turned. */
export function turnedRect(part: PlanRect, rect: PlanRect, rotationDeg: number): PlanRect {
  const size = turnedSize(part, rotationDeg);
  const centre = turnedCentre(part, rect, rotationDeg);
  return { x: toEven(centre.x - size.width / 2), y: toEven(centre.y - size.height / 2), ...size };
}

/** `rect` where the graph has it: its turned box lies on even pixels, which moves it a little. */
export function settledRect(rect: PlanRect, rotationDeg: number, frame: Size): PlanRect {
  const part = visiblePart(rect, rotationDeg, frame);
  if (part === null) return rect;
  const box = turnedRect(part, rect, rotationDeg);
  const centre = turnedCentre(part, rect, rotationDeg);
  const x = rect.x + box.x + box.width / 2 - centre.x;
  return { ...rect, x, y: rect.y + box.y + box.height / 2 - centre.y };
}
