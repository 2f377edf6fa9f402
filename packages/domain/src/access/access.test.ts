import { createHash } from "node:crypto";
import * as fc from "fast-check";
import { describe, expect, it } from "vitest";
import { makeApiKey, readApiKey } from "./api-key.ts";
import { sha256Hex } from "./digest.ts";
import type { Sha256 } from "./digest.ts";
import { grantable } from "./scopes.ts";
import { isShareGone, isShareToken } from "./share-token.ts";

const sha256: Sha256 = async (bytes) =>
  Uint8Array.from(createHash("sha256").update(bytes).digest());
const parts = { prefix: "abcd1234", secret: "s".repeat(43) };

describe("API keys", () => {
  it("are found again by the hash alone; the key is not stored (T3)", async () => {
    const made = await makeApiKey(parts, sha256);
    expect(await readApiKey(made.key, sha256)).toBe(made.hash);
    expect(made.hash).not.toContain(parts.secret);
  });

  it("are refused on any single wrong character, without a look-up (T3)", async () => {
    const { key } = await makeApiKey(parts, sha256);
    for (let at = 3; at < key.length; at += 1) {
      const wrong = key.slice(0, at) + (key[at] === "x" ? "y" : "x") + key.slice(at + 1);
      expect(await readApiKey(wrong, sha256)).toBeNull();
    }
  });

  it("refuse a weak secret", async () => {
    await expect(makeApiKey({ ...parts, secret: "short" }, sha256)).rejects.toThrow(RangeError);
  });
});

describe("sha256Hex", () => {
  it("hashes any text as UTF-8", async () => {
    await fc.assert(
      fc.asyncProperty(fc.string({ unit: "grapheme" }), async (text) => {
        expect(await sha256Hex(sha256, text)).toBe(createHash("sha256").update(text).digest("hex"));
      }),
    );
  });
});

describe("scopes and share links", () => {
  it("never hand on more than one has (T3)", () => {
    expect(grantable(["assets:read"], ["assets:read", "keys:write"])).toEqual(["assets:read"]);
  });

  it("hold tokens of at least 128 bits and end at the moment of expiry (M5)", () => {
    expect(isShareToken("a".repeat(21))).toBe(false);
    expect(isShareToken("a".repeat(22))).toBe(true);
    expect(isShareGone({ revokedAtMs: null, expiresAtMs: null }, 10)).toBe(false);
    expect(isShareGone({ revokedAtMs: null, expiresAtMs: 10 }, 9)).toBe(false);
    expect(isShareGone({ revokedAtMs: null, expiresAtMs: 10 }, 10)).toBe(true);
    expect(isShareGone({ revokedAtMs: 1, expiresAtMs: null }, 10)).toBe(true);
  });
});
