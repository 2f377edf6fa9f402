/** Renders one frame of a plan with FFmpeg, from the same arguments as the export. */
import { lowerToFfmpeg, lutFile, parseCube, slicePlan } from "@cutroom/compiler";
import type { PlanLut, PlanRect, RenderPlan } from "@cutroom/compiler";
import { sha256 } from "hash-wasm";
import { BoundedCache } from "../bounded-cache.ts";
import type { MediaFiles } from "../decode/media-file.ts";
import type { TitleRasteriser } from "../decode/title-client.ts";
import type { MediaByAsset } from "../media.ts";
import { cutVideo } from "./cut-video.ts";
import { TooLargeError } from "./too-large.ts";
import { cutId, localPlan, wantedFrames } from "./local-plan.ts";
import type { VideoCut } from "./local-plan.ts";
import type { RecycledCore } from "./recycled-core.ts";

export interface ExactFrame {
  readonly width: number;
  readonly height: number;
  /** RGBA, row by row. */
  readonly pixels: Uint8ClampedArray<ArrayBuffer>;
  /** SHA-256 of the pixels, in hex. */
  readonly hash: string;
}

export interface ExactParts {
  readonly core: RecycledCore;
  readonly files: MediaFiles;
  readonly titles: TitleRasteriser;
  readonly media: () => MediaByAsset;
  readonly signal: AbortSignal;
}

const RUN_TIMEOUT_MS = 30_000;
const OUTPUT = "frame.raw";
/** A file that has to be taken whole (a still, a film with alpha) may be this large. */
const LARGEST_WHOLE_BYTES = 48 * 1024 * 1024;

const wholeFiles = new BoundedCache<Uint8Array>(LARGEST_WHOLE_BYTES * 2);

/** Rejects with `TooLargeError`, an abort, or whatever reading, drawing or FFmpeg failed with. */
export async function renderExactFrame(
  plan: RenderPlan,
  frame: number,
  parts: ExactParts,
): Promise<ExactFrame> {
  const slice = slicePlan(plan, { startFrame: frame, endFrame: frame + 1 });
  const cuts = await cutVideos(slice, parts);
  const local = localPlan(
    slice,
    cuts.map(({ cut }) => cut),
  );
  const files = new Map(cuts.map(({ fileName, bytes }) => [fileName, bytes]));
  const names: Record<string, string> = {};
  for (const [index, { fileName }] of cuts.entries()) names[cutId(index)] = fileName;
  const stills = await stillFiles(local, parts);
  for (const still of stills) {
    names[still.inputId] = still.fileName;
    files.set(still.fileName, still.bytes);
  }
  for (const [index, lut] of (local.luts ?? []).entries()) {
    names[lut.id] = `lut-${index}.cube`;
    files.set(`lut-${index}.cube`, await lutBytes(lut, parts));
  }
  const titleRects: Record<string, PlanRect> = {};
  for (const { inputId, rect } of stills) if (rect) titleRects[inputId] = rect;
  const lowered = lowerToFfmpeg(local, {
    files: names,
    titleRects,
    output: { kind: "frame", fileName: OUTPUT, format: "rgba" },
  });
  files.set(lowered.filterScriptName, new TextEncoder().encode(lowered.filterScript));
  parts.signal.throwIfAborted();
  const job = { files, args: lowered.args, outputName: OUTPUT, timeoutMs: RUN_TIMEOUT_MS };
  const raw = await parts.core.use((ffmpeg) => ffmpeg.run(job));
  if (raw.byteLength !== plan.width * plan.height * 4) {
    throw new Error(`expected one frame, got ${raw.byteLength} bytes`);
  }
  const pixels = new Uint8ClampedArray(raw);
  return { width: plan.width, height: plan.height, pixels, hash: await sha256(raw) };
}

async function lutBytes(lut: PlanLut, parts: ExactParts): Promise<Uint8Array> {
  const { source } = lut;
  if (source.kind === "built-in") return new TextEncoder().encode(lutFile(lut, null));
  const parsed = parseCube(new TextDecoder().decode(await wholeFile(source.assetId, parts)));
  if (!parsed.ok) throw new Error(`no table: ${parsed.failure.code}`);
  return new TextEncoder().encode(lutFile(lut, parsed.value));
}

interface CutFile {
  readonly cut: VideoCut;
  readonly fileName: string;
  readonly bytes: Uint8Array;
}

function cutVideos(slice: RenderPlan, parts: ExactParts): Promise<CutFile[]> {
  return Promise.all(
    wantedFrames(slice).map(async ({ op, input }, index) => {
      const of = { inputId: op.inputId, clipId: op.clipId };
      if (input.hasAlpha) {
        // Alpha travels beside the picture, where copying packets would lose it.
        const bytes = await wholeFile(input.assetId, parts);
        const cut = { ...of, firstFrame: 0, frameCount: input.frameCount };
        return { cut, fileName: `${cutId(index)}.${sniffVideo(bytes)}`, bytes };
      }
      const file = parts.files.file(input.assetId);
      if (!file) throw new Error(`${input.assetId} is offline`);
      const { bytes, ...span } = await cutVideo(file, input.rate.n / input.rate.d, op.sourceFrame);
      return { cut: { ...of, ...span }, fileName: `${cutId(index)}.mp4`, bytes };
    }),
  );
}

interface StillFile {
  readonly inputId: string;
  readonly fileName: string;
  readonly bytes: Uint8Array;
  readonly rect: PlanRect | null;
}

function stillFiles(plan: RenderPlan, parts: ExactParts): Promise<StillFile[]> {
  return Promise.all(
    plan.inputs
      .filter((input) => input.kind === "image" || input.kind === "title")
      .map(async (input, index) => {
        if (input.kind === "title") {
          const { png, rect } = await parts.titles.rasterise(input.title);
          return { inputId: input.id, fileName: `title-${index}.png`, bytes: png, rect };
        }
        const bytes = await wholeFile(input.assetId, parts);
        const fileName = `still-${index}.${sniffImage(bytes)}`;
        return { inputId: input.id, fileName, bytes, rect: null };
      }),
  );
}

async function wholeFile(assetId: string, parts: ExactParts): Promise<Uint8Array> {
  const url = parts.media()[assetId]?.proxyUrl;
  if (!url) throw new Error(`${assetId} is offline`);
  const known = wholeFiles.get(url);
  if (known) return known;
  const answer = await fetch(url, { mode: "cors", credentials: "omit", signal: parts.signal });
  if (!answer.ok) throw new Error(`${assetId} answered ${answer.status}`);
  if (Number(answer.headers.get("content-length") ?? 0) > LARGEST_WHOLE_BYTES) {
    await answer.body?.cancel();
    throw new TooLargeError(assetId);
  }
  const bytes = new Uint8Array(await answer.arrayBuffer());
  wholeFiles.set(url, bytes, bytes.byteLength);
  return bytes;
}

/** The name decides which demuxer opens it, so it follows the bytes, not the address. */
function sniffImage(bytes: Uint8Array): "png" | "jpg" | "webp" {
  if (bytes[0] === 0x89 && bytes[1] === 0x50) return "png";
  if (bytes[0] === 0xff && bytes[1] === 0xd8) return "jpg";
  if (bytes[8] === 0x57 && bytes[9] === 0x45) return "webp";
  throw new Error("not a still that the engine opens");
}

function sniffVideo(bytes: Uint8Array): "webm" | "mp4" {
  return bytes[0] === 0x1a && bytes[1] === 0x45 ? "webm" : "mp4";
}
