/**
 * Which addresses a tenant may make us call (F127). Only the public internet: everything that is
 * private, local, reserved, or that maps to such, is ours and nobody else's business.
 */

type Bytes = readonly number[];

/** `[first bytes, bits]` of every IPv4 block that is not public. */
const PRIVATE_V4: readonly (readonly [Bytes, number])[] = [
  [[0, 0, 0, 0], 8],
  [[10, 0, 0, 0], 8],
  [[100, 64, 0, 0], 10],
  [[127, 0, 0, 0], 8],
  [[169, 254, 0, 0], 16],
  [[172, 16, 0, 0], 12],
  [[192, 0, 0, 0], 24],
  [[192, 0, 2, 0], 24],
  [[192, 88, 99, 0], 24],
  [[192, 168, 0, 0], 16],
  [[198, 18, 0, 0], 15],
  [[198, 51, 100, 0], 24],
  [[203, 0, 113, 0], 24],
  [[224, 0, 0, 0], 3],
];

function startsWith(address: Bytes, block: Bytes, bits: number): boolean {
  for (let bit = 0; bit < bits; bit += 8) {
    const mask = bits - bit >= 8 ? 0xff : (0xff << (8 - (bits - bit))) & 0xff;
    const index = bit / 8;
    if (((address[index] ?? 0) & mask) !== ((block[index] ?? 0) & mask)) return false;
  }
  return true;
}

/** The four bytes of an IPv4 address, or null. */
export function parseV4(text: string): Bytes | null {
  const parts = text.split(".");
  if (parts.length !== 4 || !parts.every((part) => /^\d{1,3}$/.test(part))) return null;
  const bytes = parts.map(Number);
  return bytes.every((byte) => byte <= 255) ? bytes : null;
}

/** The sixteen bytes of an IPv6 address in any of its spellings, or null. */
export function parseV6(text: string): Bytes | null {
  const tail = text.slice(text.lastIndexOf(":") + 1);
  const embedded = tail.includes(".") ? parseV4(tail) : null;
  if (tail.includes(".") && embedded === null) return null;
  const [b0 = 0, b1 = 0, b2 = 0, b3 = 0] = embedded ?? [];
  const hex = (high: number, low: number) => (high * 256 + low).toString(16);
  const plain =
    embedded === null ? text : `${text.slice(0, -tail.length)}${hex(b0, b1)}:${hex(b2, b3)}`;
  const halves = plain.split("::");
  if (halves.length > 2) return null;
  const [head = [], rest = []] = halves.map((half) => (half === "" ? [] : half.split(":")));
  const missing = 8 - head.length - rest.length;
  if (halves.length === 1 ? missing !== 0 : missing < 1) return null;
  const groups = [...head, ...Array<string>(missing).fill("0"), ...rest];
  if (!groups.every((group) => /^[\da-f]{1,4}$/i.test(group))) return null;
  return groups.flatMap((group) => {
    const value = Number.parseInt(group, 16);
    return [value >> 8, value & 0xff];
  });
}

const isPublicV4 = (bytes: Bytes) =>
  !PRIVATE_V4.some(([block, bits]) => startsWith(bytes, block, bits));

function isPublicV6(bytes: Bytes): boolean {
  const zeros = (count: number) => bytes.slice(0, count).every((byte) => byte === 0);
  // Mapped (::ffff:a.b.c.d), translated (64:ff9b::a.b.c.d) and 6to4 addresses are as public as
  // what they stand for.
  if (zeros(10) && bytes[10] === 0xff && bytes[11] === 0xff) return isPublicV4(bytes.slice(12));
  if (startsWith(bytes, [0x00, 0x64, 0xff, 0x9b], 32)) return isPublicV4(bytes.slice(12));
  if (startsWith(bytes, [0x20, 0x02], 16)) return isPublicV4(bytes.slice(2, 6));
  // Of the rest only 2000::/3 is routed, less the documentation and Teredo blocks.
  if (startsWith(bytes, [0x20, 0x01, 0x0d, 0xb8], 32)) return false;
  if (startsWith(bytes, [0x20, 0x01, 0x00, 0x00], 32)) return false;
  return startsWith(bytes, [0x20], 3);
}

/** Whether an IP address, in any spelling, lies on the public internet. */
export function isPublicAddress(address: string): boolean {
  const bare = address.replace(/^\[|\]$/g, "").replace(/%.*$/, "");
  const v4 = parseV4(bare);
  if (v4 !== null) return isPublicV4(v4);
  const v6 = parseV6(bare);
  return v6 !== null && isPublicV6(v6);
}

const LOCAL_NAME = /(^|\.)(localhost|local|internal|intranet|lan|home|corp|arpa)$/;

/** The parts of a URL that decide; an URL object is one. */
export interface CallTarget {
  readonly protocol: string;
  readonly hostname: string;
  readonly username: string;
  readonly password: string;
}

/**
 * Why a URL may not be called for a tenant, by what it says alone; null when it may be looked
 * up. The addresses that its name stands for are checked again when it is called.
 */
export function refuseCallTarget(url: CallTarget, allowPrivate: boolean): string | null {
  if (url.username !== "" || url.password !== "") return "a URL with a password";
  if (allowPrivate) return /^https?:$/.test(url.protocol) ? null : "not http or https";
  if (url.protocol !== "https:") return "not https";
  const host = url.hostname.replace(/\.$/, "");
  const isLiteral = host.startsWith("[") || parseV4(host) !== null;
  if (isLiteral) return isPublicAddress(host) ? null : "not a public address";
  return host.includes(".") && !LOCAL_NAME.test(host) ? null : "not a public name";
}
