import { createServer } from "node:http";
import { mkdtemp, readFile, rm, writeFile } from "node:fs/promises";
import type { AddressInfo } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { gatherLuts } from "../export/gather-luts.ts";
import type { JobContext } from "../job-context.ts";
import { ingestColourTable } from "./colour-table.ts";

const CORNERS = "0 0 0\n1 0 0\n0 1 0\n1 1 0\n0 0 1\n1 0 1\n0 1 1\n1 1 1\n";
const CUBE = `TITLE "x"\nLUT_3D_SIZE 2\n${CORNERS}`;
const CHECKSUM = "a".repeat(64);

let directory: string;
let context: JobContext;
beforeAll(async () => {
  directory = await mkdtemp(join(tmpdir(), "cube-"));
  context = { directory, signal: new AbortController().signal } as JobContext;
});
afterAll(() => rm(directory, { recursive: true, force: true }));

async function ingested(text: string | Uint8Array) {
  await writeFile(join(directory, "source.bin"), text);
  return ingestColourTable(context, "source.bin");
}

describe("a .cube file at the door (M2)", () => {
  test("is kept as a table of our own writing, without a word of its author", async () => {
    const done = await ingested(CUBE.replace('"x"', '"movie=/etc/passwd"'));
    expect(done).toMatchObject({ ok: true, value: { facts: { kind: "lut" }, hasMaster: true } });
    const kept = await readFile(join(directory, "table.cube"), "utf8");
    expect(kept).toMatch(/^LUT_3D_SIZE 2\n(?:[\d.]+ [\d.]+ [\d.]+\n){8}$/);
  });

  test.each([
    ["too many points", CUBE.replace("SIZE 2", "SIZE 66")],
    ["a line too few", CUBE.slice(0, -6)],
    ["something else between", CUBE.replace("1 0 0", "movie=a.mp4")],
  ])("is refused with %s", async (_what, text) => {
    expect(await ingested(text)).toMatchObject({ ok: false, failure: { code: "LUT_INVALID" } });
  });

  test("is not looked for in anything else", async () => {
    expect(await ingested("#EXTM3U\nLUT_3D")).toBeNull();
    expect(await ingested(new Uint8Array([0x89, 0x50, 0x4e, 0x47]))).toBeNull();
    expect(await ingested("")).toBeNull();
  });
});

describe("a job's tables", () => {
  const source = { kind: "file", assetId: "look", checksum: CHECKSUM } as const;
  const lut = { id: "lut-file-look-1", source, strength: 1 };

  async function gathered(body: string, checksum = CHECKSUM) {
    const server = createServer((_request, response) => response.end(body)).listen(0, "127.0.0.1");
    await new Promise((resolve) => server.once("listening", resolve));
    const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}/`;
    const facts = { kind: "lut", duration: 0, video: null, audio: null } as const;
    const size = Buffer.byteLength(body);
    const master = { asset_id: "look", checksum, facts, url, size_bytes: size };
    const done = await gatherLuts(context, [lut], new Map([["look", master]]));
    server.close();
    return done;
  }

  test("of files are fetched, read and written anew under a name of ours", async () => {
    const done = await gathered(CUBE);
    expect(done).toMatchObject({ ok: true, value: { files: { [lut.id]: "lut-0.cube" } } });
    expect(await readFile(join(directory, "lut-0.cube"), "utf8")).toContain("1.001961 1.001961");
  });

  test("that are other bytes than the document's, or none at all, end the job", async () => {
    expect(await gathered(CUBE, "b".repeat(64))).toMatchObject({
      failure: { code: "ASSET_MISSING" },
    });
    expect(await gathered("hello")).toMatchObject({ failure: { code: "LUT_INVALID" } });
  });
});
