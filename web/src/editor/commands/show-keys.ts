const WORDS: Readonly<Record<string, string>> = {
  ArrowLeft: "←",
  ArrowRight: "→",
  ArrowUp: "↑",
  ArrowDown: "↓",
  Backslash: "\\",
  Backspace: "⌫",
  Delete: "Del",
  Equal: "+",
  Escape: "Esc",
  Minus: "−",
  NumpadAdd: "Num+",
  NumpadSubtract: "Num−",
};

/** A key combination as a person reads it, split by spaces: `$mod+Shift+z` is `Ctrl Shift Z`. */
export function showKeys(keys: string, isApple: boolean): string {
  // The sign says by itself that Shift is held.
  if (keys === "Shift+?") return "?";
  return keys
    .split("+")
    .map((key) => {
      if (key === "$mod") return isApple ? "⌘" : "Ctrl";
      if (key === "Shift") return isApple ? "⇧" : "Shift";
      return WORDS[key] ?? (key.length === 1 ? key.toUpperCase() : key);
    })
    .join(" ");
}

/** The first combination of a command for this machine; undefined when it has none. */
export function shortcutOf(command: { readonly keys: readonly string[] }): string | undefined {
  const [first] = command.keys;
  return first === undefined ? undefined : showKeys(first, onApple());
}

export function onApple(): boolean {
  return /mac|iphone|ipad/i.test(navigator.platform);
}
