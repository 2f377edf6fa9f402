/** What the library and the timeline draw of a picture: its poster and its filmstrip. */
import type { Rate } from "@cutroom/timeline";
import type { IngestPlan } from "./classify.ts";
import type { SourceColour } from "./colour.ts";
import { NO_METADATA } from "./master.ts";
import type { Derived } from "./proxy.ts";

const POSTER_SIDE = 640;
const TILE_WIDTH = 160;
const TILE_COLUMNS = 10;
const MAX_TILES = 300;

/** What is known of a film or a picture that is drawn small. */
interface Pictured {
  readonly width: number;
  readonly height: number;
  readonly frameCount: number;
  readonly rate: Rate;
  readonly colour: Pick<SourceColour, "matrix" | "range">;
}

const even = (value: number) => Math.max(2, 2 * Math.round(value / 2));

/** JPEG is BT.601 in full range, whatever the master is. */
function toJpeg(picture: Pictured, width: number, height: number): string {
  const { matrix, range } = picture.colour;
  const from = matrix === "rgb" ? "" : `:in_color_matrix=${matrix}:in_range=${range}`;
  const size = `scale=w=${width}:h=${height}${from}:out_color_matrix=bt601:out_range=pc`;
  return `${size},format=yuvj420p,setsar=1`;
}

function jpegFile(fileName: string, quality: number): string[] {
  const file = ["-frames:v", "1", "-q:v", String(quality), "-f", "image2", "-update", "1"];
  return [...NO_METADATA, ...file, fileName];
}

/** One picture, at 1 s or in the middle, whichever is first; null for sound. */
export function posterOutput(plan: IngestPlan): Derived | null {
  const { picture, kind } = plan;
  if (picture === null) return null;
  const factor = Math.min(1, POSTER_SIDE / Math.max(picture.width, picture.height));
  const { n, d } = picture.rate;
  const frame = Math.min(Math.round(n / d), Math.floor((picture.frameCount - 1) / 2));
  const jpeg = toJpeg(picture, even(picture.width * factor), even(picture.height * factor));
  const filters = kind === "image" ? jpeg : `select=eq(n\\,${frame}),${jpeg}`;
  const fileName = "poster.jpg";
  return { fileName, args: ["-map", "0:v:0", "-vf", filters, ...jpegFile(fileName, 3)] };
}

export interface Filmstrip extends Derived {
  readonly tiles: {
    readonly tile_width: number;
    readonly tile_height: number;
    readonly columns: number;
    readonly count: number;
    readonly interval_ms: number;
  };
}

/** A tile per second, or fewer for a long clip; null for what is no film. */
export function filmstripOutput({ kind, picture }: IngestPlan): Filmstrip | null {
  return picture === null || kind !== "video" ? null : filmstripOf(picture, 1_000);
}

/** A tile per `leastMs`, or fewer for a long film; tile `i` shows the frame at `i * interval_ms`. */
export function filmstripOf(picture: Pictured, leastMs: number): Filmstrip {
  const seenMs = (picture.frameCount * picture.rate.d * 1_000) / picture.rate.n;
  const intervalMs = Math.max(leastMs, Math.ceil(seenMs / MAX_TILES / 1_000) * 1_000);
  const count = Math.max(1, Math.min(MAX_TILES, Math.ceil(seenMs / intervalMs - 1e-6)));
  const tileHeight = even((TILE_WIDTH * picture.height) / picture.width);
  const filters = [
    `fps=fps=1000/${intervalMs}:round=up:start_time=0`,
    `tpad=stop=-1:stop_mode=clone,trim=end_frame=${count}`,
    toJpeg(picture, TILE_WIDTH, tileHeight),
    `tile=${TILE_COLUMNS}x${Math.ceil(count / TILE_COLUMNS)}`,
  ];
  const fileName = "filmstrip.jpg";
  return {
    fileName,
    args: ["-map", "0:v:0", "-vf", filters.join(","), ...jpegFile(fileName, 4)],
    tiles: {
      tile_width: TILE_WIDTH,
      tile_height: tileHeight,
      columns: TILE_COLUMNS,
      count,
      interval_ms: intervalMs,
    },
  };
}
