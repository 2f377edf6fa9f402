"use client";
import { useSyncExternalStore } from "react";
import { type Theme, pickTheme, themeCookie } from "./theme.ts";

const SYSTEM_IS_LIGHT = "(prefers-color-scheme: light)";

/** Tells when the colours on the page have changed, whoever changed them. */
export function onThemeChange(changed: () => void): () => void {
  const root = document.documentElement;
  const observer = new MutationObserver(changed);
  observer.observe(root, { attributes: true, attributeFilter: ["data-theme"] });
  const system = matchMedia(SYSTEM_IS_LIGHT);
  system.addEventListener("change", changed);
  return () => {
    observer.disconnect();
    system.removeEventListener("change", changed);
  };
}

const chosen = () => pickTheme(document.documentElement.dataset["theme"]);

/** What is on the page now: of a theme that follows the system, the one it has. */
function shown(): "dark" | "light" {
  const theme = chosen();
  if (theme !== "system") return theme;
  return matchMedia(SYSTEM_IS_LIGHT).matches ? "light" : "dark";
}

/** For what draws by itself: changes whenever its colours have to be read again. */
export function useShownTheme(): "dark" | "light" {
  return useSyncExternalStore(onThemeChange, shown, () => "dark" as const);
}

/** The theme that was chosen, and how to choose another: at once, and for the next visit. */
export function useTheme(): readonly [Theme, (theme: Theme) => void] {
  const theme = useSyncExternalStore(onThemeChange, chosen, () => "dark" as const);
  const choose = (next: Theme) => {
    document.cookie = themeCookie(next);
    document.documentElement.dataset["theme"] = next;
  };
  return [theme, choose];
}
