import * as fc from "fast-check";
import { describe, expect, it } from "vitest";
import { MAX_PARTS, MIN_PART_BYTES, missingParts, partSizeBytes, planParts } from "./parts.ts";

/** Up to 5 TiB, the largest object a store takes. */
const size = fc.integer({ min: 1, max: 5 * 1024 ** 4 });

describe("upload parts", () => {
  it("never plan more than 10,000 parts nor a part under 5 MiB but the last (M1, F90)", () => {
    fc.assert(
      fc.property(size, (sizeBytes) => {
        const plan = planParts(sizeBytes);
        expect(plan.partCount).toBeLessThanOrEqual(MAX_PARTS);
        expect(plan.partSizeBytes).toBeGreaterThanOrEqual(MIN_PART_BYTES);
      }),
    );
  });

  it("cover the file exactly: full parts, then a last one that is not empty (M1)", () => {
    fc.assert(
      fc.property(size, (sizeBytes) => {
        const { partCount, partSizeBytes: full } = planParts(sizeBytes);
        const last = partSizeBytes(sizeBytes, partCount) ?? 0;
        expect(last).toBeGreaterThan(0);
        expect((partCount - 1) * full + last).toBe(sizeBytes);
        expect(partSizeBytes(sizeBytes, partCount + 1)).toBeNull();
        expect(partSizeBytes(sizeBytes, 0)).toBeNull();
      }),
    );
  });

  it("ask again for parts that are absent or of the wrong length (M1)", () => {
    const sizeBytes = MIN_PART_BYTES * 2 + 7;
    const stored = [
      { partNumber: 1, sizeBytes: MIN_PART_BYTES },
      { partNumber: 2, sizeBytes: 12 },
    ];
    expect(missingParts(sizeBytes, stored)).toEqual([2, 3]);
  });
});
