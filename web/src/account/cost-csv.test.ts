import type { CostRow } from "@cutroom/contracts";
import { describe, expect, it } from "vitest";
import { COST_COLUMNS, type CostColumn, costCsv } from "./cost-csv.ts";

const NAMES = Object.fromEntries(COST_COLUMNS.map((name) => [name, name])) as Record<
  CostColumn,
  string
>;
const cost = {
  currency: "USD",
  provider_estimate: 900_000,
  provider_actual: 800_000,
  retry: 0,
  media_compute: 1,
  storage: 0,
  cdn: 0,
};
const row: CostRow = {
  day: "2026-11-30",
  user: { id: "user_1", name: '=SUM("A1"), 王' },
  scene: "generate",
  model: "veo-3.1",
  tasks: 2,
  credits: { settled: 5, refunded: 1, compensated: 0 },
  costs: [cost, { ...cost, currency: "CNY" }],
};

describe("the file of a cost report", () => {
  it("has a line for each currency and counts tasks and credits once (C6)", () => {
    const lines = costCsv([row], NAMES).split("\r\n");
    expect(lines[0]).toBe(`\uFEFF${COST_COLUMNS.join(",")}`);
    expect(lines[1]).toContain(",generate,veo-3.1,2,5,1,0,USD,0.9,0.8,0,0.000001,0,0");
    expect(lines[2]).toContain(",0,0,0,0,CNY,");
    expect(lines).toHaveLength(4);
  });

  it("quotes what has commas or quotes, and lets no name be a formula", () => {
    expect(costCsv([row], NAMES)).toContain(`"'=SUM(""A1""), 王"`);
  });

  it("has a line also for work that has cost nothing yet", () => {
    const free = { ...row, user: null, costs: [] };
    expect(costCsv([free], NAMES).split("\r\n")[1]).toBe(
      "2026-11-30,,generate,veo-3.1,2,5,1,0,,0,0,0,0,0,0",
    );
  });
});
