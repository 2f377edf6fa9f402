/**
 * An HLS ladder of a finished film: one fragmented MP4 (CMAF) for each size, cut at the same
 * frames, and for each the list of its parts. Players get playlists made of these lists, so no
 * playlist with addresses is ever stored.
 */
import { readFile, stat } from "node:fs/promises";
import { join } from "node:path";
import { openArgs } from "@cutroom/compiler";
import type { RenderPlan } from "@cutroom/compiler";
import type { StreamRung } from "@cutroom/contracts";
import { rungsOf } from "@cutroom/domain";
import { ok } from "@cutroom/timeline";
import { runTool } from "../engine/run-tool.ts";
import type { JobContext } from "../job-context.ts";
import { faulted } from "../step-failure.ts";
import type { StepResult } from "../step-failure.ts";

const QUIET = ["-hide_banner", "-nostdin", "-y", "-v", "error"];
const KEY_SECONDS = 2;
const SEGMENT_SECONDS = 4;
const MASTER = "stream.m3u8";

export interface MadeStream {
  readonly rungs: readonly StreamRung[];
  /** File names by output name. */
  readonly files: Readonly<Record<string, string>>;
}

type Rungs = ReturnType<typeof rungsOf>;

function streamArgs(plan: RenderPlan, film: string, rungs: Rungs, threads: number): string[] {
  const copies = rungs.map((_, index) => `[c${index}]`).join("");
  const scaled = rungs.map(
    ({ width, height }, index) => `[c${index}]scale=${width}:${height}:flags=bicubic[v${index}]`,
  );
  const keys = String(Math.max(1, Math.round((KEY_SECONDS * plan.rate.n) / plan.rate.d)));
  return [
    [...QUIET, ...openArgs(film), "-i", film],
    ["-filter_complex", [`[0:v]split=${rungs.length}${copies}`, ...scaled].join(";")],
    rungs.flatMap((_, index) => ["-map", `[v${index}]`, "-map", "0:a:0"]),
    ["-c:v", "libx264", "-preset", "veryfast", "-crf", "23", "-pix_fmt", "yuv420p"],
    ["-g", keys, "-keyint_min", keys, "-sc_threshold", "0", "-threads:v", String(threads)],
    ["-fps_mode", "passthrough", "-c:a", "aac", "-b:a", "128k", "-ac", "2"],
    ["-map_metadata", "-1", "-f", "hls", "-hls_time", String(SEGMENT_SECONDS)],
    ["-hls_playlist_type", "vod", "-hls_segment_type", "fmp4"],
    ["-hls_flags", "single_file+independent_segments", "-master_pl_name", MASTER],
    ["-var_stream_map", rungs.map((_, at) => `v:${at},a:${at}`).join(" "), "rung-%v.m3u8"],
  ].flat();
}

/** The parts of one rung's file, from the playlist that FFmpeg wrote beside it. */
export function readParts(playlist: string): Pick<StreamRung, "map_bytes" | "parts"> {
  const map = /#EXT-X-MAP:.*BYTERANGE="(\d+)@0"/.exec(playlist)?.[1];
  const parts = [...playlist.matchAll(/#EXTINF:([\d.]+),\s+#EXT-X-BYTERANGE:(\d+)@\d+/g)].map(
    ([, seconds, bytes]) => ({ seconds: Number(seconds), bytes: Number(bytes) }),
  );
  return { map_bytes: Number(map ?? 0), parts };
}

/** The rungs of `film`, which has passed its checks; VERIFY_FAILED when a list is not its file's. */
export async function makeStream(
  context: JobContext,
  plan: RenderPlan,
  film: string,
  threads: number,
): Promise<StepResult<MadeStream>> {
  const sizes = rungsOf(plan);
  const run = await runTool(context, "ffmpeg", streamArgs(plan, film, sizes, threads));
  if (!run.ok) return run;
  const master = await readFile(join(context.directory, MASTER), "utf8");
  const codecs = [...master.matchAll(/CODECS="([^"]+)"/g)].map(([, text]) => text ?? "");
  const rungs: StreamRung[] = [];
  const files: Record<string, string> = {};
  for (const [index, { name, width, height }] of sizes.entries()) {
    const playlist = await readFile(join(context.directory, `rung-${index}.m3u8`), "utf8");
    const { map_bytes, parts } = readParts(playlist);
    const fileName = `rung-${index}.m4s`;
    const { size } = await stat(join(context.directory, fileName));
    const listed = parts.reduce((sum, part) => sum + part.bytes, map_bytes);
    const seconds = parts.reduce((sum, part) => sum + part.seconds, 0);
    const wanted = (plan.frameCount * plan.rate.d) / plan.rate.n;
    if (listed !== size || Math.abs(seconds - wanted) > 0.1) {
      return faulted("VERIFY_FAILED", `${name}: ${listed} of ${size} bytes, ${seconds} s`);
    }
    const peak = Math.max(...parts.map((part) => (8 * part.bytes) / part.seconds));
    rungs.push({
      name,
      width,
      height,
      codecs: codecs[index] ?? "avc1.640028,mp4a.40.2",
      bandwidth: Math.ceil(peak),
      map_bytes,
      parts,
    });
    files[name] = fileName;
  }
  return ok({ rungs, files });
}
