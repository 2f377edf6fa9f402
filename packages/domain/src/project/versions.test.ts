import { describe, expect, it } from "vitest";
import { type StoredRevision, chooseVersions } from "./versions.ts";

const MINUTE_MS = 60_000;
const DAY_MS = 24 * 60 * MINUTE_MS;
const nowMs = 2_000 * DAY_MS;

/** One revision every `everyMs`, the newest now. */
function steady(count: number, everyMs: number, named: readonly number[] = []): StoredRevision[] {
  return Array.from({ length: count }, (_, index) => ({
    revision: count - index,
    createdAtMs: nowMs - index * everyMs,
    isNamed: named.includes(count - index),
  }));
}

describe("the versions that are offered", () => {
  it("hold the newest revision and every named one (E1)", () => {
    const all = steady(400, 1_000, [3, 4, 200]);
    const chosen = chooseVersions(all, { nowMs, limit: 60 }).map(({ revision }) => revision);
    expect(chosen[0]).toBe(400);
    expect(chosen).toEqual(expect.arrayContaining([3, 4, 200]));
  });

  it("lie at least a span apart, the older the wider", () => {
    const chosen = chooseVersions(steady(5_000, MINUTE_MS), { nowMs, limit: 1_000 });
    const ages = chosen.map(({ createdAtMs }) => (nowMs - createdAtMs) / MINUTE_MS);
    expect(ages.filter((age) => age < 60)).toHaveLength(13);
    expect(ages.filter((age) => age >= 60 && age < 24 * 60).length).toBeLessThanOrEqual(47);
    expect(ages.filter((age) => age >= 24 * 60).length).toBeLessThanOrEqual(4);
  });

  it("are never more than asked for, named ones apart", () => {
    const chosen = chooseVersions(steady(500, DAY_MS, [1]), { nowMs, limit: 10 });
    expect(chosen).toHaveLength(11);
    expect(chosen.at(-1)?.revision).toBe(1);
  });

  it("are none of a project without revisions", () => {
    expect(chooseVersions([], { nowMs, limit: 10 })).toEqual([]);
  });
});
