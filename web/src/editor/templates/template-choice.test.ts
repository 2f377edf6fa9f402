import { newProject, textClipFrom } from "@cutroom/timeline";
import { describe, expect, it } from "vitest";
import { candidatesOf, wishOf } from "./template-choice.ts";

const rate = { n: 30, d: 1 };
const title = (id: string, text: string, startFlicks: number) =>
  textClipFrom({ id, trackId: "text-1", startFlicks, rate, text });

const document = {
  ...newProject(),
  clips: {
    later: title("later", "The\nend", 3_528_000_000),
    first: title("first", "  Hello ", 0),
  },
};

describe("what can be chosen anew in a template", () => {
  it("is offered in time order under one-line names", () => {
    expect(candidatesOf(document).map(({ name }) => name)).toEqual(["Hello", "The end"]);
  });

  it("is only what was picked, under its own name when none was written", () => {
    const wish = wishOf(candidatesOf(document), { later: "  " }, "auto");
    expect(wish).toEqual({ slots: [], texts: [{ clipId: "later", label: "The end" }] });
  });
});
