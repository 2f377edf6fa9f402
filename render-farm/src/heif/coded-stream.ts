/** Pure: the coded pictures of HEIF items as streams that FFmpeg reads, one frame for each item. */
import { Cursor, HeifFault } from "./heif-boxes.ts";
import type { HeifItem } from "./heif-boxes.ts";

export interface CodedStream {
  readonly codec: "hevc" | "ivf";
  readonly bytes: Uint8Array;
}

const START_CODE = Uint8Array.of(0, 0, 0, 1);

const viewOf = (bytes: Uint8Array) =>
  new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);

/** Parameter sets from the item's configuration, and its slices, each behind a start code. */
function hevcUnits(item: HeifItem, data: Uint8Array): Uint8Array[] {
  const said = item.properties.find(({ type }) => type === "hvcC");
  if (said === undefined) throw new HeifFault("CORRUPT", "HEVC without a configuration");
  const config = new Cursor(said.body);
  config.bytes(21);
  const lengthBytes = (config.take(1) & 3) + 1;
  const units: Uint8Array[] = [];
  for (let arrays = config.take(1); arrays > 0; arrays -= 1) {
    config.take(1);
    for (let count = config.take(2); count > 0; count -= 1) {
      units.push(START_CODE, config.bytes(config.take(2)));
    }
  }
  const slices = new Cursor(viewOf(data));
  while (!slices.isAtEnd()) units.push(START_CODE, slices.bytes(slices.take(lengthBytes)));
  return units;
}

/** IVF: the plainest container of AV1; sizes and times are the decoder's own affair. */
function ivf(frames: readonly Uint8Array[]): Uint8Array {
  const head = Buffer.alloc(32);
  head.write("DKIF\0\0\x20\0AV01", "latin1");
  head.writeUInt32LE(25, 16);
  head.writeUInt32LE(1, 20);
  head.writeUInt32LE(frames.length, 24);
  const parts = frames.flatMap((frame, at) => {
    const mark = Buffer.alloc(12);
    mark.writeUInt32LE(frame.length, 0);
    mark.writeUInt32LE(at, 4);
    return [mark, frame];
  });
  return Buffer.concat([head, ...parts]);
}

/** Items must be of one codec, HEVC or AV1. Throws a HeifFault or a RangeError. */
export function codedStream(items: readonly HeifItem[], fileBytes: number): CodedStream {
  const data = items.map(({ extents }) => extents);
  const total = data.flat().reduce((sum, part) => sum + part.length, 0);
  // Items that show the same bytes over and over would become far more than the file holds.
  if (total > fileBytes) throw new HeifFault("CORRUPT", `${total} bytes of ${fileBytes}`);
  const kinds = new Set(items.map(({ type }) => type));
  const [kind = "", another] = kinds;
  if (another !== undefined) throw new HeifFault("UNSUPPORTED_FORMAT", "tiles of several codecs");
  if (data.some((extents) => extents.length === 0)) {
    throw new HeifFault("UNSUPPORTED_FORMAT", "an item whose bytes are elsewhere");
  }
  const whole = data.map((extents) => Buffer.concat(extents));
  if (kind === "av01") return { codec: "ivf", bytes: ivf(whole) };
  if (kind !== "hvc1") throw new HeifFault("UNSUPPORTED_FORMAT", `a picture coded as ${kind}`);
  const units = items.flatMap((item, at) => hevcUnits(item, whole[at] ?? Buffer.alloc(0)));
  return { codec: "hevc", bytes: Buffer.concat(units) };
}
