import { afterEach, describe, expect, test, vi } from "vitest";
import { LutTables } from "./lut-tables.ts";

const CUBE = "LUT_3D_SIZE 2\n1 1 1\n1 0 0\n0 1 0\n1 1 0\n0 0 1\n1 0 1\n0 1 1\n1 1 1\n";
const ofFile = (strength: number) => ({
  id: `lut-file-a-${strength}`,
  source: { kind: "file", assetId: "a", checksum: "1".repeat(64) } as const,
  strength,
});

afterEach(() => vi.unstubAllGlobals());

describe("tables of the live picture", () => {
  test("of ours are there at once, worked out once", () => {
    const tables = new LutTables();
    const lut = { id: "s", source: { kind: "built-in", name: "silver" } as const, strength: 1 };
    expect(tables.get(lut)?.size).toBe(17);
    expect(tables.get(lut)).toBe(tables.get(lut));
  });

  test("of a file come when it is fetched, once for all strengths of it", async () => {
    const fetched = vi.fn<typeof fetch>(() => Promise.resolve(new Response(CUBE)));
    vi.stubGlobal("fetch", fetched);
    const tables = new LutTables();
    expect(tables.get(ofFile(1))).toBeNull();
    await Promise.all([tables.load("a", "https://store/a"), tables.load("a", "https://store/a")]);
    await tables.load("a", "https://store/a");
    expect(fetched).toHaveBeenCalledTimes(1);
    expect(tables.get(ofFile(1))?.values[0]).toBe(1);
    expect(tables.get(ofFile(0.5))?.values[0]).toBe(0.5);
  });

  test("are asked for again after a file that could not be read", async () => {
    const answers = [new Response("no", { status: 403 }), new Response("no"), new Response(CUBE)];
    vi.stubGlobal("fetch", () => Promise.resolve(answers.shift()));
    const tables = new LutTables();
    await expect(tables.load("a", "u")).rejects.toThrow("403");
    await expect(tables.load("a", "u")).rejects.toThrow("cube.no-size");
    await tables.load("a", "u");
    expect(tables.get(ofFile(1))).not.toBeNull();
  });
});
