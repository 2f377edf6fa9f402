/**
 * A content from the pictures that ingest has drawn of it to what a judge says of them. Nothing
 * is decided here, and nothing of it stays on this machine.
 */
import { createHash } from "node:crypto";
import { readFile } from "node:fs/promises";
import { join } from "node:path";
import type { ClaimedVerdict } from "@cutroom/contracts";
import type { JudgedFrame } from "@cutroom/domain/moderation";
import type { Picture, PictureJudge } from "@cutroom/ports";
import { ok } from "@cutroom/timeline";
import { runTool } from "../engine/run-tool.ts";
import type { JobContext } from "../job-context.ts";
import { refused } from "../step-failure.ts";
import type { StepResult } from "../step-failure.ts";
import { download } from "../transfer/download.ts";
import { cutTile } from "./pick-pictures.ts";

const SOURCE = "pictures.jpg";
const PIXELS = "pictures.rgb";

async function decode(context: JobContext): Promise<StepResult<Picture>> {
  const input = ["-protocol_whitelist", "file", "-f", "jpeg_pipe", "-i", SOURCE];
  const show = ["-select_streams", "v:0", "-show_entries", "stream=width,height", "-of", "csv=p=0"];
  const probed = await runTool(context, "ffprobe", ["-v", "error", ...input, ...show]);
  if (!probed.ok) return probed;
  const [width = 0, height = 0] = probed.value.stdout.trim().split(",").map(Number);
  const pixels = ["-pix_fmt", "rgb24", "-f", "rawvideo", PIXELS];
  const done = await runTool(context, "ffmpeg", ["-v", "error", ...input, ...pixels]);
  if (!done.ok) return done;
  const rgb = await readFile(join(context.directory, PIXELS));
  if (rgb.length !== width * height * 3) return refused("CORRUPT", "not one picture");
  return ok({ width, height, rgb });
}

/** What of a content is judged. */
type Shown = Pick<ClaimedVerdict, "pictures" | "tiles">;

/** Each picture, and when it is in the content. */
function picturesOf(whole: Picture, { pictures: { sheet }, tiles }: Shown) {
  if (sheet === null) return [{ atMs: null, picture: whole }];
  return tiles.map((at) => ({
    atMs: at * sheet.interval_ms,
    picture: cutTile(whole, sheet, at),
  }));
}

function digestOf(pictures: readonly Picture[]): string {
  const hash = createHash("sha256");
  for (const { rgb } of pictures) hash.update(rgb);
  return hash.digest("hex");
}

/** `isUnknown`: it may have been judged, and nobody has heard of it. */
export type Judgement =
  | {
      readonly kind: "judged";
      readonly frames: readonly JudgedFrame[];
      /** sha256 of the pixels that were judged, one picture after the other. */
      readonly inputDigest: string;
    }
  | { readonly kind: "none"; readonly isUnknown: boolean; readonly internal: string };

const none = (internal: string, isUnknown = false): Judgement => ({
  kind: "none",
  isUnknown,
  internal,
});

export async function judgeContent(
  context: JobContext,
  judge: PictureJudge,
  content: Shown,
): Promise<Judgement> {
  const { directory, signal } = context;
  const { pictures } = content;
  const path = join(directory, SOURCE);
  const fetched = await download({
    url: pictures.url,
    path,
    sizeBytes: pictures.size_bytes,
    signal,
  });
  if (!fetched.ok) return none(fetched.failure.internal);
  const decoded = await decode(context);
  if (!decoded.ok) return none(decoded.failure.internal);
  const shown = picturesOf(decoded.value, content);
  const said = await judge.judge(
    shown.map(({ picture }) => picture),
    signal,
  );
  if (said.kind !== "judged") return none(said.internal, said.kind === "unknown");
  const frames = shown.flatMap(({ atMs }, at) => {
    const score = said.scores[at];
    return score === undefined ? [] : [{ atMs, score }];
  });
  return frames.length === shown.length
    ? { kind: "judged", frames, inputDigest: digestOf(shown.map(({ picture }) => picture)) }
    : none(`${frames.length} scores for ${shown.length} pictures`);
}
