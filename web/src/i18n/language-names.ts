import type { Locale } from "./locale.ts";

/** Every language in itself; never translated. */
export const LANGUAGE_NAMES: Record<Locale, string> = { en: "English", zh: "简体中文" };
