import { cookies, headers } from "next/headers";
import { LOCALE_COOKIE, type Locale, pickLocale } from "./locale.ts";

/** The language of the request that is being answered. Server only. */
export async function requestLocale(): Promise<Locale> {
  const [jar, head] = await Promise.all([cookies(), headers()]);
  return pickLocale(jar.get(LOCALE_COOKIE)?.value, head.get("accept-language"));
}
