import { schema } from "@cutroom/db";
import { eq, sql } from "drizzle-orm";
import { afterAll, beforeAll, expect, it } from "vitest";
import { keepDesk } from "./keep-desk.ts";
import { startVendorStack } from "./vendor.cases.ts";
import type { VendorStack } from "./vendor.cases.ts";

const WAIT = { timeout: 30_000, interval: 200 };
let parts: VendorStack;
beforeAll(async () => {
  parts = await startVendorStack();
});
afterAll(() => parts.stop());

it("a vendor that does not answer holds up no other vendor's clip, and no lease (G4, C8)", async () => {
  const { deps } = parts.stack;
  const tenant = await parts.stack.tenant({ plan: "enterprise", credits: 1_000 });
  const runway = deps.generators.get("runway");
  if (runway === undefined) throw new Error("no generator");
  let answer = (): void => undefined;
  const silence = new Promise<void>((resolve) => {
    answer = resolve;
  });
  const silent: typeof runway = {
    ...runway,
    submit: async (request) => {
      await silence;
      return runway.submit(request);
    },
  };
  const generators = new Map(deps.generators).set("runway", silent);
  const closing = new AbortController();
  const open = keepDesk({ ...deps, generators }, closing.signal);
  const stateOf = async (taskId: string) => (await parts.jobsOf(taskId))[0]?.state;
  const first = await parts.submit(tenant, "runway-gen4.5", "unanswered");
  await expect.poll(() => stateOf(first), WAIT).toBe("SUBMITTING");
  const second = await parts.submit(tenant, "self-hosted", "beside");
  await expect.poll(() => stateOf(second), WAIT).toBe("ACCEPTED");
  const { id } = await parts.stepOf(second, "vendor");
  const { stepLease } = schema;
  await deps.database
    .update(stepLease)
    .set({ leaseUntil: sql`now() + interval '20 seconds'` })
    .where(eq(stepLease.stepId, id));
  const lease = async () => {
    const left = sql<number>`extract(epoch from ${stepLease.leaseUntil} - now())::float8`;
    const rows = await deps.database
      .select({ left })
      .from(stepLease)
      .where(eq(stepLease.stepId, id));
    return rows[0]?.left ?? 0;
  };
  await expect.poll(lease, WAIT).toBeGreaterThan(20);
  expect(await stateOf(first)).toBe("SUBMITTING");
  answer();
  closing.abort();
  await open;
  expect(await stateOf(first)).toBe("ACCEPTED");
});
