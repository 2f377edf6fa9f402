import { describe, expect, it } from "vitest";
import { pickLocale } from "./locale.ts";

describe("the language of a request", () => {
  it("what was chosen by hand wins over the browser", () => {
    expect(pickLocale("zh", "en-GB,en;q=0.9")).toBe("zh");
    expect(pickLocale("en", "zh-CN")).toBe("en");
  });

  it("else it is the browser's first language that we have, else English", () => {
    expect(pickLocale(undefined, "fr-FR,fr;q=0.9,zh-CN;q=0.8,en;q=0.7")).toBe("zh");
    expect(pickLocale(undefined, "de;q=0.4, en;q=0.8, zh;q=0.6")).toBe("en");
    expect(pickLocale("xx", null)).toBe("en");
    expect(pickLocale(undefined, "ja")).toBe("en");
  });
});
