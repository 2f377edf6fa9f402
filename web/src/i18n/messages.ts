import type { Locale } from "./locale.ts";
import { en } from "./en/index.ts";
import { zh } from "./zh/index.ts";

/** Same keys, any words. */
export type Translated<T> = {
  readonly [K in keyof T]: T[K] extends string ? string : Translated<T[K]>;
};
export type Messages = typeof en;

/** All words of one language. Only the server calls this: the browser is sent one language. */
export function messagesOf(locale: Locale): Messages {
  return (locale === "zh" ? zh : en) as Messages;
}
