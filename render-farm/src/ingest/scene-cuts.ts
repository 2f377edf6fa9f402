/** Where one shot gives way to another, by FFmpeg's scene change detection on small pictures. */
import { readFile, rm } from "node:fs/promises";
import { join } from "node:path";
import { framesToFlicks } from "@cutroom/timeline";
import type { JobContext } from "../job-context.ts";
import type { PicturePlan } from "./classify.ts";
import type { Derived } from "./proxy.ts";

const LIST = "cuts.txt";
/** Percent of the whole range by which the pictures differ more than those before them. */
const THRESHOLD = 10;
const MAX_CUTS = 1_000;

/** Leaves a list of the frames that begin a shot; null for a still. */
export function cutsOutput(picture: PicturePlan | null, isStill: boolean): Derived | null {
  if (picture === null || isStill) return null;
  const filters = [
    "scale=w=128:h=72:flags=area,format=yuv420p",
    `scdet=threshold=${THRESHOLD}`,
    `metadata=mode=print:key=lavfi.scd.time:file=${LIST}`,
  ];
  const seen = ["-map", "0:v:0", "-vf", filters.join(","), "-fps_mode", "passthrough"];
  return { fileName: LIST, args: [...seen, "-an", "-f", "null", "-"] };
}

/** Flicks at which shots begin, on the grid; the first shot is not among them. */
export async function readCuts(context: JobContext, picture: PicturePlan): Promise<number[]> {
  const path = join(context.directory, LIST);
  const text = await readFile(path, "utf8").catch(() => "");
  await rm(path, { force: true });
  return cutsOf(text, picture);
}

export function cutsOf(text: string, { rate, frameCount }: PicturePlan): number[] {
  const seconds = [...text.matchAll(/lavfi\.scd\.time=([\d.]+)/g)].map(([, at]) => Number(at));
  const frames = seconds.map((at) => Math.round((at * rate.n) / rate.d));
  const inside = [...new Set(frames)].filter((frame) => frame > 0 && frame < frameCount);
  return inside.slice(0, MAX_CUTS).map((frame) => framesToFlicks(frame, rate));
}
