import { schema } from "@cutroom/db";
import { sql } from "drizzle-orm";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { startStack } from "../../stack.cases.ts";
import type { Stack } from "../../stack.cases.ts";
import { sweepRows } from "./sweep-rows.ts";

const { vendorCallback } = schema;
let stack: Stack;
beforeAll(async () => {
  stack = await startStack();
});
afterAll(() => stack.stop());

/** A callback that came so many days ago. */
const callback = (eventId: string, days: number, isApplied: boolean) => ({
  vendor: "runway" as const,
  eventId,
  status: { state: "running" as const },
  receivedAt: sql`now() - make_interval(days => ${days})`,
  appliedAt: isApplied ? sql`now() - make_interval(days => ${days})` : null,
});

describe("rows that nobody needs any more", () => {
  it("go after thirty days where a vendor said them, and never unread (M4, G3)", async () => {
    const { database } = stack.deps;
    await database
      .insert(vendorCallback)
      .values([
        callback("old", 31, true),
        callback("recent", 29, true),
        callback("unread", 31, false),
      ]);
    await sweepRows(stack.deps);
    const kept = await database.select({ id: vendorCallback.eventId }).from(vendorCallback);
    expect(kept.map(({ id }) => id).toSorted()).toEqual(["recent", "unread"]);
  });
});
