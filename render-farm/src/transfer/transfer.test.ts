import { createHash, randomBytes } from "node:crypto";
import { mkdtemp, readFile, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { openShelf } from "../testing/object-shelf.ts";
import type { ObjectShelf } from "../testing/object-shelf.ts";
import { download } from "./download.ts";
import { upload } from "./upload.ts";

const bytes = randomBytes(300_000);
const sha256 = createHash("sha256").update(bytes).digest("hex");
let shelf: ObjectShelf;
let directory: string;

beforeAll(async () => {
  shelf = await openShelf();
  directory = await mkdtemp(join(tmpdir(), "transfer-test-"));
  shelf.objects.set("/file", bytes);
});
afterAll(async () => {
  await shelf.close();
  await rm(directory, { recursive: true });
});

const signal = () => new AbortController().signal;
const request = (over: Partial<Parameters<typeof download>[0]> = {}) => ({
  url: `${shelf.base}/file`,
  path: join(directory, "arrived"),
  sizeBytes: bytes.length,
  signal: signal(),
  ...over,
});

describe("download", () => {
  test("gives the file and its sha256", async () => {
    expect(await download(request())).toEqual({ ok: true, value: { sha256 } });
    expect((await readFile(join(directory, "arrived"))).equals(bytes)).toBe(true);
  });

  test("resumes where a connection broke; the user never learns of it (F09)", async () => {
    shelf.breakOnce("/file", 0.6);
    const seen: number[] = [];
    const result = await download(request({ onBytes: (done) => seen.push(done) }));
    expect(result).toEqual({ ok: true, value: { sha256 } });
    expect(seen.toSorted((a, b) => a - b)).toEqual(seen);
  });

  test("takes a part of an object, also where the connection broke, and nothing but that part", async () => {
    const part = bytes.subarray(100_000, 150_000);
    const wanted = { fromByte: 100_000, sizeBytes: part.length };
    shelf.breakOnce("/file", 0.5);
    const partHash = createHash("sha256").update(part).digest("hex");
    expect(await download(request(wanted))).toEqual({ ok: true, value: { sha256: partHash } });
    expect((await readFile(join(directory, "arrived"))).equals(part)).toBe(true);
    const beyond = await download(request({ fromByte: bytes.length - 10, sizeBytes: 20 }));
    expect(beyond).toMatchObject({ ok: false, failure: { code: "STORAGE_FAILED" } });
  });

  test("a file of another length than announced is never believed (F09)", async () => {
    const short = await download(request({ sizeBytes: bytes.length - 1 }));
    expect(short).toMatchObject({ ok: false, failure: { code: "STORAGE_FAILED" } });
  });

  test("an object that is not there is ASSET_MISSING at once", async () => {
    const gone = await download(request({ url: `${shelf.base}/gone` }));
    expect(gone).toMatchObject({ ok: false, failure: { code: "ASSET_MISSING", retryable: false } });
  });

  test("a store that cannot be reached is a retryable fault", async () => {
    const away = await download(request({ url: "http://127.0.0.1:9/file" }));
    expect(away).toMatchObject({ ok: false, failure: { code: "STORAGE_FAILED", retryable: true } });
  });

  test.each([10_000, 60_000, 200_000])(
    "an abort while %d bytes arrive ends it at once (C8)",
    async (sizeBytes) => {
      shelf.objects.set("/arriving", bytes.subarray(0, sizeBytes));
      const job = new AbortController();
      const { signal: aborted } = job;
      const url = `${shelf.base}/arriving`;
      const onBytes = () => job.abort();
      const result = await download(request({ url, sizeBytes, signal: aborted, onBytes }));
      expect(result).toMatchObject({ ok: false, failure: { code: "CANCELED" } });
    },
  );

  test("an abort ends it as CANCELED", async () => {
    const result = await download(request({ signal: AbortSignal.abort() }));
    expect(result).toMatchObject({ ok: false, failure: { code: "CANCELED" } });
  });
});

describe("upload", () => {
  const sending = () => ({
    name: "video",
    urls: [`${shelf.base}/out?sig=1`] as const,
    contentType: "video/mp4",
    path: join(directory, "outgoing"),
    signal: signal(),
  });
  beforeAll(() => writeFile(join(directory, "outgoing"), bytes));

  test("sends the whole file with its length and type, and tells its sha256", async () => {
    const sent = await upload(sending());
    expect(sent).toEqual({ ok: true, value: { name: "video", size_bytes: bytes.length, sha256 } });
    expect(shelf.objects.get("/out?sig=1")?.equals(bytes)).toBe(true);
    expect(shelf.types.get("/out?sig=1")).toBe("video/mp4");
  });

  test("tries again when the store stumbles", async () => {
    shelf.refusePuts(1);
    expect(await upload(sending())).toMatchObject({ ok: true, value: { sha256 } });
  });

  test("goes by the other endpoint when the first does not answer (C10)", async () => {
    const urls = ["http://127.0.0.1:9/out", `${shelf.base}/out?sig=2`] as const;
    expect(await upload({ ...sending(), urls })).toMatchObject({ ok: true, value: { sha256 } });
    expect(shelf.objects.get("/out?sig=2")?.equals(bytes)).toBe(true);
  });

  test("gives up as a retryable STORAGE_FAILED", async () => {
    shelf.refusePuts(4);
    const failed = await upload(sending());
    expect(failed).toMatchObject({
      ok: false,
      failure: { code: "STORAGE_FAILED", retryable: true },
    });
  });
});
