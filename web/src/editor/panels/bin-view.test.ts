import { describe, expect, it } from "vitest";
import { readBinView, sortAssets } from "./bin-view.ts";

function file(name: string, duration: number) {
  return { name, facts: { kind: "audio" as const, duration, video: null, audio: null } };
}

const FILES = [file("take 10", 5), file("take 2", 9), file("Intro", 7)];
const names = (sort: "newest" | "name" | "length") =>
  sortAssets(FILES, sort).map(({ name }) => name);

describe("the bin", () => {
  it("sorts by name as a person counts, by length the longest first, else as it came (J2)", () => {
    expect(names("name")).toEqual(["Intro", "take 2", "take 10"]);
    expect(names("length")).toEqual(["take 2", "Intro", "take 10"]);
    expect(names("newest")).toEqual(["take 10", "take 2", "Intro"]);
  });

  it("is shown as usual when what was kept cannot be read", () => {
    const usual = { layout: "grid", sort: "newest" };
    expect([null, "{", '{"sort":"colour"}'].map(readBinView)).toEqual([usual, usual, usual]);
    expect(readBinView('{"layout":"list","sort":"name"}')).toEqual({
      layout: "list",
      sort: "name",
    });
  });
});
