import * as fc from "fast-check";
import { describe, expect, it } from "vitest";
import { decidePrompt } from "./policy.ts";
import { scorePrompt } from "./score-prompt.ts";
import { SPACED_WORDS, UNSPACED_WORDS, WORDS_VERSION, WORD_GROUPS } from "./words.ts";

const reasonsOf = (prompt: string) => decidePrompt(scorePrompt(prompt)).reasons;

describe("rules for prompts (G5)", () => {
  it.each([
    ["a nude figure on a beach", ["sexual"]],
    ["Nüde figure", ["sexual"]],
    ["n.u.d.e figure", ["sexual"]],
    ["a nud3 figure, p0rn style", ["sexual"]],
    ["nu\u200bde figure", ["sexual"]],
    ["ＮＵＤＥ figure", ["sexual"]],
    ["a naked child", ["sexual_minors", "sexual"]],
    ["一个裸体的小孩", ["sexual_minors", "sexual"]],
    ["裸 体", ["sexual"]],
    ["beheading in a square", ["gore"]],
    ["血腥的斩首", ["gore"]],
    ["someone about to commit suicide", ["self_harm"]],
  ] as const)("refuses %s", (prompt, reasons) => {
    expect(reasonsOf(prompt)).toEqual(reasons);
  });

  it.each([
    "a calm sea at sunset",
    "children playing in a park",
    "stars seen with the naked eye",
    "a portrait in nude tones",
    "Essex in the rain, Scunthorpe by night",
    "a kid goat on a hill, 4K, 60 fps, 1080p",
    "an analysis of class 3 rapids",
    "儿童节的公园",
    "日落时平静的大海",
  ])("leaves %s alone", (prompt) => {
    expect(decidePrompt(scorePrompt(prompt))).toEqual({
      policy: "1",
      verdict: "allow",
      reasons: [],
    });
  });

  it("finds every word of its own lists, alone and among others", () => {
    for (const group of WORD_GROUPS) {
      for (const word of [...SPACED_WORDS[group], ...UNSPACED_WORDS[group]]) {
        expect([word, scorePrompt(`a film, ${word}, at night`).found[group] > 0]).toEqual([
          word,
          true,
        ]);
      }
    }
  });

  it("never throws, and a word among any others is still found", () => {
    fc.assert(
      fc.property(fc.string({ maxLength: 80 }), fc.string({ maxLength: 80 }), (before, after) => {
        expect(reasonsOf(`${before} , pornography , ${after}`)).toContain("sexual");
      }),
    );
  });

  it("decides by what is kept: an old score under today's policy, without the prompt", () => {
    const kept = JSON.parse(JSON.stringify(scorePrompt("a nude figure"))) as ReturnType<
      typeof scorePrompt
    >;
    expect(kept.version).toBe(WORDS_VERSION);
    expect(decidePrompt(kept)).toMatchObject({ verdict: "refuse", reasons: ["sexual"] });
    const milder = { ...kept, found: { ...kept.found, sexual: 0 } };
    expect(decidePrompt(milder).verdict).toBe("allow");
  });
});
