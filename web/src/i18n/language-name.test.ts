import { expect, it } from "vitest";
import { languageName } from "./language-name.ts";

it("a language is called by its own name, by either of its codes", () => {
  expect(["eng", "chi", "zho", "ger", null].map(languageName)).toEqual([
    "English",
    "中文",
    "中文",
    "Deutsch",
    null,
  ]);
  expect(languageName("not a code")).toBe("not a code");
});
