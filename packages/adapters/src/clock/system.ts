/** Time of this machine and ids from Web Crypto. */
import type { Clock, Ids } from "@cutroom/ports";

export const systemClock: Clock = { nowMs: () => Date.now() };

/** Crockford's base 32, lower case: sorts like the number it stands for. */
const DIGITS = "0123456789abcdefghjkmnpqrstvwxyz";
const TIME_DIGITS = 10;
const RANDOM_DIGITS = 16;

function timeDigits(ms: number): string {
  let text = "";
  for (let rest = ms; text.length < TIME_DIGITS; rest = Math.floor(rest / 32)) {
    text = (DIGITS[rest % 32] ?? "0") + text;
  }
  return text;
}

const randomDigits = (): number[] =>
  Array.from(crypto.getRandomValues(new Uint8Array(RANDOM_DIGITS)), (byte) => byte & 31);

/** The next larger number of as many digits. False when there is none. */
function increment(digits: number[]): boolean {
  for (let index = digits.length - 1; index >= 0; index--) {
    const digit = digits[index] ?? 0;
    digits[index] = (digit + 1) & 31;
    if (digit < 31) return true;
  }
  return false;
}

function base64Url(bytes: Uint8Array): string {
  const text = btoa(String.fromCharCode(...bytes));
  return text.replaceAll("+", "-").replaceAll("/", "_").replaceAll("=", "");
}

/**
 * Ids of 48 bits of time and 80 bits of chance. Those of one process are strictly ascending,
 * even within a millisecond and when the clock steps back.
 */
export function createIds(clock: Clock): Ids {
  let lastMs = 0;
  let digits = randomDigits();
  return {
    next: (prefix) => {
      const nowMs = clock.nowMs();
      if (nowMs > lastMs || !increment(digits)) {
        lastMs = Math.max(nowMs, lastMs + (nowMs > lastMs ? 0 : 1));
        digits = randomDigits();
      }
      const random = digits.map((digit) => DIGITS[digit] ?? "0").join("");
      return `${prefix}_${timeDigits(lastMs)}${random}`;
    },
    secret: () => base64Url(crypto.getRandomValues(new Uint8Array(24))),
  };
}
