/** What every object store must do, whoever makes it. */
import { beforeAll, describe, expect, it } from "vitest";
import type { ObjectStore, StoredPart } from "./object-store.ts";

const MIB = 1024 * 1024;
const PART_BYTES = 5 * MIB;

function patternBytes(sizeBytes: number, seed: number): Uint8Array<ArrayBuffer> {
  const bytes = new Uint8Array(sizeBytes);
  for (let index = 0; index < sizeBytes; index++) bytes[index] = (index * 31 + seed) & 255;
  return bytes;
}

/** @param open makes a store on a bucket where the keys below `prefix` are free to use. */
export function objectStoreCases(
  open: () => Promise<{ store: ObjectStore; prefix: string }>,
): void {
  describe("object store", () => {
    let store: ObjectStore;
    let prefix: string;
    let count = 0;
    beforeAll(async () => {
      ({ store, prefix } = await open());
    });
    const newKey = (name = "object"): string => `${prefix}${(count += 1)}/${name}`;

    async function put(key: string, body: string | Uint8Array<ArrayBuffer>): Promise<void> {
      const contentType = "video/mp4";
      const { url } = await store.presignPut(key, { contentType, expiresInS: 60 });
      const response = await fetch(url, {
        method: "PUT",
        headers: { "content-type": contentType },
        body,
      });
      expect([response.status, await response.text()]).toEqual([200, ""]);
    }

    async function sendPart(
      key: string,
      uploadId: string,
      partNumber: number,
      bytes: Uint8Array<ArrayBuffer>,
    ): Promise<StoredPart> {
      const sizeBytes = bytes.length;
      const part = { uploadId, partNumber, sizeBytes, expiresInS: 60 };
      const { url } = await store.presignPart(key, part);
      const response = await fetch(url, { method: "PUT", body: bytes });
      expect([response.status, await response.text()]).toEqual([200, ""]);
      const etag = (response.headers.get("etag") ?? "").replaceAll('"', "");
      return { partNumber, sizeBytes, etag };
    }

    it("gives back by a presigned GET what a presigned PUT stored, with its type", async () => {
      const key = newKey();
      await put(key, "hello");
      const { url } = await store.presignGet(key, { expiresInS: 60 });
      const response = await fetch(url);
      expect(await response.text()).toBe("hello");
      expect(response.headers.get("content-type")).toBe("video/mp4");
      expect(await store.head(key)).toMatchObject({ sizeBytes: 5, contentType: "video/mp4" });
    });

    it("keeps any key apart from any other, dots, spaces and scripts included", async () => {
      const names = ["a b.mp4", "..up/.hidden", "a//b", "ü 视频 (1)+&?#%25.mp4", "a'b\"c"];
      const keys = names.map((name) => newKey(name));
      for (const key of keys) await put(key, key);
      for (const key of keys) {
        const { url } = await store.presignGet(key, { expiresInS: 60 });
        expect(await (await fetch(url)).text()).toBe(key);
      }
    });

    it("refuses a PUT of another type than the one it was presigned for", async () => {
      const key = newKey();
      const { url } = await store.presignPut(key, { contentType: "image/png", expiresInS: 60 });
      const headers = { "content-type": "text/html" };
      const response = await fetch(url, { method: "PUT", headers, body: "<script>" });
      await response.text();
      expect(response.status).toBe(403);
      expect(await store.head(key)).toBeNull();
    });

    it("refuses a URL whose signature or key was changed", async () => {
      const key = newKey();
      await put(key, "secret");
      const { url } = await store.presignGet(key, { expiresInS: 60 });
      for (const forged of [
        url.replace(/.$/u, (last) => (last === "0" ? "1" : "0")),
        url.replace("object", "objecu"),
      ]) {
        const response = await fetch(forged);
        expect(await response.text()).not.toContain("secret");
        expect(response.status).toBe(403);
      }
    });

    it("delivers a range, an open range and a suffix as 206, and 416 beyond the end", async () => {
      const key = newKey();
      await put(key, "0123456789");
      const { url } = await store.presignGet(key, { expiresInS: 60 });
      const read = async (range: string) => {
        const response = await fetch(url, { headers: { range } });
        return [response.status, response.headers.get("content-range"), await response.text()];
      };
      expect(await read("bytes=2-4")).toEqual([206, "bytes 2-4/10", "234"]);
      expect(await read("bytes=7-")).toEqual([206, "bytes 7-9/10", "789"]);
      expect(await read("bytes=-2")).toEqual([206, "bytes 8-9/10", "89"]);
      expect((await read("bytes=10-"))[0]).toBe(416);
    });

    it("names a download and sets its type when asked to", async () => {
      const key = newKey();
      await put(key, "x");
      const { url } = await store.presignGet(key, {
        expiresInS: 60,
        downloadName: 'Mein "Urlaub" 视频.mp4',
        contentType: "application/octet-stream",
      });
      const response = await fetch(url);
      await response.text();
      const disposition = response.headers.get("content-disposition") ?? "";
      expect(disposition).toContain("attachment");
      expect(disposition).toContain(encodeURIComponent("视频"));
      expect(response.headers.get("content-type")).toBe("application/octet-stream");
    });

    it("puts parts together in order, whatever order they came in", async () => {
      const key = newKey();
      const { uploadId } = await store.createMultipart(key, { contentType: "video/mp4" });
      const last = await sendPart(key, uploadId, 2, patternBytes(1000, 2));
      const first = await sendPart(key, uploadId, 1, patternBytes(PART_BYTES, 1));
      expect(await store.listParts(key, uploadId)).toEqual([first, last]);
      await store.completeMultipart(key, uploadId, [first, last]);
      expect(await store.head(key)).toMatchObject({
        sizeBytes: PART_BYTES + 1000,
        contentType: "video/mp4",
      });
      const { url } = await store.presignGet(key, { expiresInS: 60 });
      const range = `bytes=${PART_BYTES - 2}-${PART_BYTES + 1}`;
      const seam = new Uint8Array(await (await fetch(url, { headers: { range } })).arrayBuffer());
      const expected = [
        ...patternBytes(PART_BYTES, 1).slice(-2),
        ...patternBytes(1000, 2).slice(0, 2),
      ];
      expect(Array.from(seam)).toEqual(expected);
      expect(await store.listParts(key, uploadId)).toBeNull();
    });

    it("takes a repeated completion as the success that it is", async () => {
      const key = newKey();
      const { uploadId } = await store.createMultipart(key, { contentType: "video/mp4" });
      const part = await sendPart(key, uploadId, 1, patternBytes(10, 1));
      await store.completeMultipart(key, uploadId, [part]);
      await store.completeMultipart(key, uploadId, [part]);
      expect((await store.head(key))?.sizeBytes).toBe(10);
    });

    it("keeps the last version of a part that was sent twice", async () => {
      const key = newKey();
      const { uploadId } = await store.createMultipart(key, { contentType: "video/mp4" });
      await sendPart(key, uploadId, 1, patternBytes(10, 1));
      const second = await sendPart(key, uploadId, 1, patternBytes(20, 2));
      expect(await store.listParts(key, uploadId)).toEqual([second]);
      await store.abortMultipart(key, uploadId);
    });

    it("refuses a part of another size than the one it was presigned for (F92)", async () => {
      const key = newKey();
      const { uploadId } = await store.createMultipart(key, { contentType: "video/mp4" });
      const part = { uploadId, partNumber: 1, sizeBytes: 10, expiresInS: 60 };
      const { url } = await store.presignPart(key, part);
      for (const sizeBytes of [9, 11]) {
        const response = await fetch(url, { method: "PUT", body: patternBytes(sizeBytes, 1) });
        await response.text();
        expect(response.status).toBe(403);
      }
      expect(await store.listParts(key, uploadId)).toEqual([]);
      await store.abortMultipart(key, uploadId);
    });

    it("signs no checksum of an empty body into upload URLs (F89)", async () => {
      const whole = await store.presignPut(newKey(), { contentType: "video/mp4", expiresInS: 60 });
      const part = { uploadId: "upload", partNumber: 1, sizeBytes: 10, expiresInS: 60 };
      const { url } = await store.presignPart(newKey(), part);
      expect(whole.url.toLowerCase()).not.toContain("checksum");
      expect(url.toLowerCase()).not.toContain("checksum");
      expect(new URL(url).searchParams.get("X-Amz-SignedHeaders")).toContain("content-length");
    });

    it("refuses to complete with a part that is too small before the last", async () => {
      const key = newKey();
      const { uploadId } = await store.createMultipart(key, { contentType: "video/mp4" });
      const parts = [
        await sendPart(key, uploadId, 1, patternBytes(10, 1)),
        await sendPart(key, uploadId, 2, patternBytes(10, 2)),
      ];
      await expect(store.completeMultipart(key, uploadId, parts)).rejects.toThrow(
        /small|minimum/iu,
      );
      expect(await store.head(key)).toBeNull();
      await store.abortMultipart(key, uploadId);
    });

    it("refuses to complete with a part that is not the one that was stored", async () => {
      const key = newKey();
      const { uploadId } = await store.createMultipart(key, { contentType: "video/mp4" });
      const part = await sendPart(key, uploadId, 1, patternBytes(10, 1));
      const forged = { ...part, etag: "0".repeat(32) };
      await expect(store.completeMultipart(key, uploadId, [forged])).rejects.toThrow(/part/iu);
      await store.abortMultipart(key, uploadId);
    });

    it("lists unfinished uploads below a prefix until they are aborted", async () => {
      const key = newKey();
      const { uploadId } = await store.createMultipart(key, { contentType: "video/mp4" });
      const [unfinished] = await store.listMultipartUploads(key);
      expect(unfinished).toMatchObject({ key, uploadId });
      expect(Math.abs((unfinished?.startedAtMs ?? 0) - Date.now())).toBeLessThan(60_000);
      await store.abortMultipart(key, uploadId);
      await store.abortMultipart(key, uploadId);
      expect(await store.listMultipartUploads(key)).toEqual([]);
      expect(await store.listParts(key, uploadId)).toBeNull();
    });

    it("deletes an object, and has no objection to deleting it again", async () => {
      const key = newKey();
      await put(key, "x");
      await store.delete(key);
      await store.delete(key);
      expect(await store.head(key)).toBeNull();
    });

    it("lists objects page by page in the order of keys, with size and age", async () => {
      const keys = ["c", "a", "b"].map((name) => `${prefix}listed/${name}`);
      for (const [index, key] of keys.entries()) await put(key, "x".repeat(index + 1));
      const listed: string[] = [];
      let after = `${prefix}listed/`;
      for (;;) {
        const [found] = await store.listObjects({ after, limit: 1 });
        if (found === undefined || !found.key.startsWith(`${prefix}listed/`)) break;
        listed.push(`${found.key.slice(-1)}${found.sizeBytes}`);
        expect(Date.now() - found.storedAtMs).toBeLessThan(3_600_000);
        after = found.key;
      }
      expect(listed).toEqual(["a2", "b3", "c1"]);
    });

    it("lets pages of any origin upload and read the ETag", async () => {
      const { url } = await store.presignPut(newKey(), {
        contentType: "video/mp4",
        expiresInS: 60,
      });
      const origin = "https://app.example";
      const preflight = await fetch(url, {
        method: "OPTIONS",
        headers: {
          origin,
          "access-control-request-method": "PUT",
          "access-control-request-headers": "content-type",
        },
      });
      await preflight.text();
      expect(preflight.ok).toBe(true);
      expect(["*", origin]).toContain(preflight.headers.get("access-control-allow-origin"));
      expect(preflight.headers.get("access-control-allow-methods")).toContain("PUT");
      const response = await fetch(url, {
        method: "PUT",
        headers: { origin, "content-type": "video/mp4" },
        body: "x",
      });
      await response.text();
      const exposed = response.headers.get("access-control-expose-headers") ?? "";
      expect(exposed.toLowerCase()).toContain("etag");
    });
  });
}
