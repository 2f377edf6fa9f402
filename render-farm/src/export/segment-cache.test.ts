import {
  mkdtemp,
  readFile,
  readdir,
  rm,
  stat,
  truncate,
  utimes,
  writeFile,
} from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, describe, expect, test } from "vitest";
import { openSegmentCache } from "./segment-cache.ts";

let root: string;
let directory: string;
beforeEach(async () => {
  root = await mkdtemp(join(tmpdir(), "segment-cache-test-"));
  directory = join(root, "segments");
});
afterEach(() => rm(root, { recursive: true, force: true }));

const opened = (maxBytes = 1_000, encoder = "x264 a") =>
  openSegmentCache({ directory, maxBytes, encoder });
const wanted = () => join(root, "wanted.mp4");

async function made(text: string): Promise<string> {
  const path = join(root, "made.mp4");
  await writeFile(path, text);
  return path;
}

describe("segment cache", () => {
  test("gives back what was kept, also after a restart, readable by its owner only", async () => {
    const first = await opened();
    const key = first.keyOf({ plan: 1 });
    await first.keep(key, await made("picture"));
    const second = await opened();
    expect(await second.take(key, wanted())).toBe(true);
    expect(await readFile(wanted(), "utf8")).toBe("picture");
    expect((await stat(directory)).mode & 0o077).toBe(0);
  });

  test("another encoder or another part is another key", async () => {
    const [one, two] = [await opened(), await opened(1_000, "x264 b")];
    expect(one.keyOf({ plan: 1 })).not.toBe(two.keyOf({ plan: 1 }));
    expect(one.keyOf({ plan: 1 })).not.toBe(one.keyOf({ plan: 2 }));
    expect(await one.take(one.keyOf({ plan: 1 }), wanted())).toBe(false);
  });

  test.each(["truncated", "altered", "removed"])("a %s file is never used", async (fault) => {
    const cache = await opened();
    const key = cache.keyOf("a");
    await cache.keep(key, await made("picture"));
    const [name] = await readdir(directory);
    const path = join(directory, name ?? "");
    if (fault === "truncated") await truncate(path, 4);
    else if (fault === "altered") await writeFile(path, "pictura");
    else await rm(path);
    expect(await cache.take(key, wanted())).toBe(false);
    expect(await readdir(directory)).toEqual([]);
    await cache.keep(key, await made("picture"));
    expect(await cache.take(key, wanted())).toBe(true);
  });

  test("what an interrupted write left is removed and is no segment", async () => {
    await opened();
    await writeFile(join(directory, "arriving-1"), "pict");
    await opened();
    expect(await readdir(directory)).toEqual([]);
  });

  test("beyond its size the least recently used goes first", async () => {
    const cache = await opened(25);
    for (const name of ["a", "b"]) {
      await cache.keep(cache.keyOf(name), await made(name.repeat(10)));
    }
    expect(await cache.take(cache.keyOf("a"), wanted())).toBe(true);
    await cache.keep(cache.keyOf("c"), await made("c".repeat(10)));
    const found = [];
    for (const name of ["a", "b", "c"]) found.push(await cache.take(cache.keyOf(name), wanted()));
    expect(found).toEqual([true, false, true]);
  });

  test("the order of use outlives a restart, and a smaller limit takes effect", async () => {
    const cache = await opened();
    for (const name of ["a", "b"]) {
      await cache.keep(cache.keyOf(name), await made(name.repeat(10)));
    }
    for (const name of await readdir(directory)) {
      const old = name.startsWith(cache.keyOf("b"));
      await utimes(join(directory, name), old ? 1 : 2, old ? 1 : 2);
    }
    const smaller = await opened(15);
    expect(await smaller.take(smaller.keyOf("b"), wanted())).toBe(false);
    expect(await smaller.take(smaller.keyOf("a"), wanted())).toBe(true);
  });

  test("gives up as much as is asked; a segment larger than all of it is not kept", async () => {
    const cache = await opened(25);
    await cache.keep(cache.keyOf("big"), await made("x".repeat(30)));
    await cache.keep(cache.keyOf("a"), await made("a".repeat(10)));
    await cache.keep(cache.keyOf("b"), await made("b".repeat(10)));
    expect((await readdir(directory)).length).toBe(2);
    await cache.release(5);
    expect(await cache.take(cache.keyOf("a"), wanted())).toBe(false);
    expect(await cache.take(cache.keyOf("b"), wanted())).toBe(true);
  });
});
