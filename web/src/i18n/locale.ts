export const LOCALES = ["en", "zh"] as const;
export type Locale = (typeof LOCALES)[number];

export const LOCALE_COOKIE = "cutroom_locale";
const YEAR_S = 31_536_000;

/** The value of the `lang` attribute. */
export const LANG_TAG: Record<Locale, string> = { en: "en", zh: "zh-Hans" };

function asLocale(value: string | undefined): Locale | undefined {
  return LOCALES.find((locale) => locale === value);
}

/**
 * The language of a request: the one chosen by hand (cookie), else the first language of the
 * browser that we have, else English.
 */
export function pickLocale(cookie: string | undefined, acceptLanguage: string | null): Locale {
  const chosen = asLocale(cookie);
  if (chosen !== undefined) return chosen;
  const wanted = (acceptLanguage ?? "")
    .split(",")
    .map((entry) => {
      const [tag = "", weight] = entry.trim().split(";q=");
      return { tag: tag.toLowerCase().split("-")[0], weight: Number(weight ?? 1) };
    })
    .toSorted((a, b) => b.weight - a.weight);
  for (const { tag } of wanted) {
    const known = asLocale(tag);
    if (known !== undefined) return known;
  }
  return "en";
}

/** The `Set-Cookie` text that remembers a language for a year. */
export function localeCookie(locale: Locale): string {
  return `${LOCALE_COOKIE}=${locale}; Path=/; Max-Age=${YEAR_S}; SameSite=Lax`;
}
