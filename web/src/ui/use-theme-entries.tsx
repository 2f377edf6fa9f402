"use client";
import { useT } from "../i18n/use-t.ts";
import type { MenuEntry } from "./menu.tsx";
import { THEMES } from "./theme.ts";
import { useTheme } from "./use-theme.ts";

/** The themes as entries of a menu. */
export function useThemeEntries(): readonly MenuEntry[] {
  const t = useT("ui");
  const [theme, choose] = useTheme();
  return [
    { kind: "label", id: "theme", label: t("theme.label") },
    ...THEMES.map((one) => ({
      kind: "check" as const,
      id: `theme-${one}`,
      label: t(`theme.${one}`),
      checked: one === theme,
      onSelect: () => choose(one),
    })),
  ];
}
