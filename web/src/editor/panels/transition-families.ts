import type { TransitionKind } from "@cutroom/timeline";

/** How the browser groups transitions; every kind is in exactly one family. */
export const TRANSITION_FAMILIES = {
  dissolves: ["crossfade", "dip-to-black", "dip-to-white"],
  pushes: ["push-left", "push-right", "push-up", "push-down"],
  wipes: ["wipe-left", "wipe-right", "wipe-up", "wipe-down"],
  softWipes: ["soft-left", "soft-right", "soft-up", "soft-down"],
  shapes: [
    "iris-open",
    "iris-close",
    "clock",
    "doors-open",
    "doors-close",
    "shutter-open",
    "shutter-close",
  ],
  corners: [
    "corner-top-left",
    "corner-top-right",
    "corner-bottom-left",
    "corner-bottom-right",
    "diagonal-top-left",
    "diagonal-top-right",
    "diagonal-bottom-left",
    "diagonal-bottom-right",
  ],
  slices: ["slices-left", "slices-right", "slices-up", "slices-down"],
} as const satisfies Readonly<Record<string, readonly TransitionKind[]>>;
export type TransitionFamily = keyof typeof TRANSITION_FAMILIES;
