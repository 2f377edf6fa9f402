/**
 * The text of a caption file, whose encoding nothing states: a byte order mark decides, then
 * zero bytes (UTF-16), then whether it is UTF-8, then whether it reads as Chinese (GB 18030).
 */

const MARKS: readonly (readonly [bytes: readonly number[], encoding: string])[] = [
  [[0xef, 0xbb, 0xbf], "utf-8"],
  [[0xff, 0xfe], "utf-16le"],
  [[0xfe, 0xff], "utf-16be"],
];
/** Enough to see how many zeros there are. */
const LOOKED_AT = 4_096;

function decoded(bytes: Uint8Array, encoding: string): string | null {
  try {
    return new TextDecoder(encoding, { fatal: true }).decode(bytes);
  } catch {
    return null;
  }
}

/** In UTF-16 every second byte of Latin letters, digits and line ends is zero. */
function utf16Of(bytes: Uint8Array): "utf-16le" | "utf-16be" | null {
  const zeros = [0, 0];
  const length = Math.min(bytes.length, LOOKED_AT);
  for (let at = 0; at < length; at += 1) {
    if (bytes[at] === 0) zeros[at % 2] = (zeros[at % 2] ?? 0) + 1;
  }
  const [even = 0, odd = 0] = zeros;
  if (even + odd < length / 16) return null;
  return odd > even ? "utf-16le" : "utf-16be";
}

/** Western text has single letters above 127; Chinese text has pairs of them, side by side. */
function readsAsChinese(text: string): boolean {
  const foreign = Array.from(text).filter((character) => character > "\u007f");
  const ideographs = foreign.filter((character) =>
    /[\p{Script=Han}\u3000-\u303f\uff00-\uffef]/u.test(character),
  );
  return ideographs.length > foreign.length / 2 && /\p{Script=Han}{2}/u.test(text);
}

export function decodeCaptions(bytes: Uint8Array): string {
  const mark = MARKS.find(([start]) => start.every((byte, at) => bytes[at] === byte));
  if (mark) return new TextDecoder(mark[1]).decode(bytes);
  const wide = utf16Of(bytes);
  if (wide) return new TextDecoder(wide).decode(bytes);
  const unicode = decoded(bytes, "utf-8");
  if (unicode !== null) return unicode;
  const chinese = decoded(bytes, "gb18030");
  if (chinese !== null && readsAsChinese(chinese)) return chinese;
  return new TextDecoder("windows-1252").decode(bytes);
}
