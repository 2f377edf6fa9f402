import { mkdtempSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { testDatabase } from "@cutroom/testkit";
import { expect, it } from "vitest";
import { applyPatch } from "./bundle.ts";
import { describeVerdict, judgeMutants } from "./judge-mutants.ts";
import { MUTANTS } from "./mutants/index.ts";
import { INVARIANTS } from "./world/invariants.ts";
import { prepareDatabase } from "./world/prepare-database.ts";

it("holds at least 25 defects, and each names invariants that there are", () => {
  expect(MUTANTS.length).toBeGreaterThanOrEqual(25);
  expect(new Set(MUTANTS.map(({ name }) => name)).size).toBe(MUTANTS.length);
  for (const { killedBy } of MUTANTS) {
    expect(killedBy.length).toBeGreaterThan(0);
    expect(INVARIANTS).toEqual(expect.arrayContaining([...killedBy]));
  }
});

it("refuses a defect whose piece of source is gone, or is there twice", () => {
  const patch = { file: "x.ts", find: "a", replace: "b" };
  expect(applyPatch("xax", patch)).toBe("xbx");
  expect(() => applyPatch("xx", patch)).toThrow("0 times");
  expect(() => applyPatch("axa", patch)).toThrow("2 times");
});

it("finds each defect's piece of source exactly once, so that none is judged in vain", () => {
  for (const { patches } of MUTANTS) {
    for (const patch of patches) {
      const text = readFileSync(new URL(`../../${patch.file}`, import.meta.url), "utf8");
      expect(() => applyPatch(text, patch)).not.toThrow();
    }
  }
});

it(
  "finds every defect by the invariants that it names and no others",
  async () => {
    const folder = mkdtempSync(join(tmpdir(), "cutroom-mutants-"));
    const database = await testDatabase();
    await prepareDatabase(database);
    const verdicts = await judgeMutants({
      template: database,
      folder,
      lanes: 2,
      mutants: MUTANTS,
      onVerdict: () => undefined,
    });
    await database.drop();
    rmSync(folder, { recursive: true, force: true });
    const wrong = verdicts.filter(({ isRight }) => !isRight);
    expect(wrong.map(describeVerdict)).toEqual([]);
    expect(verdicts).toHaveLength(MUTANTS.length);
  },
  20 * 60_000,
);
