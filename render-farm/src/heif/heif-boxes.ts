/**
 * Pure: the items of a HEIF file (ISO/IEC 23008-12 in the boxes of 14496-12): which picture is
 * the one to show, what each item is, where its bytes lie and what is said of it.
 */

/** Why a file is refused; `RangeError`, thrown where numbers lead out of a box, means CORRUPT. */
export class HeifFault extends Error {
  readonly code: "TRUNCATED" | "CORRUPT" | "UNSUPPORTED_FORMAT";
  constructor(code: HeifFault["code"], message: string) {
    super(message);
    this.code = code;
  }
}

export interface HeifProperty {
  readonly type: string;
  readonly body: DataView;
}

export interface HeifItem {
  readonly type: string;
  /** Its bytes are these, one after the other. */
  readonly extents: readonly Uint8Array[];
  /** In the order in which they apply. */
  readonly properties: readonly HeifProperty[];
}

export interface HeifFile {
  readonly primary: number;
  readonly items: ReadonlyMap<number, HeifItem>;
  readonly references: readonly {
    readonly type: string;
    readonly from: number;
    readonly to: readonly number[];
  }[];
}

/** Reads big-endian numbers one after the other; a RangeError at the end. */
export class Cursor {
  readonly view: DataView;
  at = 0;
  constructor(view: DataView) {
    this.view = view;
  }
  /** An unsigned number of 0 to 8 bytes. */
  take(bytes: number): number {
    let value = 0;
    for (let step = 0; step < bytes; step += 1) {
      value = value * 256 + this.view.getUint8(this.at);
      this.at += 1;
    }
    return value;
  }
  text(length: number): string {
    return String.fromCharCode(...Array.from({ length }, () => this.take(1)));
  }
  bytes(length: number): Uint8Array {
    if (this.at + length > this.view.byteLength) throw new RangeError("beyond the box");
    const { buffer, byteOffset } = this.view;
    const taken = new Uint8Array(buffer, byteOffset + this.at, length);
    this.at += length;
    return taken;
  }
  rest(): DataView {
    const { buffer, byteOffset, byteLength } = this.view;
    return new DataView(buffer, byteOffset + this.at, byteLength - this.at);
  }
  isAtEnd(): boolean {
    return this.at >= this.view.byteLength;
  }
  /** Version and flags of a full box. */
  full(): { readonly version: number; readonly flags: number } {
    return { version: this.take(1), flags: this.take(3) };
  }
}

const viewOf = (bytes: Uint8Array) =>
  new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);

/** Where a box at the cursor begins and ends; one without an end goes on to the last byte. */
function takeHeader(cursor: Cursor) {
  const start = cursor.at;
  const short = cursor.take(4);
  const type = cursor.text(4);
  const size = short === 1 ? cursor.take(8) : short;
  const end = size === 0 ? cursor.view.byteLength : start + size;
  if (end < cursor.at) throw new RangeError(`box ${type} of ${size} bytes`);
  return { type, end };
}

export function boxesOf(view: DataView): HeifProperty[] {
  const cursor = new Cursor(view);
  const boxes: HeifProperty[] = [];
  while (!cursor.isAtEnd()) {
    const { type, end } = takeHeader(cursor);
    boxes.push({ type, body: viewOf(cursor.bytes(end - cursor.at)) });
  }
  return boxes;
}

/** The box of all items, of a file whose boxes are all there. */
function metaOf(file: Uint8Array): DataView {
  const cursor = new Cursor(viewOf(file));
  let meta: DataView | null = null;
  while (file.length - cursor.at >= 8) {
    const { type, end } = takeHeader(cursor);
    if (end > file.length) throw new HeifFault("TRUNCATED", `${type} goes on to ${end}`);
    const body = cursor.bytes(end - cursor.at);
    if (type === "meta") meta = viewOf(body);
  }
  if (meta === null) throw new HeifFault("CORRUPT", "no meta box");
  return meta;
}

function readTypes(body: DataView): Map<number, string> {
  const cursor = new Cursor(body);
  const { version } = cursor.full();
  cursor.take(version === 0 ? 2 : 4);
  const entries = boxesOf(cursor.rest()).map((entry) => {
    const info = new Cursor(entry.body);
    const id = info.full().version === 3 ? info.take(4) : info.take(2);
    info.take(2);
    return [id, info.text(4)] as const;
  });
  return new Map(entries);
}

/** `sources`: the file itself and the meta box's own data, by their construction method. */
function readPlaces(body: DataView, sources: readonly Uint8Array[]): Map<number, Uint8Array[]> {
  const cursor = new Cursor(body);
  const { version } = cursor.full();
  const sizes = cursor.take(2);
  const [offsetBytes, lengthBytes] = [sizes >>> 12, (sizes >>> 8) & 15];
  const [baseBytes, indexBytes] = [(sizes >>> 4) & 15, version === 0 ? 0 : sizes & 15];
  const places = new Map<number, Uint8Array[]>();
  for (let left = cursor.take(version < 2 ? 2 : 4); left > 0; left -= 1) {
    const id = cursor.take(version < 2 ? 2 : 4);
    const source = sources[version === 0 ? 0 : cursor.take(2) & 15];
    const isElsewhere = cursor.take(2) !== 0;
    const base = cursor.take(baseBytes);
    const extents = Array.from({ length: cursor.take(2) }, () => {
      cursor.take(indexBytes);
      return { from: base + cursor.take(offsetBytes), length: cursor.take(lengthBytes) };
    });
    // Whoever needs such an item finds that it has no bytes.
    if (source === undefined || isElsewhere) continue;
    const bytes = extents.map(({ from, length }) => {
      const to = length === 0 ? source.length : from + length;
      if (to > source.length) throw new HeifFault("TRUNCATED", `item ${id} goes on to ${to}`);
      return source.subarray(from, to);
    });
    places.set(id, bytes);
  }
  return places;
}

function readProperties(body: DataView): Map<number, HeifProperty[]> {
  const boxes = boxesOf(body);
  const listed = boxes.find(({ type }) => type === "ipco");
  const all = listed === undefined ? [] : boxesOf(listed.body);
  const found = new Map<number, HeifProperty[]>();
  for (const { body: table } of boxes.filter(({ type }) => type === "ipma")) {
    const cursor = new Cursor(table);
    const { version, flags } = cursor.full();
    const indexBytes = (flags & 1) === 1 ? 2 : 1;
    for (let left = cursor.take(4); left > 0; left -= 1) {
      const id = cursor.take(version === 0 ? 2 : 4);
      const indexes = Array.from({ length: cursor.take(1) }, () => cursor.take(indexBytes));
      const mask = indexBytes === 2 ? 0x7fff : 0x7f;
      const own = indexes.flatMap((index) => all[(index & mask) - 1] ?? []);
      found.set(id, [...(found.get(id) ?? []), ...own]);
    }
  }
  return found;
}

function readReferences(body: DataView): HeifFile["references"] {
  const cursor = new Cursor(body);
  const idBytes = cursor.full().version === 0 ? 2 : 4;
  return boxesOf(cursor.rest()).map(({ type, body: entry }) => {
    const ids = new Cursor(entry);
    const from = ids.take(idBytes);
    return { type, from, to: Array.from({ length: ids.take(2) }, () => ids.take(idBytes)) };
  });
}

/** Throws a HeifFault or a RangeError. */
export function readHeifFile(file: Uint8Array): HeifFile {
  const meta = new Cursor(metaOf(file));
  meta.full();
  const boxes = new Map(boxesOf(meta.rest()).map(({ type, body }) => [type, body]));
  const need = (type: string): DataView => {
    const body = boxes.get(type);
    if (body === undefined) throw new HeifFault("CORRUPT", `no ${type} box`);
    return body;
  };
  const first = new Cursor(need("pitm"));
  const primary = first.full().version === 0 ? first.take(2) : first.take(4);
  const own = boxes.get("idat") ?? new DataView(new ArrayBuffer(0));
  const idat = new Uint8Array(own.buffer, own.byteOffset, own.byteLength);
  const places = readPlaces(need("iloc"), [file, idat]);
  const properties = readProperties(need("iprp"));
  const items = [...readTypes(need("iinf"))].map(([id, type]): [number, HeifItem] => {
    const said = { extents: places.get(id) ?? [], properties: properties.get(id) ?? [] };
    return [id, { type, ...said }];
  });
  const links = boxes.get("iref");
  const references = links === undefined ? [] : readReferences(links);
  return { primary, items: new Map(items), references };
}
