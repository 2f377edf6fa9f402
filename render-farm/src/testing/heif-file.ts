/** Photos as phones make them: coded pictures of FFmpeg in the boxes of HEIF. */
import { execFile } from "node:child_process";
import { promisify } from "node:util";

const run = promisify(execFile);

export interface Coded {
  readonly type: "hvc1" | "av01";
  readonly width: number;
  readonly height: number;
  readonly data: Buffer;
  /** `hvcC` of HEVC; AV1 needs none. */
  readonly config: Buffer | null;
}

/** `source` is a filter chain of lavfi; one frame of it is coded without loss. */
export async function coded(
  type: Coded["type"],
  size: { readonly width: number; readonly height: number },
  source: string,
  options: string,
): Promise<Coded> {
  const codec =
    type === "hvc1"
      ? "-c:v libx265 -preset ultrafast -x265-params lossless=1:log-level=none -f hevc"
      : "-c:v libaom-av1 -still-picture 1 -cpu-used 8 -crf 0 -f obu";
  const input = ["-v", "error", "-f", "lavfi", "-i", source, "-frames:v", "1"];
  const { stdout } = await run(
    "ffmpeg",
    [...input, ...options.split(" "), ...codec.split(" "), "-"],
    { encoding: "buffer", maxBuffer: 16 * 1024 * 1024 },
  );
  // The temporal delimiter in front has no place in an item.
  if (type === "av01") return { type, ...size, data: stdout.subarray(2), config: null };
  const units = unitsOf(stdout);
  const isSet = (unit: Buffer) => [32, 33, 34].includes(((unit[0] ?? 0) >>> 1) & 63);
  const sets = units.filter((unit) => isSet(unit));
  const slices = units.filter((unit) => !isSet(unit));
  const config = Buffer.concat([
    Buffer.from([1, ...Array.from({ length: 20 }, () => 0), 3, sets.length]),
    ...sets.flatMap((set) => [Buffer.from([(set[0] ?? 0) >>> 1, 0, 1]), u16(set.length), set]),
  ]);
  const data = Buffer.concat(slices.flatMap((slice) => [u32(slice.length), slice]));
  return { type, ...size, data, config };
}

/** What lies between the start codes; the zeros in front of one belong to it. */
function unitsOf(stream: Buffer): Buffer[] {
  const text = stream.toString("latin1");
  const parts = text.split("\0\0\u0001").slice(1);
  return parts.map((part) => Buffer.from(part.replace(/\0+$/, ""), "latin1"));
}

function u16(value: number): Buffer {
  return Buffer.from([value >>> 8, value & 255]);
}
function u32(value: number): Buffer {
  return Buffer.from([value >>> 24, (value >>> 16) & 255, (value >>> 8) & 255, value & 255]);
}
export function box(type: string, ...parts: readonly Buffer[]): Buffer {
  const body = Buffer.concat(parts);
  return Buffer.concat([u32(body.length + 8), Buffer.from(type, "latin1"), body]);
}
const full = (type: string, ...parts: readonly Buffer[]) => box(type, u32(0), ...parts);

export const nclx = (primaries: number, transfer: number, matrix: number, isFull: boolean) =>
  box(
    "colr",
    Buffer.from("nclx"),
    ...[primaries, transfer, matrix].map((code) => u16(code)),
    Buffer.from([isFull ? 128 : 0]),
  );
export const icc = (profile: Buffer) => box("colr", Buffer.from("prof"), profile);

interface Item {
  readonly type: string;
  readonly data: Buffer;
  readonly properties: readonly Buffer[];
}

const ispe = (width: number, height: number) => full("ispe", u32(width), u32(height));

const codedItem = (
  { type, width, height, data, config }: Coded,
  more: readonly Buffer[],
): Item => ({
  type,
  data,
  properties: [ispe(width, height), ...(config === null ? [] : [box("hvcC", config)]), ...more],
});

export interface HeifShape {
  readonly brand: string;
  /** Row by row; more than one make a grid. */
  readonly tiles: readonly Coded[];
  readonly columns: number;
  readonly width: number;
  readonly height: number;
  /** Of the whole picture: colours, turns. */
  readonly properties: readonly Buffer[];
  readonly alpha?: Coded;
}

function itemsOf({ tiles, columns, width, height, properties, alpha }: HeifShape): Item[] {
  const seen = tiles.map((tile) => codedItem(tile, tiles.length === 1 ? properties : []));
  const rows = tiles.length / columns;
  const grid = Buffer.concat([Buffer.from([0, 0, rows - 1, columns - 1]), u16(width), u16(height)]);
  const whole = { type: "grid", data: grid, properties: [ispe(width, height), ...properties] };
  const urn = Buffer.from("urn:mpeg:mpegB:cicp:systems:auxiliary:alpha\0");
  const through = alpha === undefined ? [] : [codedItem(alpha, [full("auxC", urn)])];
  return [...seen, ...(tiles.length === 1 ? [] : [whole]), ...through];
}

/** The primary picture is the only tile, or the grid behind all of them. */
export function heifFile(shape: HeifShape): Buffer {
  const items = itemsOf(shape);
  const { tiles, alpha, brand } = shape;
  const primary = tiles.length === 1 ? 1 : tiles.length + 1;
  const entries = items.map(({ type }, at) =>
    box("infe", u32(0x0200_0000), u16(at + 1), u16(0), Buffer.from(`${type}\0`)),
  );
  const ids = tiles.map((_, at) => u16(at + 1));
  const links = [
    ...(tiles.length === 1 ? [] : [box("dimg", u16(primary), u16(ids.length), ...ids)]),
    ...(alpha === undefined ? [] : [box("auxl", u16(items.length), u16(1), u16(primary))]),
  ];
  const all = items.flatMap(({ properties }) => properties);
  let index = 0;
  const owned = items.map(({ properties }, at) => {
    const numbers = properties.map(() => (index += 1));
    return Buffer.concat([u16(at + 1), Buffer.from([numbers.length, ...numbers])]);
  });
  const withPlaces = (from: number) => {
    let at = from;
    const places = items.map(({ data }, number) => {
      const place = [u16(number + 1), u16(0), u16(1), u32(at), u32(data.length)];
      at += data.length;
      return Buffer.concat(place);
    });
    return full(
      "meta",
      full("hdlr", u32(0), Buffer.from("pict"), Buffer.alloc(13)),
      full("pitm", u16(primary)),
      full("iloc", Buffer.from([0x44, 0]), u16(items.length), ...places),
      full("iinf", u16(items.length), ...entries),
      ...(links.length === 0 ? [] : [full("iref", ...links)]),
      box("iprp", box("ipco", ...all), full("ipma", u32(items.length), ...owned)),
    );
  };
  const type = box("ftyp", Buffer.from(brand), u32(0), Buffer.from("mif1"));
  const before = type.length + withPlaces(0).length + 8;
  return Buffer.concat([type, withPlaces(before), box("mdat", ...items.map(({ data }) => data))]);
}
