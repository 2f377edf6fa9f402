/**
 * How much of what a prompt holds (G5). A score is a fact about a text and a version of the words;
 * what is to be done about it is another question, and can be answered anew without asking this
 * one again.
 */
import { HARMLESS, SPACED_WORDS, UNSPACED_WORDS, WORDS_VERSION, WORD_GROUPS } from "./words.ts";
import type { WordGroup } from "./words.ts";

export interface PromptScore {
  readonly version: string;
  /** How many different words of each group were found. */
  readonly found: Readonly<Record<WordGroup, number>>;
}

/** Letters that are written as digits or signs to be overlooked. */
const LOOKALIKES: Readonly<Record<string, string>> = {
  "0": "o",
  "1": "i",
  "3": "e",
  "4": "a",
  "5": "s",
  "7": "t",
  "@": "a",
  $: "s",
};
const INVISIBLE = /[\u00ad\u200b-\u200f\u2060\ufeff]/gu;
const MARKS = /\p{M}/gu;
/** One letter at a time with signs between: n.u.d.e, n u d e. */
const SPELLED = /(?<![a-z])(?:[a-z][\s._*-]){2,}[a-z](?![a-z])/gu;

/** The text as it is looked through: one writing for what is meant to be the same. */
function plainText(text: string): string {
  return text
    .normalize("NFKD")
    .replaceAll(INVISIBLE, "")
    .replaceAll(MARKS, "")
    .normalize("NFKC")
    .toLowerCase()
    .replaceAll(
      /(?<=[a-z@$\d])[\d@$](?=[a-z\d@$])|[\d@$](?=[a-z])|(?<=[a-z])[\d@$]/gu,
      (sign) => LOOKALIKES[sign] ?? sign,
    )
    .replaceAll(SPELLED, (letters) => letters.replaceAll(/[^a-z]/gu, ""))
    .replaceAll(/[\s_]+/gu, " ");
}

const escape = (word: string) => word.replaceAll(/[.*+?^${}()|[\]\\]/gu, "\\$&");
const whole = (word: string) => new RegExp(`(?<![a-z])${escape(word)}(?![a-z])`, "u");
const matchers: ReadonlyMap<WordGroup, readonly RegExp[]> = new Map(
  WORD_GROUPS.map((group) => [group, SPACED_WORDS[group].map(whole)]),
);
const harmless = HARMLESS.map((phrase) => new RegExp(escape(phrase), "gu"));

export function scorePrompt(text: string): PromptScore {
  const plain = harmless.reduce((left, phrase) => left.replaceAll(phrase, " "), plainText(text));
  // Signs between the characters of a language without spaces hide nothing either.
  const dense = plain.replaceAll(/[\s\p{P}]/gu, "");
  const count = (group: WordGroup) =>
    (matchers.get(group) ?? []).filter((word) => word.test(plain)).length +
    UNSPACED_WORDS[group].filter((word) => dense.includes(word)).length;
  const found = Object.fromEntries(WORD_GROUPS.map((group) => [group, count(group)]));
  return { version: WORDS_VERSION, found: found as PromptScore["found"] };
}
