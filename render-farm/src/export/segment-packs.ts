/**
 * Rendered segments on their way from one worker to another: end to end in one object of the store.
 * What a worker takes from there it believes only when the bytes are those that were put there, so
 * that a pack which is gone, cut off or not the right one costs a rendering and nothing else.
 */
import { createHash } from "node:crypto";
import { createReadStream } from "node:fs";
import { open, rm, stat } from "node:fs/promises";
import { join } from "node:path";
import type { PackedSegment, SegmentPack } from "@cutroom/contracts";
import type { JobContext } from "../job-context.ts";
import { download } from "../transfer/download.ts";
import type { SegmentCache } from "./segment-cache.ts";

/** The store takes 5 GB in one piece; what does not fit is rendered by whoever makes the film. */
export const MAX_PACK_BYTES = 4 * 1024 ** 3;

/** Moves rendered files into one, in order, as many as fit, and says what lies where. */
export async function packSegments(
  directory: string,
  segments: readonly { readonly key: string; readonly fileName: string }[],
  into: { readonly fileName: string; readonly maxBytes: number },
): Promise<PackedSegment[]> {
  const packed: PackedSegment[] = [];
  const pack = await open(join(directory, into.fileName), "w", 0o600);
  let offset = 0;
  try {
    for (const { key, fileName } of segments) {
      const path = join(directory, fileName);
      const { size } = await stat(path);
      if (offset + size > into.maxBytes) break;
      const hash = createHash("sha256");
      for await (const chunk of createReadStream(path) as AsyncIterable<Buffer>) {
        hash.update(chunk);
        await pack.write(chunk);
      }
      packed.push({ key, sha256: hash.digest("hex"), offset_bytes: offset, size_bytes: size });
      offset += size;
      await rm(path);
    }
  } finally {
    await pack.close();
  }
  return packed;
}

/**
 * The cache, and behind it what other workers have left in the store. A segment that the cache is
 * told to forget is not taken from a pack again.
 */
export function withPacks(
  context: JobContext,
  cache: SegmentCache,
  packs: readonly SegmentPack[],
): SegmentCache {
  const there = new Map<string, { readonly url: string; readonly segment: PackedSegment }>();
  // The newest come first.
  for (const { url, segments } of packs.toReversed()) {
    for (const segment of segments) there.set(segment.key, { url, segment });
  }
  return {
    ...cache,
    async take(key, path) {
      if (await cache.take(key, path)) return true;
      const found = there.get(key);
      if (found === undefined) return false;
      const { url, segment } = found;
      const { offset_bytes: fromByte, size_bytes: sizeBytes, sha256 } = segment;
      const arrived = await download({ url, path, fromByte, sizeBytes, signal: context.signal });
      if (arrived.ok && arrived.value.sha256 === sha256) {
        await cache.keep(key, path);
        return true;
      }
      there.delete(key);
      await rm(path, { force: true });
      const reason = arrived.ok ? "other bytes" : arrived.failure.internal;
      context.log("segment.not-taken", { key, reason });
      return false;
    },
    async forget(key) {
      there.delete(key);
      await cache.forget(key);
    },
  };
}
