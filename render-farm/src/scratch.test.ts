import { existsSync } from "node:fs";
import { mkdir, mkdtemp, readdir, rm, stat, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, describe, expect, test } from "vitest";
import { isScratchFull, openScratch } from "./scratch.ts";

let root: string;
beforeEach(async () => {
  root = join(await mkdtemp(join(tmpdir(), "scratch-test-")), "O'Brien's $(space)");
});
afterEach(() => rm(join(root, ".."), { recursive: true, force: true }));

describe("scratch", () => {
  test("each job gets a private directory of its own, gone afterwards (F126)", async () => {
    const scratch = await openScratch(root);
    const seen = await Promise.all(
      [1, 2].map(() =>
        scratch.within(0, async (directory) => {
          await writeFile(join(directory, "source.bin"), "x");
          expect((await stat(directory)).mode & 0o077).toBe(0);
          return directory;
        }),
      ),
    );
    expect(new Set(seen).size).toBe(2);
    expect(await readdir(root)).toEqual([]);
  });

  test("what is kept outlives the job, also a file that is two of its outputs (C10)", async () => {
    const scratch = await openScratch(root);
    const kept = await scratch.within(0, async (directory) => {
      await writeFile(join(directory, "table.cube"), "x");
      return scratch.keep(directory, ["table.cube", "table.cube"]);
    });
    expect(await readdir(kept)).toEqual(["table.cube"]);
  });

  test("the directory is removed when the work throws (F67)", async () => {
    const scratch = await openScratch(root);
    let used = "";
    const failing = scratch.within(0, (directory) => {
      used = directory;
      return Promise.reject(new Error("boom"));
    });
    await expect(failing).rejects.toThrow("boom");
    expect(existsSync(used)).toBe(false);
  });

  test("what a killed process left is removed at start, foreign files are not", async () => {
    await mkdir(join(root, "job-abc123"), { recursive: true });
    await writeFile(join(root, "job-abc123", "master.mov"), "x");
    await writeFile(join(root, "notes.txt"), "mine");
    await openScratch(root);
    expect(await readdir(root)).toEqual(["notes.txt"]);
  });

  test("a job that cannot fit is not started", async () => {
    const scratch = await openScratch(root);
    await expect(scratch.within(2 ** 60, () => Promise.resolve())).rejects.toMatchObject({
      name: "ScratchFull",
    });
  });

  test("what is kept for speed goes before a job is refused", async () => {
    const asked: number[] = [];
    const scratch = await openScratch(root, (bytes) => {
      asked.push(bytes);
      return Promise.resolve();
    });
    const refused = scratch.within(2 ** 60, () => Promise.resolve());
    await expect(refused).rejects.toMatchObject({ name: "ScratchFull" });
    expect(asked).toHaveLength(1);
    expect(asked[0]).toBeGreaterThan(2 ** 59);
  });

  test("want of room is told apart from other faults, whoever met it (I2)", async () => {
    const scratch = await openScratch(root);
    const reason = (work: Promise<unknown>) => work.then(() => null).catch((error) => error);
    const refused = await reason(scratch.within(2 ** 60, () => Promise.resolve()));
    const halfway = await reason(writeFile("/dev/full", "x"));
    const absent = await reason(readdir(join(root, "absent")));
    expect([refused, halfway, absent].map(isScratchFull)).toEqual([true, true, false]);
  });
});
