import { schema } from "@cutroom/db";
import type { ClaimedStep } from "@cutroom/contracts";
import { and, asc, eq, sql } from "drizzle-orm";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import {
  codeOf,
  exportOutcome,
  must,
  putOutput,
  startStack,
  titleProject,
} from "../../stack.cases.ts";
import type { Stack, Tenant } from "../../stack.cases.ts";
import { keepHouse } from "../housekeeping/keep-house.ts";
import { sweepSegmentPacks } from "../housekeeping/sweep-segment-packs.ts";

const { ledgerEntry, segmentPack, step, stepLease, task } = schema;
/** At 720p about four minutes of work: four shares. */
const SECONDS = 600;
let stack: Stack;
beforeAll(async () => {
  stack = await startStack();
});
afterAll(() => stack.stop());

let submits = 0;
async function submit(tenant: Tenant, projectId: string): Promise<string> {
  submits += 1;
  const body = { project_id: projectId };
  const sent = await tenant.client.createExport({ body, idempotencyKey: `shared-${submits}-0001` });
  await stack.settle();
  return must(sent).task_id;
}

const lives = (...ids: readonly string[]) =>
  Promise.all(
    ids.map((worker_id) =>
      stack.farm.registerWorker({ params: { worker_id }, body: { pools: ["render"], slots: 4 } }),
    ),
  );

const stepsOf = (taskId: string) =>
  stack.deps.database.select().from(step).where(eq(step.taskId, taskId)).orderBy(asc(step.id));

async function claim(workerId: string, limit: number): Promise<readonly ClaimedStep[]> {
  const body = { worker_id: workerId, pools: ["render" as const], limit };
  return must(await stack.farm.claimNextStep({ body })).steps;
}

const sha = "a".repeat(64);
const packed = (key: string) => ({ key, sha256: sha, offset_bytes: 0, size_bytes: 4 });

/** Hands in a share whose pack holds one segment of this key; null: there was nothing left to do. */
async function completeShare(claimed: ClaimedStep, workerId: string, key: string | null) {
  const outputs =
    key === null ? [] : [await putOutput(claimed.job, "pack", new Uint8Array([1, 2, 3, 4]))];
  const segments = key === null ? [] : [packed(key)];
  const result = { kind: "segments" as const, engine: "test", cpu_ms: 100, segments };
  return stack.farm.completeStep({
    params: { step_id: claimed.step_id },
    body: { worker_id: workerId, attempt: claimed.attempt, outputs, result },
  });
}

async function completeFilm(claimed: ClaimedStep, workerId: string) {
  const outputs = [await putOutput(claimed.job, "video", new Uint8Array([9, 9, 9, 9]))];
  const body = { worker_id: workerId, attempt: claimed.attempt, outputs, result: exportOutcome };
  return stack.farm.completeStep({ params: { step_id: claimed.step_id }, body });
}

const jobOf = (claimed: ClaimedStep | undefined) => {
  if (claimed?.job.kind !== "export") throw new Error("not the film");
  return claimed.job;
};
const shareIn = ({ job }: ClaimedStep) => (job.kind === "segments" ? job.share.index : null);
const packKeys = ({ packs = [] }: ReturnType<typeof jobOf>) =>
  packs.flatMap((pack) => pack.segments.map(({ key }) => key)).toSorted();

async function taskOf(tenant: Tenant, taskId: string) {
  return must(await tenant.client.getTask({ params: { task_id: taskId } }));
}

async function spentOn(taskId: string) {
  const rows = await stack.deps.database
    .select()
    .from(ledgerEntry)
    .where(and(eq(ledgerEntry.taskId, taskId), eq(ledgerEntry.account, "spent")));
  return rows.map((row) => row.amount);
}

/** Its worker has died, and that has been noticed. */
async function die(stepId: string): Promise<void> {
  await stack.deps.database
    .update(stepLease)
    .set({ leaseUntil: sql`now() - interval '1 second'` })
    .where(eq(stepLease.stepId, stepId));
  await keepHouse(stack.deps);
}

describe("a long export", () => {
  it("is one step while one worker lives, and shares and a film at the same price with more (C2, C6)", async () => {
    const tenants = [await stack.tenant(), await stack.tenant()];
    const [alone, shared] = tenants as [Tenant, Tenant];
    await lives("w1");
    const one = await submit(alone, await titleProject(alone.client, SECONDS));
    expect((await stepsOf(one)).map(({ kind }) => kind)).toEqual(["export"]);
    await lives("w1", "w2");
    const many = await submit(shared, await titleProject(shared.client, SECONDS));
    const steps = await stepsOf(many);
    expect(steps.map(({ kind, state }) => [kind, state])).toEqual([
      ["export", "NEW"],
      ...Array.from({ length: 4 }, () => ["segments", "READY"]),
    ]);
    const [row] = await stepsOf(one);
    const seconds = steps.reduce((sum, part) => sum + part.estSeconds, 0);
    expect(seconds).toBeCloseTo(row?.estSeconds ?? 0);
    const prices = await Promise.all([taskOf(alone, one), taskOf(shared, many)]);
    expect(prices[1]?.credits.reserved).toBe(prices[0]?.credits.reserved);
    for (const [tenant, id] of [
      [alone, one],
      [shared, many],
    ] as const) {
      const canceled = must(await tenant.client.cancelTask({ params: { task_id: id } }));
      expect([canceled.state, await spentOn(id)]).toEqual(["CANCELED", []]);
    }
  });

  it("loses with a dead worker one share; the film is made of what winners left, and paid once (C6, C8)", async () => {
    const tenant = await stack.tenant();
    await lives("w1", "w2");
    const taskId = await submit(tenant, await titleProject(tenant.client, SECONDS));
    const [first, dead, third] = await claim("w1", 3);
    const [last] = await claim("w2", 2);
    if (!first || !dead || !third || !last) throw new Error("four shares");
    expect([first, dead, third, last].map(shareIn)).toEqual([0, 1, 2, 3]);
    expect(await claim("w2", 1)).toEqual([]);
    must(await completeShare(first, "w1", "key-0"));
    must(await completeShare(third, "w1", null));
    expect((await taskOf(tenant, taskId)).progress).toBe(45);
    await die(dead.step_id);
    must(await completeShare(last, "w2", "key-3"));
    const [again] = await claim("w2", 1);
    if (!again) throw new Error("the share of the dead worker");
    expect([shareIn(again), again.attempt]).toEqual([1, 2]);
    expect(codeOf(await completeShare(dead, "w1", "stale"))).toBe("lease.lost");
    must(await completeShare(again, "w2", "key-1"));
    expect(await taskOf(tenant, taskId)).toMatchObject({ state: "RUNNING", progress: 90 });

    const [film] = await claim("w1", 4);
    if (!film) throw new Error("the film");
    expect(packKeys(jobOf(film))).toEqual(["key-0", "key-1", "key-3"]);
    for (const { url } of jobOf(film).packs ?? []) {
      expect(new Uint8Array(await (await fetch(url)).arrayBuffer())).toHaveLength(4);
    }
    must(await completeFilm(film, "w1"));
    const done = await taskOf(tenant, taskId);
    expect(done).toMatchObject({ state: "SUCCEEDED", progress: 100 });
    expect(await spentOn(taskId)).toEqual([done.credits.settled]);
    expect(done.credits.settled).toBe(done.credits.reserved);
    const [row] = await stack.deps.database.select().from(task).where(eq(task.id, taskId));
    expect([row?.output?.cpuMs, row?.retriesUsed]).toEqual([exportOutcome.cpu_ms + 400, 1]);
  });

  it("is made anew from its masters when a film of its parts has failed its checks (F48)", async () => {
    const tenant = await stack.tenant();
    await lives("w1", "w2");
    const projectId = await titleProject(tenant.client, SECONDS);
    const taskId = await submit(tenant, projectId);
    for (const share of await claim("w1", 4)) {
      must(await completeShare(share, "w1", `key-${shareIn(share)}`));
    }
    const [film] = await claim("w1", 1);
    if (!film) throw new Error("the film");
    expect(packKeys(jobOf(film))).toHaveLength(4);
    const failed = { worker_id: "w1", attempt: 1, code: "VERIFY_FAILED", retryable: true } as const;
    const params = { step_id: film.step_id };
    must(await stack.farm.failStep({ params, body: { ...failed, internal: "black" } }));
    await stack.deps.database
      .update(step)
      .set({ runAt: sql`now()` })
      .where(eq(step.id, film.step_id));
    const [again] = await claim("w2", 1);
    expect(packKeys(jobOf(again))).toEqual([]);
    if (again) must(await completeFilm(again, "w2"));
    expect((await taskOf(tenant, taskId)).state).toBe("SUCCEEDED");
  });

  it("leaves its segments to the next exports of the project for a day, then they go (M4)", async () => {
    const tenant = await stack.tenant();
    await lives("w1", "w2");
    const projectId = await titleProject(tenant.client, SECONDS);
    await submit(tenant, projectId);
    for (const share of await claim("w1", 4)) {
      must(await completeShare(share, "w1", `key-${shareIn(share)}`));
    }
    const [film] = await claim("w1", 1);
    if (film) must(await completeFilm(film, "w1"));
    await submit(tenant, projectId);
    const [share] = await claim("w1", 1);
    const { packs = [] } = share?.job.kind === "segments" ? share.job : {};
    expect(packs.flatMap(({ segments }) => segments)).toHaveLength(4);
    const rows = () =>
      stack.deps.database.select().from(segmentPack).where(eq(segmentPack.projectId, projectId));
    const kept = await rows();
    await sweepSegmentPacks(stack.deps);
    expect(await rows()).toHaveLength(4);
    await stack.deps.database
      .update(segmentPack)
      .set({ expiresAt: sql`now() - interval '2 hours'` })
      .where(eq(segmentPack.projectId, projectId));
    await sweepSegmentPacks(stack.deps);
    expect(await rows()).toEqual([]);
    for (const { objectKey } of kept) expect(await stack.deps.store.head(objectKey)).toBeNull();
  });
});
