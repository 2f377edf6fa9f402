import type { Provenance, StreamRung, exportResult, generateResult } from "@cutroom/contracts";
import { schema } from "@cutroom/db";
import type { StoredExport, TaskRow, Transaction } from "@cutroom/db";
import { eq } from "drizzle-orm";
import type { z } from "zod";

const { asset, task } = schema;

export interface Stored {
  readonly key: string;
  readonly sizeBytes: number;
  readonly sha256: string;
}

type Made = z.output<typeof exportResult> | z.output<typeof generateResult>;

/** What a task shows of the video that it has made, and where that lies. */
export function outputOf(result: Made, stored: ReadonlyMap<string, Stored>): StoredExport {
  const video = stored.get("video");
  if (video === undefined) throw new Error("checked before");
  const segments: { segments?: number | undefined; segments_reused?: number | undefined } =
    result.kind === "export" ? result : {};
  return {
    width: result.width,
    height: result.height,
    frameCount: result.frame_count,
    durationMs: result.duration_ms,
    sizeBytes: video.sizeBytes,
    checksum: video.sha256,
    videoKey: video.key,
    posterKey: stored.get("poster")?.key ?? null,
    engine: result.engine,
    cpuMs: result.cpu_ms,
    ...(result.provenance === undefined ? {} : { provenance: result.provenance }),
    ...(segments.segments === undefined ? {} : { segments: segments.segments }),
    ...(segments.segments_reused === undefined ? {} : { segmentsReused: segments.segments_reused }),
    ...(result.kind === "export" ? storedStream(result.stream, stored) : {}),
    ...(result.kind === "export" ? storedFilmstrip(result.filmstrip, stored) : {}),
  };
}

/** The sizes whose files have really come. */
function storedStream(
  rungs: readonly StreamRung[] | undefined,
  stored: ReadonlyMap<string, Stored>,
): Pick<StoredExport, "stream"> {
  const stream = (rungs ?? []).flatMap((rung) => {
    const key = stored.get(rung.name)?.key;
    return key === undefined ? [] : [{ ...rung, key }];
  });
  return stream.length === 0 ? {} : { stream };
}

function storedFilmstrip(
  tiles: z.output<typeof exportResult>["filmstrip"],
  stored: ReadonlyMap<string, Stored>,
): Pick<StoredExport, "filmstrip"> {
  const key = stored.get("filmstrip")?.key;
  return tiles === undefined || key === undefined ? {} : { filmstrip: { ...tiles, key } };
}

/** From here on a clip is a file as an uploaded one is: the next step prepares it. */
export async function keepClip(
  tx: Transaction,
  { assetId }: TaskRow,
  { videoKey, sizeBytes }: StoredExport,
): Promise<void> {
  if (assetId === null) return;
  await tx.update(asset).set({ originalKey: videoKey, sizeBytes }).where(eq(asset.id, assetId));
}

/** A vendor's clip shows what our farm has signed, and not the bytes that were copied (G8). */
export async function keepSigned(
  tx: Transaction,
  { id, output }: TaskRow,
  signed: Stored,
  provenance: Provenance | undefined,
): Promise<void> {
  if (output === null) return;
  const { key: videoKey, sizeBytes, sha256: checksum } = signed;
  const said = provenance === undefined ? {} : { provenance };
  const shown = { ...output, videoKey, sizeBytes, checksum, ...said };
  await tx.update(task).set({ output: shown }).where(eq(task.id, id));
}
