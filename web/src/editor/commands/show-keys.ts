const WORDS: Readonly<Record<string, string>> = {
  ArrowLeft: "←",
  ArrowRight: "→",
  ArrowUp: "↑",
  ArrowDown: "↓",
  Backslash: "\\",
  Backspace: "⌫",
  BracketLeft: "[",
  BracketRight: "]",
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
      const letter = /^(?:Key|Digit)(.)$/.exec(key)?.[1];
      if (letter !== undefined) return letter;
      if (key === "$mod") return isApple ? "⌘" : "Ctrl";
      if (key === "Alt") return isApple ? "⌥" : "Alt";
      if (key === "Shift") return isApple ? "⇧" : "Shift";
      return WORDS[key] ?? (key.length === 1 ? key.toUpperCase() : key);
    })
    .join(" ");
}

export function onApple(): boolean {
  return /mac|iphone|ipad/i.test(navigator.platform);
}
