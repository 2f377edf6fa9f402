import { describe, expect, it } from "vitest";
import { judgeBalance } from "./balance-drift.ts";
import { BREAK_ACTIONS, BREAK_KINDS, BREAK_STATES, nextBreakState } from "./break.ts";
import type { FoundBreak } from "./break.ts";
import { judgeChain } from "./chain-broken.ts";
import { CANCELED_LATE, judgeCharge } from "./charge-without-output.ts";
import { judgeExportObject } from "./export-without-object.ts";
import { judgeHoldOfEnded } from "./hold-of-ended-task.ts";
import { HOLD_LIMIT_MS, judgeHoldAge } from "./hold-too-old.ts";
import { INVOICE_GRACE_MS, judgeInvoice } from "./invoice-drift.ts";
import { STRAY_AFTER_MS, judgeStoredObject } from "./object-without-row.ts";
import { judgeDelivery } from "./output-without-charge.ts";
import { judgeSlots } from "./slot-drift.ts";
import { UNKNOWN_LIMIT_MS, judgeUnknown } from "./unknown-too-old.ts";

const task = { tenantId: "t", taskId: "task", credits: 5 };

const exported = { ...task, videoKey: "k", recordedBytes: 9 };
const object = { key: "t/x", sizeBytes: 3, ageMs: STRAY_AFTER_MS, isNamed: false };
const charge = { ...task, state: "FAILED", hasOutput: false, reason: null } as const;
const delivery = { ...task, hasOutput: true, reservation: "RELEASED" } as const;
const hold = { ...task, state: "RUNNING", ageMs: HOLD_LIMIT_MS + 1 } as const;
const ended = { ...hold, state: "CANCELED", ageMs: 0 } as const;
const balance = { tenantId: "t", account: "spent", balance: 3, sum: 2 };
const slots = { layer: "l", counted: ["a", "b"], held: ["a", "c"] };
const invoice = {
  vendor: "v",
  vendorJobId: "j",
  tenantId: null,
  taskId: null,
  currency: "USD",
  invoicedMicros: 4,
  bookedMicros: null,
  ageMs: 0,
};
const unknown = { ...task, stepId: "s", attempt: 1, ageMs: UNKNOWN_LIMIT_MS + 1 };

const broken: readonly (FoundBreak | null)[] = [
  judgeExportObject({ ...exported, storedBytes: null }),
  judgeStoredObject(object),
  judgeCharge(charge),
  judgeDelivery(delivery),
  judgeHoldOfEnded(ended),
  judgeHoldAge(hold),
  judgeBalance(balance),
  judgeChain({ tenantId: "t", seq: 4, entryId: "e", fault: "changed" }),
  judgeSlots(slots),
  judgeInvoice(invoice),
  judgeUnknown(unknown),
];

const sound: Readonly<Record<string, FoundBreak | null>> = {
  "an export whose file is whole": judgeExportObject({ ...exported, storedBytes: 9 }),
  "a lost file that was given back": judgeExportObject({
    ...exported,
    credits: 0,
    storedBytes: null,
  }),
  "an object that a row names": judgeStoredObject({ ...object, isNamed: true }),
  "an object that is still young": judgeStoredObject({ ...object, ageMs: STRAY_AFTER_MS - 1 }),
  "a charge with an output": judgeCharge({ ...charge, state: "SUCCEEDED", hasOutput: true }),
  "a charge that was given back": judgeCharge({ ...charge, credits: 0 }),
  "a cancel that came too late": judgeCharge({
    ...charge,
    state: "CANCELED",
    reason: CANCELED_LATE,
  }),
  "a delivery that was charged": judgeDelivery({ ...delivery, reservation: "SETTLED" }),
  "a delivery that was free": judgeDelivery({ ...delivery, reservation: null, credits: 0 }),
  "a hold of work under way": judgeHoldOfEnded(hold),
  "a hold that may still be": judgeHoldAge({ ...hold, ageMs: HOLD_LIMIT_MS }),
  "an old hold of ended work, which is the other kind": judgeHoldAge({ ...hold, state: "FAILED" }),
  "a balance that is the sum": judgeBalance({ ...balance, sum: 3 }),
  "slots that agree": judgeSlots({ ...slots, held: ["b", "a"] }),
  "an invoice that agrees": judgeInvoice({ ...invoice, bookedMicros: 4 }),
  "a job whose invoice may still come": judgeInvoice({
    ...invoice,
    invoicedMicros: null,
    bookedMicros: 4,
    ageMs: INVOICE_GRACE_MS - 1,
  }),
  "a doubt that is young": judgeUnknown({ ...unknown, ageMs: UNKNOWN_LIMIT_MS }),
};

describe("the rules of the reconciliation", () => {
  it("are one for each kind of break, and each finds its own (C6, I9)", () => {
    expect(broken.map((found) => found?.kind)).toEqual([...BREAK_KINDS]);
  });

  it.each(Object.entries(sound))("leave %s alone (C6)", (_, found) => {
    expect(found).toBeNull();
  });

  it("say how much is at stake, and whose side it is on", () => {
    expect(judgeCharge(charge)?.credits).toBe(5);
    expect(judgeDelivery(delivery)?.credits).toBe(-5);
    expect(judgeBalance(balance)?.credits).toBe(-1);
    expect(judgeInvoice(invoice)).toMatchObject({ costMicros: 4, currency: "USD" });
    expect(judgeSlots(slots)?.facts).toMatchObject({ surplus: 1, missing: 1 });
  });

  it("miss an invoice after its time, also when nothing was invoiced at all", () => {
    const late = { ...invoice, invoicedMicros: null, bookedMicros: 4, ageMs: INVOICE_GRACE_MS };
    expect(judgeInvoice(late)?.costMicros).toBe(-4);
  });
});

describe("the life of a break", () => {
  it("opens again only when it is back, and nobody takes what is resolved (C6)", () => {
    const resolved = BREAK_ACTIONS.filter((action) => nextBreakState("RESOLVED", action) !== null);
    expect(resolved).toEqual(["returned"]);
    expect(nextBreakState("RESOLVED", "returned")).toBe("OPEN");
    for (const state of BREAK_STATES.filter((name) => name !== "RESOLVED")) {
      expect(nextBreakState(state, "resolved")).toBe("RESOLVED");
      expect(nextBreakState(state, "gone")).toBe("RESOLVED");
      expect(nextBreakState(state, "taken")).toBe("TAKEN");
      expect(nextBreakState(state, "returned")).toBeNull();
    }
  });
});
