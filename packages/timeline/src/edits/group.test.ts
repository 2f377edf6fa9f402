import { describe, expect, test } from "vitest";
import { done, lay, refusal } from "../lanes.cases.ts";
import { companionIds } from "../queries.ts";

const lanes = { "video-1": "A0-30 B30-60", "text-1": "T0-30", "audio-1": "M30-60" };
const linked = done(lay(lanes), { type: "link", clipIds: ["B", "M"], linkId: "pair" });
const grouped = done(linked, { type: "group", clipIds: ["T", "B"], groupId: "g" });
const members = (document: typeof grouped) =>
  Object.values(document.clips)
    .filter((clip) => clip.groupId !== undefined)
    .map(({ id, groupId }) => [id, groupId]);

describe("groups", () => {
  test("are selected as one with the links of their members, and apart from them (E14)", () => {
    expect(members(grouped)).toEqual([
      ["B", "g"],
      ["T", "g"],
      ["M", "g"],
    ]);
    expect(companionIds(grouped, ["T"])).toEqual(["T", "B", "M"]);
    expect(companionIds(grouped, ["A"])).toEqual(["A"]);
    expect(companionIds(done(grouped, { type: "unlink", clipIds: ["B"] }), ["T"])).toHaveLength(3);
  });

  test("dissolve as a whole, and take no name that others have (E14)", () => {
    expect(members(done(grouped, { type: "ungroup", clipIds: ["T"] }))).toEqual([]);
    expect(done(grouped, { type: "ungroup", clipIds: ["A"] })).toBe(grouped);
    expect(refusal(grouped, { type: "group", clipIds: ["A"], groupId: "g" }).code).toBe("id.taken");
  });

  test("are not taken along by an edit that does not name them; halves stay, copies are a new one (E14)", () => {
    const lifted = done(grouped, { type: "lift", clipIds: ["T"] });
    expect(Object.keys(lifted.clips)).toEqual(["A", "B", "M"]);
    const atFlicks = grouped.clips["B"]!.start + 10 * (grouped.clips["B"]!.duration / 30);
    const split = done(grouped, { type: "split-clip", atFlicks, clipIds: ["B"], idBase: "s" });
    expect(new Set(members(split).map(([, groupId]) => groupId))).toEqual(new Set(["g"]));
    expect(members(split)).toHaveLength(5);
    const copied = done(grouped, {
      type: "duplicate-clips",
      clipIds: ["T", "B"],
      atFlicks: 2 * grouped.clips["A"]!.duration,
      trackDelta: 0,
      mode: "place",
      idBase: "c",
    });
    const fresh = members(copied).filter(([, groupId]) => groupId !== "g");
    expect(fresh).toHaveLength(3);
    expect(new Set(fresh.map(([, groupId]) => groupId)).size).toBe(1);
    expect(copied.clips[String(fresh[0]?.[0])]?.linkId).not.toBe("pair");
  });
});
