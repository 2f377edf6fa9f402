import { describe, expect, it } from "vitest";
import { EVIDENCE_MAX_BYTES, writeEvidence } from "./evidence.ts";
import type { JudgedFrame } from "./scores.ts";

const SCORE = { drawing: 0, hentai: 0.123456789, neutral: 0.8, porn: 0.076543211, sexy: 0 };
const framesOf = (count: number): JudgedFrame[] =>
  Array.from({ length: count }, (_, at) => ({ atMs: at * 1_000, score: SCORE }));
const write = (count: number, references: readonly string[]) =>
  writeEvidence({
    scores: { kind: "picture", frames: framesOf(count) },
    findings: ["sexual"],
    references,
  });

describe("evidence of an inference (G7)", () => {
  it("is kept as text with its size in bytes up to 64 KiB, and refused above", () => {
    let count = 12;
    for (let kept = write(count, []); kept.kind === "kept"; kept = write(count, [])) {
      expect(kept.bytes).toBe(Buffer.byteLength(kept.text));
      expect(kept.bytes).toBeLessThanOrEqual(EVIDENCE_MAX_BYTES);
      count += 50;
    }
    expect(count).toBeGreaterThan(400);
    expect(write(count, [])).toEqual({ kind: "refused", why: "too-large" });
  });

  it("refers to files and contents by name, never by an address that opens them", () => {
    expect(write(1, ["asset:asset_1", `sha256:${"a".repeat(64)}`]).kind).toBe("kept");
    const opening = [
      "https://store/film?X-Amz-Signature=1",
      "tenant/1/film.mp4",
      "data:;base64,AA",
    ];
    for (const reference of opening) {
      expect(write(1, [reference])).toEqual({ kind: "refused", why: "not-a-reference" });
    }
  });
});
