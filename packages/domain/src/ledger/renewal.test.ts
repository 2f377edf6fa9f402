import * as fc from "fast-check";
import { describe, expect, it } from "vitest";
import { nextRenewal, renewalCause } from "./renewal.ts";

const at = (text: string) => new Date(text);
const moment = fc.date({
  min: at("2024-01-01T00:00:00Z"),
  max: at("2034-12-31T00:00:00Z"),
  noInvalidDate: true,
});

describe("monthly credits", () => {
  it("come on the day of opening, and on the last day of a shorter month (C6)", () => {
    const opened = at("2026-01-31T10:00:00Z");
    const dates = [opened];
    for (let month = 0; month < 4; month += 1) {
      dates.push(nextRenewal(opened, dates.at(-1) ?? opened));
    }
    expect(dates.slice(1).map(renewalCause)).toEqual([
      "plan-2026-02-28",
      "plan-2026-03-31",
      "plan-2026-04-30",
      "plan-2026-05-31",
    ]);
  });

  it("come again within 31 days, later than the last time, and never twice a month (C6)", () => {
    fc.assert(
      fc.property(moment, fc.nat(2_000), (opened, days) => {
        const after = new Date(opened.getTime() + days * 86_400_000);
        const next = nextRenewal(opened, after);
        const waited = (next.getTime() - after.getTime()) / 86_400_000;
        expect(waited).toBeGreaterThan(0);
        expect(waited).toBeLessThanOrEqual(31);
        const second = nextRenewal(opened, next);
        expect(second.getUTCMonth()).toBe((next.getUTCMonth() + 1) % 12);
      }),
    );
  });
});
