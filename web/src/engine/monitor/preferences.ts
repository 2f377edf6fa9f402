/** What a person set on the monitor, kept in this browser. */
import { useSyncExternalStore } from "react";

export interface Preferences {
  readonly volume: number;
  readonly muted: boolean;
  readonly loop: boolean;
  /** Shorter side of the picture in pixels; "auto" follows the monitor's size. */
  readonly quality: "auto" | 360 | 540 | 720;
  readonly zoom: "fit" | 50 | 100 | 200;
  /** Lines over the picture, never in the export. */
  readonly safeAreas: boolean;
  readonly thirds: boolean;
}

const KEY = "cutroom.monitor";
const DEFAULTS: Preferences = {
  volume: 1,
  muted: false,
  loop: false,
  quality: "auto",
  zoom: "fit",
  safeAreas: false,
  thirds: false,
};

let current: Preferences | null = null;
const listeners = new Set<() => void>();

function subscribe(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}

function snapshot(): Preferences {
  current ??= read();
  return current;
}

/** Takes effect at once on every monitor of this page. */
export function changePreferences(part: Partial<Preferences>): void {
  current = { ...snapshot(), ...part };
  write(current);
  for (const listener of listeners) listener();
}

/** Shows or hides the safe areas. */
export function toggleSafeAreas(): void {
  changePreferences({ safeAreas: !snapshot().safeAreas });
}

/** The server draws the defaults, which it alone can know. */
export function usePreferences(): Preferences {
  return useSyncExternalStore(subscribe, snapshot, () => DEFAULTS);
}

function read(): Preferences {
  try {
    const kept: unknown = JSON.parse(localStorage.getItem(KEY) ?? "{}");
    return typeof kept === "object" && kept !== null ? { ...DEFAULTS, ...kept } : DEFAULTS;
  } catch {
    return DEFAULTS;
  }
}

function write(preferences: Preferences): void {
  try {
    localStorage.setItem(KEY, JSON.stringify(preferences));
  } catch {
    // A full or forbidden store only means that nothing is remembered.
  }
}

/** The picture size for a monitor that is `shownPx` screen pixels high on its shorter side. */
export function shortSideFor(quality: Preferences["quality"], shownPx: number): number {
  if (quality !== "auto") return quality;
  if (shownPx <= 420) return 360;
  return shownPx <= 620 ? 540 : 720;
}
