import { describe, expect, it } from "vitest";
import { planAiVideo } from "./ai-video.ts";
import { planClipPlatform, planStages } from "./clip-platform.ts";
import { planEvidence } from "./evidence.ts";
import { printFigures } from "./figures.ts";
import type { Figure } from "./figures.ts";
import { forecast } from "./forecast.ts";
import { REVIEW_LOAD, planMachineReview } from "./machine-review.ts";

/** As they are printed. */
const printed = (figures: readonly Figure[]) =>
  Object.fromEntries(figures.map(({ name, value, digits }) => [name, value.toFixed(digits)]));

describe("the capacity planner (O2)", () => {
  it("machine_capacity_recalc gives the figures of its table, by both rules (G6)", () => {
    expect(printed(planMachineReview())).toEqual({
      subtasks_per_s: "4000",
      in_flight: "3200",
      base_capacity_per_s: "1250.0",
      effective_demand_per_s: "9600.0",
      backlog_per_s: "8350.0",
      canary_added_per_s: "5200",
      canary_multiplied_per_s: "5280",
      shortfall_per_s: "2750",
      shortfall_10_min: "1650000",
      clear_s: "600",
    });
  });

  it("a vendor that answers twice as slowly halves what there is", () => {
    const slow = printed(planMachineReview({ ...REVIEW_LOAD, secondsPerCall: 1.6 }));
    expect(slow["base_capacity_per_s"]).toBe("625.0");
    expect(slow["backlog_per_s"]).toBe("8975.0");
  });

  it("evidence_retention_cost gives the month's cost of storage and queries (G7)", () => {
    expect(printed(planEvidence())).toEqual({
      daily_gib: "527.3",
      retention_tib: "15.45",
      storage_per_month: "1853.9",
      queries_per_month: "300",
      total_per_month: "2153.9",
    });
  });

  it("aivideo gives slots, requests, bytes and money of the generation platform", () => {
    expect(printed(planAiVideo())).toEqual({
      tasks_per_s: "2.78",
      in_flight_mean: "500",
      in_flight: "2880",
      in_flight_slow: "4800",
      slots: "6000",
      slots_vendor_1: "2400",
      slots_vendor_2: "1800",
      slots_vendor_3: "1500",
      slots_vendor_4: "300",
      backlog: "2400",
      backlog_clear_s: "600",
      renders: "432",
      render_slots: "540",
      api_per_s: "139",
      api_peak_per_s: "972",
      api_target_per_s: "1500",
      db_writes_per_day: "5520000",
      db_writes_per_s: "98",
      db_writes_peak: "689",
      db_writes_target: "1500",
      stored_clips_tb_per_day: "7.92",
      stored_clips_tb: "237.6",
      stored_uploads_tb_per_day: "4.20",
      stored_uploads_tb: "126",
      hot_tb: "436.32",
      hot_per_month: "52358",
      views_tb_per_day: "10.08",
      downloads_tb_per_day: "3.6",
      cdn_tb_per_day: "13.68",
      cdn_tb_per_month: "410.4",
      cdn_per_month: "73872",
      models_per_day: "432000",
      models_per_month: "12960000",
      duplicates_per_day: "432",
      duplicates_per_month: "12960",
    });
    const text = printFigures(planAiVideo());
    expect(text).toContain("rounded first: 973");
    expect(text).toContain("rounded first: 686");
  });

  it("forecasts 30, 90 and 180 days from the months there are, anew with each", () => {
    const doubling = [1_000, 2_000, 4_000];
    expect(forecast(doubling, 1)).toBeCloseTo(8_000, 6);
    const next = printed(planAiVideo(undefined, doubling));
    expect(next["tasks_per_day_in_30_days"]).toBe("8000");
    expect(next["tasks_per_day_in_90_days"]).toBe("32000");
    expect(next["tasks_per_day_in_180_days"]).toBe("256000");
    expect(forecast([240_000, 240_000], 6)).toBeCloseTo(240_000, 6);
  });

  it("clip-platform gives requests, cards, bytes and the cost of a video", () => {
    expect(printed(planClipPlatform())).toEqual({
      submit_per_s: "104",
      list_per_s: "347",
      callbacks_per_s: "2080",
      callback_writes_per_s: "10",
      pushes_per_s: "300",
      card_days_per_day: "2083",
      card_hours_per_day: "50000",
      cards_resident: "2976",
      cards_at_peak: "8929",
      stored_tb_per_day: "300",
      stored_pb: "9",
      out_tb_per_day: "600",
      gpu_per_day: "300000",
      bandwidth_per_day: "120000",
      storage_per_day: "36864",
      cost_per_day: "456864",
      gpu_share: "66",
      bandwidth_share: "26",
      storage_share: "8",
      cost_per_video: "0.15",
      cent_per_month: "900000",
    });
    expect(printFigures(planClipPlatform())).toContain("cut off: 65");
  });

  it("says at what signs each stage begins, and how every step is taken", () => {
    const text = planStages().join("\n");
    for (const sign of ["P99 > 2 s", "> 500/s", "20 M rows", "1.5 k/s", "1, 10, 50, 100 %"]) {
      expect(text).toContain(sign);
    }
    expect(text).toContain("GPU 26 %");
    expect(text).toContain("34.7 submits/s at peak, 694 callbacks/s, 3.5 written, 152288 a day");
  });
});
