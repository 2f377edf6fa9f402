import * as fc from "fast-check";
import { describe, expect, it } from "vitest";
import {
  VENDOR_JOB_STATES,
  hearOfVendorJob,
  isVendorJobOver,
  nextPollMs,
  vendorJobSources,
  vendorJobTransitions,
} from "./vendor-job.ts";
import type { VendorJobNews } from "./vendor-job.ts";
import type { VendorStatus } from "./vendor-status.ts";

const fresh: VendorJobNews = {
  state: "ACCEPTED",
  stage: null,
  progress: 0,
  outputs: [],
  failure: null,
  cost: null,
};
const stage = fc.constantFrom("queued", "throttled", "running");
const live = fc.record({ state: stage, progress: fc.double({ min: -5, max: 130, noNaN: true }) });
const end: VendorStatus = {
  state: "succeeded",
  outputs: ["https://vendor.example/a.mp4"],
  cost: { amountMicros: 600_000, currency: "USD" },
};

describe("a vendor's job", () => {
  it("can be sent again only from states in which nothing can be under way (I3)", () => {
    expect(vendorJobSources("accept")).toEqual(["SUBMITTING", "UNKNOWN"]);
    expect(vendorJobSources("absent")).toEqual(["UNKNOWN"]);
    expect(VENDOR_JOB_STATES.filter(isVendorJobOver)).toEqual([
      "SUCCEEDED",
      "FAILED",
      "CANCELED",
      "REFUSED",
      "ABSENT",
    ]);
    // Nothing that time brings about leaves a doubt.
    expect(Object.keys(vendorJobTransitions.UNKNOWN)).toEqual(["accept", "absent"]);
  });

  it("ends the same whatever order news comes in, and however often (G3)", () => {
    fc.assert(
      fc.property(fc.array(live, { maxLength: 8 }), fc.integer({ min: 0, max: 8 }), (news, at) => {
        const inOrder = [...news, end].reduce<VendorJobNews>(hearOfVendorJob, fresh);
        const late = [...news.slice(0, at), end, ...news.slice(at), end, ...news];
        const other = late.reduce<VendorJobNews>(hearOfVendorJob, fresh);
        expect(other).toEqual(inOrder);
      }),
    );
  });

  it("never goes back while it is at work, and is never whole before its end", () => {
    fc.assert(
      fc.property(fc.array(live, { minLength: 1, maxLength: 12 }), (news) => {
        let before = fresh;
        for (const status of news) {
          const after = hearOfVendorJob(before, status);
          expect(after.progress).toBeGreaterThanOrEqual(before.progress);
          expect(after.progress).toBeLessThan(100);
          const wentBack = before.stage === "running" && after.stage !== "running";
          expect(wentBack).toBe(false);
          before = after;
        }
        const shuffled = news.toReversed().reduce<VendorJobNews>(hearOfVendorJob, fresh);
        expect(shuffled).toEqual(before);
      }),
    );
  });

  it("keeps what a canceled job may have cost open until the vendor says it", () => {
    const job = hearOfVendorJob(fresh, { state: "canceled", billed: "unknown" });
    expect(job).toMatchObject({ state: "CANCELED", failure: { billed: "unknown" }, cost: null });
  });

  it("is asked for ever more slowly, but never more than a minute apart, until it is stuck (G3)", () => {
    const delays = Array.from({ length: 30 }, (_, polls) =>
      nextPollMs({ polls, ageMs: 0, hasCallback: false }, 0),
    );
    expect(delays[0]).toBe(5_000);
    expect(delays).toEqual(delays.toSorted((a, b) => a - b));
    expect(delays.at(-1)).toBe(60_000);
    expect(nextPollMs({ polls: 0, ageMs: 0, hasCallback: true }, 0)).toBe(15_000);
    const stuck = { polls: 500, ageMs: 7 * 3_600_000, hasCallback: false };
    expect(nextPollMs(stuck, 0)).toBe(900_000);
  });
});
