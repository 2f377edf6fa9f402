/** What languages call themselves. */

/** Codes of ISO 639-2 that files carry for languages which everything else calls otherwise. */
const BIBLIOGRAPHIC: Readonly<Record<string, string>> = {
  chi: "zh",
  cze: "cs",
  dut: "nl",
  fre: "fr",
  ger: "de",
  gre: "el",
  per: "fa",
  rum: "ro",
  slo: "sk",
};

/** A language in itself: "English", "中文"; the code where nobody knows it; null for none. */
export function languageName(code: string | null): string | null {
  if (code === null) return null;
  const known = BIBLIOGRAPHIC[code] ?? code;
  try {
    return new Intl.DisplayNames([known], { type: "language" }).of(known) ?? code;
  } catch {
    return code;
  }
}
