import type { Clock, Ids } from "@cutroom/ports";

/** The machine's clock. */
export function createSystemClock(): Clock {
  return { nowMs: () => Date.now() };
}

const BASE32 = "0123456789abcdefghjkmnpqrstvwxyz";

/** `bits` of a number as base32 of fixed length, most significant first. */
function base32(value: bigint, length: number): string {
  let text = "";
  for (let rest = value, at = 0; at < length; at++, rest >>= 5n)
    text = (BASE32[Number(rest & 31n)] ?? "0") + text;
  return text;
}

/**
 * Ids by Web Crypto: 48 bits of time and 80 of chance (the layout of ULID), so that they
 * sort by birth; secrets are 192 bits of chance in base64url.
 */
export function createSystemIds(clock: Clock = createSystemClock()): Ids {
  return {
    next(prefix) {
      const chance = crypto.getRandomValues(new Uint8Array(10));
      const low = chance.reduce((sum, byte) => (sum << 8n) | BigInt(byte), 0n);
      return `${prefix}_${base32(BigInt(clock.nowMs()), 10)}${base32(low, 16)}`;
    },
    secret() {
      const bytes = crypto.getRandomValues(new Uint8Array(24));
      return btoa(String.fromCodePoint(...bytes))
        .replaceAll("+", "-")
        .replaceAll("/", "_");
    },
  };
}
