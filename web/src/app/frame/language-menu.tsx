"use client";
import { Languages } from "lucide-react";
import { LOCALES } from "../../i18n/locale.ts";
import { LANGUAGE_NAMES } from "../../i18n/language-names.ts";
import { useSetLocale } from "../../i18n/provider.tsx";
import { useLocale, useT } from "../../i18n/use-t.ts";
import { IconButton } from "../../ui/icon-button.tsx";
import { Menu } from "../../ui/menu.tsx";

/** Each language under its own name, so that anyone finds theirs. */
export function LanguageMenu() {
  const t = useT("ui");
  const current = useLocale();
  const setLocale = useSetLocale();
  return (
    <Menu
      align="end"
      entries={LOCALES.map((locale) => ({
        kind: "check",
        id: locale,
        label: LANGUAGE_NAMES[locale],
        checked: locale === current,
        onSelect: () => setLocale(locale),
      }))}
    >
      <IconButton label={t("nav.language")} icon={<Languages size={16} strokeWidth={1.5} />} />
    </Menu>
  );
}
