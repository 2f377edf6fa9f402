/** From pointer positions on the picture to a clip's transform. Pure; pixels of the plan. */
import type { Transform } from "@cutroom/timeline";

export interface Point {
  readonly x: number;
  readonly y: number;
}

interface FrameSize {
  readonly width: number;
  readonly height: number;
}

const SNAP_PX = 6;
const TURN_SNAP_DEG = 15;

const clamp = (value: number, low: number, high: number) => Math.min(high, Math.max(low, value));

/** Moved by a pointer drag; snaps to the frame's centre lines unless `free`. */
export function moved(
  start: Transform,
  drag: { readonly from: Point; readonly to: Point },
  frame: FrameSize,
  free: boolean,
): Transform {
  const settle = (value: number, sizePx: number) =>
    !free && Math.abs(value * sizePx) < SNAP_PX ? 0 : clamp(value, -10, 10);
  return {
    ...start,
    x: settle(start.x + (drag.to.x - drag.from.x) / frame.width, frame.width),
    y: settle(start.y + (drag.to.y - drag.from.y) / frame.height, frame.height),
  };
}

/** Scaled about `centre` by how much further from it the pointer is; snaps to 1 unless `free`. */
export function scaled(
  start: Transform,
  drag: { readonly from: Point; readonly to: Point },
  centre: Point,
  free: boolean,
): Transform {
  const distance = (point: Point) => Math.hypot(point.x - centre.x, point.y - centre.y);
  const scale = start.scale * (distance(drag.to) / Math.max(1, distance(drag.from)));
  const snaps = !free && Math.abs(scale - 1) < 0.02;
  return { ...start, scale: snaps ? 1 : clamp(scale, 0.01, 20) };
}

/** Turned about `centre`; in steps of 15 degrees while `stepped`, and snapping to upright. */
export function turned(
  start: Transform,
  drag: { readonly from: Point; readonly to: Point },
  centre: Point,
  stepped: boolean,
): Transform {
  const angle = (point: Point) =>
    (Math.atan2(point.y - centre.y, point.x - centre.x) * 180) / Math.PI;
  const by = ((angle(drag.to) - angle(drag.from) + 540) % 360) - 180;
  const raw = start.rotationDeg + by;
  const nearest = Math.round(raw / TURN_SNAP_DEG) * TURN_SNAP_DEG;
  const upright = Math.abs(raw - Math.round(raw / 90) * 90) < 2;
  const rotationDeg = stepped ? nearest : upright ? Math.round(raw / 90) * 90 : raw;
  return { ...start, rotationDeg: clamp(rotationDeg, -3600, 3600) };
}
