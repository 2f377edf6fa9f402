import { PROBLEM_CODES, TASK_FAILURE_CODES } from "@cutroom/contracts";
import { describe, expect, it } from "vitest";
import { en } from "./en/index.ts";
import { zh } from "./zh/index.ts";

type Words = { readonly [key: string]: string | Words };

function flat(words: Words, path = ""): ReadonlyMap<string, string> {
  const found = new Map<string, string>();
  for (const [key, value] of Object.entries(words)) {
    if (typeof value === "string") found.set(`${path}${key}`, value);
    else for (const [inner, text] of flat(value, `${path}${key}.`)) found.set(inner, text);
  }
  return found;
}

const english = flat(en);
const chinese = flat(zh);

/** Names that are the same in every language. */
const NAMES = [
  "Cutroom",
  "API",
  "Chromium",
  "FFmpeg",
  "H.264",
  "MP4",
  "English",
  "fps",
  "dB",
  "LUFS",
  "Esc",
  "Premiere Pro",
  "DaVinci Resolve",
];

const placeholders = (text: string) =>
  [...text.matchAll(/\{(\w+)/g)]
    .map((match) => match[1] ?? "")
    .toSorted((a, b) => a.localeCompare(b));

describe("languages", () => {
  it("every language has the same keys", () => {
    expect([...chinese.keys()].toSorted()).toEqual([...english.keys()].toSorted());
  });

  it("no value is left empty or untranslated", () => {
    const left = [...english]
      .filter(([key, text]) => {
        const bare = NAMES.reduce((rest, name) => rest.replaceAll(name, ""), text);
        const words = bare.replaceAll(/\{[^}]*\}/g, "").replaceAll(/[^A-Za-z\u4e00-\u9fff]/g, "");
        return text === "" || (words.length > 1 && chinese.get(key) === text);
      })
      .map(([key]) => key);
    expect(left).toEqual([]);
    expect([...chinese.values()].filter((text) => text === "")).toEqual([]);
  });

  it("both languages fill in the same numbers and names", () => {
    const differing = [...english]
      .filter(([, text]) => !text.includes("plural"))
      .filter(([key, text]) => {
        const other = chinese.get(key) ?? "";
        return placeholders(text).join() !== placeholders(other).join();
      })
      .map(([key]) => key);
    expect(differing).toEqual([]);
  });

  it("every problem and every failure has a sentence in every language", () => {
    for (const words of [english, chinese]) {
      expect(PROBLEM_CODES.filter((code) => !words.has(`problems.${code}`))).toEqual([]);
      expect(
        TASK_FAILURE_CODES.filter(
          (code) => !words.has(`failures.what.${code}`) || !words.has(`failures.next.${code}`),
        ),
      ).toEqual([]);
    }
  });
});
