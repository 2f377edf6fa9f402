import * as fc from "fast-check";
import { describe, expect, it } from "vitest";
import { CLEARANCES, judgeRisk } from "./judge.ts";
import { networkOf } from "./network.ts";
import { CONSEQUENCES, DOOR_VERDICTS, RISK_RULES, RISK_SIGNALS, riskFacts } from "./rules.ts";
import type { RiskFacts, RiskSignal } from "./rules.ts";
import { CLEAR_STANDING, clearanceOf } from "./standing.ts";

const NOTHING = Object.fromEntries(RISK_SIGNALS.map((signal) => [signal, 0])) as RiskFacts;
const count = fc.integer({ min: 0, max: 120 });
const facts = fc.record(
  Object.fromEntries(RISK_SIGNALS.map((signal) => [signal, count])) as Record<
    RiskSignal,
    typeof count
  >,
);
const clearance = fc.constantFrom(null, ...CLEARANCES);
const rank = (verdict: (typeof DOOR_VERDICTS)[number]) => DOOR_VERDICTS.indexOf(verdict);

describe("the rule at the door", () => {
  it("is never milder for more of a signal, whoever vouched for them (C4)", () => {
    fc.assert(
      fc.property(facts, facts, clearance, (one, more, by) => {
        const sum = Object.fromEntries(
          RISK_SIGNALS.map((signal) => [signal, one[signal] + more[signal]]),
        ) as RiskFacts;
        const [before, after] = [judgeRisk(one, by), judgeRisk(sum, by)];
        expect(rank(after.verdict)).toBeGreaterThanOrEqual(rank(before.verdict));
        expect(after.score).toBeGreaterThanOrEqual(before.score);
      }),
    );
  });

  it("is never stricter for whom somebody vouched (C4)", () => {
    fc.assert(
      fc.property(facts, (seen) => {
        const [none, challenge, operator] = [null, ...CLEARANCES].map((by) => judgeRisk(seen, by));
        expect(rank(challenge?.verdict ?? "freeze")).toBeLessThanOrEqual(
          rank(none?.verdict ?? "allow"),
        );
        expect(operator?.verdict).toBe("allow");
      }),
    );
  });

  it("freezes nobody's billing for one signal alone, however loud (C4)", () => {
    for (const signal of RISK_SIGNALS) {
      const { verdict } = judgeRisk({ ...NOTHING, [signal]: 1_000_000 }, null);
      expect([signal, verdict]).not.toEqual([signal, "freeze"]);
    }
  });

  it("holds against a network of many people no more than the last queue (C4)", () => {
    const crowd = { ...NOTHING, "network-accounts": 1_000, "young-account": 1 };
    expect(judgeRisk(crowd, null).verdict).toBe("demote");
  });

  it.each([
    ["nothing", {}, "allow", []],
    ["a new account", { "young-account": 1 }, "allow", ["young-account"]],
    ["a family on one machine", { "device-accounts": 3 }, "demote", ["device-accounts"]],
    ["eight accounts of one machine", { "device-accounts": 8 }, "grey", ["device-accounts"]],
    ["the same words of fifteen new accounts", { "similar-input": 15 }, "grey", ["similar-input"]],
    [
      "a farm of accounts that send the same",
      { "device-accounts": 8, "similar-input": 15 },
      "freeze",
      ["device-accounts", "similar-input"],
    ],
  ] as const)("%s: %j is %s (C4)", (_, seen, verdict, reasons) => {
    expect(judgeRisk({ ...NOTHING, ...seen }, null)).toMatchObject({ verdict, reasons });
  });

  it("has a row for every signal and a score for every consequence (C4)", () => {
    expect(new Set(RISK_RULES.map((rule) => rule.signal))).toEqual(new Set(RISK_SIGNALS));
    const most = RISK_RULES.reduce((sum, rule) => sum + rule.score, 0);
    for (const { atLeast } of CONSEQUENCES) expect(most).toBeGreaterThan(atLeast);
  });

  it("measures rates by what the plan allows (C5)", () => {
    const counts = {
      deviceAccounts: 1,
      networkAccounts: 1,
      deviceSubmits: 60,
      attempts: 60,
      refusals: 0,
      similarAccounts: 0,
    };
    const about = { accountAgeMs: 10 * 86_400_000 };
    const free = riskFacts(counts, { ...about, submitsPerMinute: 5 });
    const paid = riskFacts(counts, { ...about, submitsPerMinute: 30 });
    expect(judgeRisk(free, null).reasons).toEqual(["device-rate", "attempt-rate"]);
    expect(judgeRisk(paid, null)).toEqual({ verdict: "allow", score: 0, reasons: [] });
  });
});

describe("a clearance", () => {
  it("ends when its time is over (C4)", () => {
    const standing = { ...CLEAR_STANDING, clearedBy: "challenge", clearedUntilMs: 1_000 } as const;
    expect(clearanceOf(standing, 999)).toBe("challenge");
    expect(clearanceOf(standing, 1_000)).toBeNull();
  });
});

describe("the network of an address", () => {
  it.each([
    ["203.0.113.77", "203.0.113.0/24"],
    ["::ffff:203.0.113.9", "203.0.113.0/24"],
    ["2001:db8:1:2:aaaa::1", "2001:db8:1:2::/64"],
    [" [2001:0db8:0001:0002:ffff::9] ", "2001:db8:1:2::/64"],
    ["fe80::1%eth0", "fe80:0:0:0::/64"],
    ["", null],
    ["999.1.1.1", null],
    ["unknown", null],
  ])("%j is %j (C4)", (address, network) => {
    expect(networkOf(address)).toBe(network);
  });
});
