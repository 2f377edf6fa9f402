import type { Provenance } from "@cutroom/contracts";
import { createTranslator } from "use-intl/core";
import { describe, expect, it } from "vitest";
import { messagesOf } from "../i18n/messages.ts";
import { credentialsLine, madeLine } from "./provenance-lines.ts";

const sayIn = (locale: "en" | "zh") =>
  createTranslator({ locale, messages: messagesOf(locale), namespace: "provenance" });
const made = (over: Partial<Provenance>): Provenance => ({
  ai_disclosure: "none",
  tools: [],
  credentials: "none",
  ...over,
});

describe("what is told of a film's origin (G8)", () => {
  it("names the models by their makers' names, and no model where none is known", () => {
    const say = sayIn("en");
    const film = made({ ai_disclosure: "partly", tools: ["runway-gen4.5", "procedural"] });
    expect(madeLine(film, say)).toBe("Contains AI-generated parts: Runway Gen-4.5, Cutroom");
    expect(madeLine(made({ ai_disclosure: "wholly" }), say)).toBe("AI-generated");
    expect(madeLine(made({ ai_disclosure: "wholly", tools: ["kling-3"] }), sayIn("zh"))).toBe(
      "由 AI 生成：Kling 3 Standard",
    );
  });

  it("never calls what a program drew AI", () => {
    expect(madeLine(made({ tools: ["procedural"] }), sayIn("en"))).toBe(
      "Contains parts that a program drew, not AI: Cutroom",
    );
  });

  it("says nothing of footage, nor of an export that is older than this", () => {
    expect(madeLine(made({}), sayIn("en"))).toBeNull();
    expect(madeLine(null, sayIn("en"))).toBeNull();
    expect(credentialsLine(undefined, sayIn("en"))).toBeNull();
    expect(credentialsLine(made({}), sayIn("en"))).toBeNull();
  });

  it("tells a certificate for development from one to be trusted", () => {
    const say = sayIn("en");
    expect(credentialsLine(made({ credentials: "signed" }), say)).not.toContain("development");
    expect(credentialsLine(made({ credentials: "development" }), say)).toContain("nobody trusts");
  });

  it("a name of a stranger's file is shown as it is, braces and all", () => {
    const film = made({ ai_disclosure: "wholly", tools: ["{x}", "a<b>", "3", "4", "5", "6"] });
    expect(madeLine(film, sayIn("en"))).toBe("AI-generated: {x}, a<b>, 3, 4, 5 …");
  });
});
