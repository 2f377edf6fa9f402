/** The code points that a TrueType file maps to a glyph, from its Unicode cmap (formats 4, 12). */
export function fontCodePoints(bytes: Uint8Array): Set<number> {
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  const points = new Set<number>();
  const cmap = tableOffset(view, "cmap");
  const count = view.getUint16(cmap + 2);
  for (let index = 0; index < count; index += 1) {
    const subtable = cmap + view.getUint32(cmap + 4 + index * 8 + 4);
    const format = view.getUint16(subtable);
    if (format === 4) readFormat4(view, subtable, points);
    if (format === 12) readFormat12(view, subtable, points);
  }
  return points;
}

function tableOffset(view: DataView, tag: string): number {
  const count = view.getUint16(4);
  for (let index = 0; index < count; index += 1) {
    const record = 12 + index * 16;
    const name = [0, 1, 2, 3].map((at) => String.fromCharCode(view.getUint8(record + at))).join("");
    if (name === tag) return view.getUint32(record + 8);
  }
  throw new Error(`font has no ${tag} table`);
}

function readFormat4(view: DataView, at: number, points: Set<number>): void {
  const size = view.getUint16(at + 6);
  for (let segment = 0; segment < size; segment += 2) {
    const end = view.getUint16(at + 14 + segment);
    const start = view.getUint16(at + 16 + size + segment);
    const delta = view.getUint16(at + 16 + 2 * size + segment);
    const rangeAt = at + 16 + 3 * size + segment;
    const range = view.getUint16(rangeAt);
    for (let code = start; code <= end && code !== 0xffff; code += 1) {
      const glyph =
        range === 0 ? code + delta : view.getUint16(rangeAt + range + 2 * (code - start));
      if ((glyph & 0xffff) !== 0) points.add(code);
    }
  }
}

function readFormat12(view: DataView, at: number, points: Set<number>): void {
  const groups = view.getUint32(at + 12);
  for (let group = 0; group < groups; group += 1) {
    const record = at + 16 + group * 12;
    const end = view.getUint32(record + 4);
    for (let code = view.getUint32(record); code <= end; code += 1) points.add(code);
  }
}
