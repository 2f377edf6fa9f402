import { describe, expect, it } from "vitest";
import { exportCostLines } from "./cost-lines.ts";

const GB = 1_000_000_000;

describe("the cost of an export", () => {
  it("is its measured processor time, its bytes for as long as they are kept, and its retries (C6)", () => {
    const lines = exportCostLines({
      cpuMs: 3_600_000,
      attempts: 3,
      sizeBytes: 2 * GB,
      retentionDays: 30,
    });
    expect(Object.fromEntries(lines.map((line) => [line.kind, line.amountMicros]))).toEqual({
      media_compute: 200_000,
      storage: 240_000,
      retry: 400_000,
    });
  });

  it("is never nothing, and has no line for retries that were not needed", () => {
    const lines = exportCostLines({ cpuMs: 1, attempts: 1, sizeBytes: 1, retentionDays: 7 });
    expect(lines.map((line) => [line.kind, line.amountMicros])).toEqual([
      ["media_compute", 1],
      ["storage", 1],
    ]);
  });
});
