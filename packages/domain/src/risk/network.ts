import { parseV4, parseV6 } from "../access/public-address.ts";

const isMapped = (bytes: readonly number[]) =>
  bytes.slice(0, 10).every((byte) => byte === 0) && bytes[10] === 0xff && bytes[11] === 0xff;

const v4Network = (bytes: readonly number[]) => `${bytes.slice(0, 3).join(".")}.0/24`;

/**
 * The network that an address belongs to (C4): /24 of IPv4, also where it is written as IPv6, and
 * /64 of IPv6, which is what one household or office has. Null for what is no address.
 */
export function networkOf(address: string): string | null {
  const bare = address
    .trim()
    .replace(/^\[|\]$/g, "")
    .replace(/%.*$/, "");
  const v4 = parseV4(bare);
  if (v4 !== null) return v4Network(v4);
  const v6 = parseV6(bare);
  if (v6 === null) return null;
  if (isMapped(v6)) return v4Network(v6.slice(12));
  const groups = [0, 2, 4, 6].map((at) => ((v6[at] ?? 0) * 256 + (v6[at + 1] ?? 0)).toString(16));
  return `${groups.join(":")}::/64`;
}
