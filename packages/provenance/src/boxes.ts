/** Boxes of a length and a type, as ISO/IEC 14496-12 (MP4) and 19566-5 (JUMBF) both write them. */
export interface Box {
  readonly type: string;
  /** Of its header. */
  readonly start: number;
  /** Of what it holds. */
  readonly body: number;
  readonly end: number;
}

/** Bytes that every box header fits in. */
export const BOX_HEADER_BYTES = 16;

const latin = (text: string) => Buffer.from(text, "latin1");

/** A box around its parts; up to 4 GiB. */
export function writeBox(type: string, ...parts: readonly Uint8Array[]): Uint8Array {
  const body = Buffer.concat(parts);
  const header = Buffer.alloc(8);
  header.writeUInt32BE(8 + body.length);
  header.write(type, 4, "latin1");
  return Buffer.concat([header, body]);
}

/**
 * The box whose header lies in `bytes`, which begin at `start` of a file that ends at `end`; null
 * when it is none, or is longer than the file.
 */
export function readBoxHeader(bytes: Uint8Array, start: number, end: number): Box | null {
  const view = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  if (view.length < 8 || end - start < 8) return null;
  const short = view.readUInt32BE(0);
  const isLarge = short === 1;
  if (isLarge && view.length < BOX_HEADER_BYTES) return null;
  const size = isLarge ? Number(view.readBigUInt64BE(8)) : short === 0 ? end - start : short;
  const head = isLarge ? BOX_HEADER_BYTES : 8;
  if (size < head || start + size > end) return null;
  const type = view.toString("latin1", 4, 8);
  return { type, start, body: start + head, end: start + size };
}

/** The boxes that fill `bytes` from `from` to `to`; null when they do not. */
export function readBoxes(bytes: Uint8Array, from = 0, to = bytes.length): readonly Box[] | null {
  const boxes: Box[] = [];
  for (let at = from; at < to;) {
    const box = readBoxHeader(bytes.subarray(at, Math.min(to, at + BOX_HEADER_BYTES)), at, to);
    if (box === null) return null;
    boxes.push(box);
    at = box.end;
  }
  return boxes;
}

/** What follows the four letters in the type of every JUMBF superbox. */
const TYPE_TAIL = Buffer.from("00110010800000AA00389B71", "hex");
/** Its label follows, and it may be asked for by it. */
const REQUESTABLE_AND_LABELLED = 3;

/** A JUMBF superbox of a four-letter kind, under a label. */
export function writeSuperbox(
  kind: string,
  label: string,
  ...parts: readonly Uint8Array[]
): Uint8Array {
  const toggles = Buffer.from([REQUESTABLE_AND_LABELLED]);
  const description = writeBox("jumd", latin(kind), TYPE_TAIL, toggles, Buffer.from(`${label}\0`));
  return writeBox("jumb", description, ...parts);
}

export interface Superbox {
  readonly kind: string;
  readonly label: string;
  /** Without its own header: what a reference to it is a hash of. */
  readonly content: Uint8Array;
  readonly children: readonly Superbox[];
  /** What its first box of data holds; null when there is none. */
  readonly data: Uint8Array | null;
}

/** Superboxes in superboxes, at most: a manifest store needs four. */
const DEEPEST = 6;
const DESCRIPTION_BYTES = 17;

/** A JUMBF superbox and all within; null when the bytes are none. */
export function readSuperbox(bytes: Uint8Array, depth = 0): Superbox | null {
  const [outer] = readBoxes(bytes) ?? [];
  if (outer?.type !== "jumb" || depth > DEEPEST) return null;
  const content = bytes.subarray(outer.body, outer.end);
  const [described, ...boxes] = readBoxes(content) ?? [];
  if (described?.type !== "jumd" || described.end - described.body < DESCRIPTION_BYTES) return null;
  const description = Buffer.from(content.subarray(described.body, described.end));
  const hasLabel = ((description[16] ?? 0) & 2) !== 0;
  const labelEnd = description.indexOf(0, DESCRIPTION_BYTES);
  const children: Superbox[] = [];
  let data: Uint8Array | null = null;
  for (const box of boxes) {
    if (box.type === "jumb") {
      const child = readSuperbox(content.subarray(box.start, box.end), depth + 1);
      if (child === null) return null;
      children.push(child);
    } else if (box.type === "cbor" || box.type === "json") {
      data ??= content.subarray(box.body, box.end);
    }
  }
  return {
    kind: description.toString("latin1", 0, 4),
    label:
      hasLabel && labelEnd > 0 ? description.toString("utf8", DESCRIPTION_BYTES, labelEnd) : "",
    content,
    children,
    data,
  };
}
