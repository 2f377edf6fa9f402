"use client";
import { useFormatter, useLocale, useTranslations } from "use-intl";
import type { Locale } from "./locale.ts";
import type { Messages } from "./messages.ts";

declare module "use-intl" {
  interface AppConfig {
    Locale: Locale;
    Messages: Messages;
  }
}

export type Area = keyof Messages;

/** The words of one area: `const t = useT("library"); t("empty.title")`. */
export function useT<const A extends Area>(area: A) {
  return useTranslations(area);
}

export { useFormatter, useLocale };
