interface PressedKey {
  readonly key: string;
  readonly code: string;
  readonly ctrlKey: boolean;
  readonly metaKey: boolean;
  readonly altKey: boolean;
  readonly shiftKey: boolean;
}

const MODIFIERS = new Set(["Control", "Meta", "Alt", "Shift", "AltGraph", "CapsLock", "Fn"]);
/** Keys that move the focus or leave the recording. */
const KEPT = new Set(["Tab", "Escape", "Dead", "Process", "Unidentified"]);
/** Browsers act on these before the page hears of them, or instead. */
const BROWSER_KEYS = new Set([
  ...["t", "n", "w", "q", "r", "l"].map((key) => `$mod+${key}`),
  ...["t", "n", "w", "q", "r"].map((key) => `$mod+Shift+${key}`),
  "F5",
  "F11",
  "F12",
]);

export type RecordedKeys =
  | { readonly kind: "waiting" }
  | { readonly kind: "reserved"; readonly keys: string }
  | { readonly kind: "keys"; readonly keys: string };

/**
 * A key press in the notation of tinykeys. Letters are taken as what they say; with Alt, and for
 * Space, as where they are on the keyboard, because Alt changes what they say.
 */
export function recordKeys(event: PressedKey, isApple: boolean): RecordedKeys {
  if (MODIFIERS.has(event.key) || KEPT.has(event.key)) return { kind: "waiting" };
  const key =
    event.altKey || event.key === " "
      ? event.code
      : event.key.length === 1
        ? event.key.toLowerCase()
        : event.key;
  const mod = isApple ? event.metaKey : event.ctrlKey;
  const keys = [
    ...(mod ? ["$mod"] : []),
    ...(isApple && event.ctrlKey ? ["Control"] : []),
    ...(!isApple && event.metaKey ? ["Meta"] : []),
    ...(event.altKey ? ["Alt"] : []),
    ...(event.shiftKey ? ["Shift"] : []),
    key,
  ].join("+");
  return { kind: BROWSER_KEYS.has(keys) ? "reserved" : "keys", keys };
}
