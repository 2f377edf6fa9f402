import { createHash } from "node:crypto";
import { crc32 } from "node:zlib";

export const CHECKSUM_NAMES = ["crc32", "crc32c", "sha1", "sha256"] as const;
export type ChecksumName = (typeof CHECKSUM_NAMES)[number];
export type Checksums = Partial<Record<ChecksumName, string>>;

/** Header that carries a checksum, base64. */
export const checksumHeader = (name: ChecksumName): string => `x-amz-checksum-${name}`;
/** Element that carries it in XML: `ChecksumCRC32`. */
export const checksumElement = (name: ChecksumName): string => `Checksum${name.toUpperCase()}`;

export function isChecksumName(text: string): text is ChecksumName {
  return (CHECKSUM_NAMES as readonly string[]).includes(text);
}

interface RunningHash {
  update(chunk: Buffer): void;
  /** Raw bytes, big endian. */
  digest(): Buffer;
}

/** Castagnoli polynomial, reflected. */
const CRC32C_TABLE = Uint32Array.from({ length: 256 }, (_, index) => {
  let value = index;
  for (let bit = 0; bit < 8; bit++) value = value & 1 ? (value >>> 1) ^ 0x82_f6_3b_78 : value >>> 1;
  return value;
});

function crc32c(chunk: Buffer, previous: number): number {
  let value = ~previous >>> 0;
  for (const byte of chunk) value = (CRC32C_TABLE[(value ^ byte) & 0xff] ?? 0) ^ (value >>> 8);
  return ~value >>> 0;
}

function runningCrc(step: (chunk: Buffer, previous: number) => number): RunningHash {
  let value = 0;
  return {
    update: (chunk) => {
      value = step(chunk, value);
    },
    digest: () => {
      const bytes = Buffer.alloc(4);
      bytes.writeUInt32BE(value);
      return bytes;
    },
  };
}

export function startHash(name: ChecksumName | "md5"): RunningHash {
  if (name === "crc32") return runningCrc((chunk, previous) => crc32(chunk, previous));
  if (name === "crc32c") return runningCrc(crc32c);
  const hash = createHash(name);
  return { update: (chunk) => void hash.update(chunk), digest: () => hash.digest() };
}

/** S3's checksum of a multipart object: that of the parts' checksums, with their number. */
export function compositeChecksum(name: ChecksumName, parts: readonly string[]): string {
  const hash = startHash(name);
  for (const part of parts) hash.update(Buffer.from(part, "base64"));
  return `${hash.digest().toString("base64")}-${parts.length}`;
}
