import { describe, expect, it } from "vitest";
import { readFolded } from "./folded-sections.ts";

describe("folded sections", () => {
  it("are read from anything that was stored, without what is not known", () => {
    expect(readFolded('["curves","sound","of another version",3]')).toEqual(["curves", "sound"]);
    for (const broken of [null, "", "{", "null", '"curves"', '{"curves":true}']) {
      expect(readFolded(broken)).toEqual([]);
    }
  });
});
