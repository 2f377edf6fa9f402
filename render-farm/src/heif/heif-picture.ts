/** Pure: how the picture that a HEIF file shows is put together of what it holds. */
import { ok } from "@cutroom/timeline";
import { refused } from "../step-failure.ts";
import type { StepResult } from "../step-failure.ts";
import { codedStream } from "./coded-stream.ts";
import type { CodedStream } from "./coded-stream.ts";
import { Cursor, HeifFault, readHeifFile } from "./heif-boxes.ts";
import type { HeifFile, HeifItem, HeifProperty } from "./heif-boxes.ts";

interface Size {
  readonly width: number;
  readonly height: number;
}

/** A picture whose tiles are the frames of one stream, row by row. */
export interface TiledPicture extends Size {
  readonly stream: CodedStream;
  readonly columns: number;
  readonly rows: number;
  readonly tile: Size;
}

/** What the container says of the colours, by ITU-T H.273; it outweighs the bitstream. */
export interface ColourCodes {
  readonly primaries: number;
  readonly transfer: number;
  readonly matrix: number;
  readonly isFullRange: boolean;
}

export type Step =
  | ({ readonly kind: "crop"; readonly x: number; readonly y: number } & Size)
  /** Anticlockwise. */
  | { readonly kind: "turn"; readonly quarters: number }
  | { readonly kind: "mirror"; readonly axis: "upside-down" | "left-right" };

export interface HeifPicture {
  readonly colour: TiledPicture;
  readonly alpha: TiledPicture | null;
  readonly isPremultiplied: boolean;
  /** What is done to the picture, in this order. */
  readonly steps: readonly Step[];
  /** As shown, after all steps. */
  readonly shown: Size;
  readonly codes: ColourCodes | null;
  readonly profile: Uint8Array | null;
}

const ALPHA = /^urn:mpeg:(mpegB:cicp:systems:auxiliary:alpha|hevc:2015:auxid:1)\0/;

const named = (item: HeifItem, name: string): HeifProperty | undefined =>
  item.properties.find(({ type }) => type === name);

function itemOf(file: HeifFile, id: number): HeifItem {
  const item = file.items.get(id);
  if (item === undefined) throw new HeifFault("CORRUPT", `no item ${id}`);
  return item;
}

function sizeOf(item: HeifItem): Size {
  const said = named(item, "ispe");
  if (said === undefined) throw new HeifFault("CORRUPT", "a picture without a size");
  const cursor = new Cursor(said.body);
  cursor.full();
  const size = { width: cursor.take(4), height: cursor.take(4) };
  if (size.width < 1 || size.height < 1) throw new HeifFault("CORRUPT", "a picture of no size");
  return size;
}

function readGrid(item: HeifItem) {
  const grid = new Cursor(new DataView(Uint8Array.from(Buffer.concat(item.extents)).buffer));
  grid.take(1);
  const sizeBytes = (grid.take(1) & 1) === 1 ? 4 : 2;
  const [rows, columns] = [grid.take(1) + 1, grid.take(1) + 1];
  return { rows, columns, width: grid.take(sizeBytes), height: grid.take(sizeBytes) };
}

/** No more tiles than it takes to cover the picture. */
const covers = (tiles: number, tile: number, whole: number) =>
  tiles * tile >= whole && (tiles - 1) * tile < whole;

function tiledPicture(file: HeifFile, id: number, fileBytes: number): TiledPicture {
  const item = itemOf(file, id);
  if (item.type !== "grid") {
    const size = sizeOf(item);
    return { ...size, stream: codedStream([item], fileBytes), columns: 1, rows: 1, tile: size };
  }
  const { rows, columns, width, height } = readGrid(item);
  const ids = file.references.find(({ type, from }) => type === "dimg" && from === id)?.to ?? [];
  const tiles = ids.map((tileId) => itemOf(file, tileId));
  const [first] = tiles;
  if (first === undefined || tiles.length !== rows * columns) {
    throw new HeifFault("CORRUPT", `${tiles.length} tiles for ${columns}x${rows}`);
  }
  const tile = sizeOf(first);
  if (!covers(columns, tile.width, width) || !covers(rows, tile.height, height)) {
    throw new HeifFault("CORRUPT", `tiles of ${tile.width}x${tile.height} for ${width}x${height}`);
  }
  return { width, height, stream: codedStream(tiles, fileBytes), columns, rows, tile };
}

/** The clean aperture: its size, and how far its middle lies from that of the picture. */
function cropOf(body: DataView, { width, height }: Size): Step {
  const ratio = (at: number) => body.getInt32(at) / body.getUint32(at + 4);
  const size = { width: Math.round(ratio(0)), height: Math.round(ratio(8)) };
  const x = Math.round((width - size.width) / 2 + ratio(16));
  const y = Math.round((height - size.height) / 2 + ratio(24));
  const isInside = size.width > 0 && x >= 0 && x + size.width <= width && size.height > 0 && y >= 0;
  if (!isInside || y + size.height > height) throw new HeifFault("CORRUPT", "an aperture outside");
  return { kind: "crop", x, y, ...size };
}

function stepsOf(item: HeifItem, coded: Size): Pick<HeifPicture, "steps" | "shown"> {
  const steps: Step[] = [];
  let shown: Size = { width: coded.width, height: coded.height };
  for (const { type, body } of item.properties) {
    if (type === "clap") {
      const crop = cropOf(body, shown);
      steps.push(crop);
      if (crop.kind === "crop") shown = { width: crop.width, height: crop.height };
    }
    if (type === "irot") {
      const quarters = body.getUint8(0) & 3;
      steps.push({ kind: "turn", quarters });
      if (quarters % 2 === 1) shown = { width: shown.height, height: shown.width };
    }
    if (type === "imir") {
      const axis = (body.getUint8(0) & 1) === 0 ? "upside-down" : "left-right";
      steps.push({ kind: "mirror", axis });
    }
  }
  return { steps, shown };
}

function coloursOf(item: HeifItem): Pick<HeifPicture, "codes" | "profile"> {
  let codes: ColourCodes | null = null;
  let profile: Uint8Array | null = null;
  for (const { type, body } of item.properties) {
    if (type !== "colr") continue;
    const cursor = new Cursor(body);
    const kind = cursor.text(4);
    if (kind === "nclx") {
      const [primaries, transfer, matrix] = [cursor.take(2), cursor.take(2), cursor.take(2)];
      codes = { primaries, transfer, matrix, isFullRange: cursor.take(1) >= 128 };
    }
    if (kind === "prof" || kind === "rICC") profile = cursor.bytes(body.byteLength - 4);
  }
  return { codes, profile };
}

function describe(bytes: Uint8Array, maxPixels: number): StepResult<HeifPicture> {
  const file = readHeifFile(bytes);
  const item = itemOf(file, file.primary);
  const said = item.type === "grid" ? readGrid(item) : sizeOf(item);
  if (said.width * said.height > maxPixels) {
    return refused("PIXEL_LIMIT", `announces ${said.width}x${said.height}`);
  }
  const colour = tiledPicture(file, file.primary, bytes.length);
  const alphaId = file.references.find(({ type, from, to }) => {
    const kind = type === "auxl" && to.includes(file.primary) && named(itemOf(file, from), "auxC");
    return (
      kind &&
      ALPHA.test(
        Buffer.from(kind.body.buffer, kind.body.byteOffset + 4, kind.body.byteLength - 4).toString(
          "latin1",
        ),
      )
    );
  })?.from;
  const alpha = alphaId === undefined ? null : tiledPicture(file, alphaId, bytes.length);
  if (alpha !== null && (alpha.width !== colour.width || alpha.height !== colour.height)) {
    return refused("UNSUPPORTED_FORMAT", "an alpha plane of another size");
  }
  const isPremultiplied = file.references.some(({ type }) => type === "prem");
  return ok({ colour, alpha, isPremultiplied, ...stepsOf(item, colour), ...coloursOf(item) });
}

/**
 * The primary picture of a HEIC or AVIF file, or PIXEL_LIMIT before anything is decoded,
 * TRUNCATED, CORRUPT, or UNSUPPORTED_FORMAT for pictures of another kind in the same container.
 */
export function readHeifPicture(bytes: Uint8Array, maxPixels: number): StepResult<HeifPicture> {
  try {
    return describe(bytes, maxPixels);
  } catch (error) {
    if (error instanceof HeifFault) return refused(error.code, error.message);
    if (error instanceof RangeError) return refused("CORRUPT", error.message);
    throw error;
  }
}
