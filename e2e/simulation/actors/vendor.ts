/**
 * Work that a vendor does: a request is noted before it leaves, a silent worker leaves a doubt,
 * and only what the vendor says ends it (C8, I3, G2).
 */
import { asSystem, claimSteps, noteRequest } from "@cutroom/db";
import type { Fence } from "@cutroom/db";
import type { UserCaller } from "@cutroom/edge-api/src/caller.ts";
import { endStep } from "@cutroom/edge-api/src/usecases/step/end-step.ts";
import type { StepOutcome } from "@cutroom/edge-api/src/usecases/step/end-step.ts";
import { listUnknownSteps } from "@cutroom/edge-api/src/usecases/step/list-unknown-steps.ts";
import { resolveUnknownStep } from "@cutroom/edge-api/src/usecases/step/resolve-unknown-step.ts";
import { submitTask } from "@cutroom/edge-api/src/usecases/submit/submit-task.ts";
import { LEASE_MS } from "@cutroom/domain";
import { ok } from "@cutroom/timeline";
import type { World } from "../world/world.ts";

/** A vendor that answers its questions truly and charges for every job it accepts. */
class Vendor {
  readonly #jobs = new Map<string, "done" | "failed">();
  readonly #world: World;

  constructor(world: World) {
    this.#world = world;
  }

  /** Accepts a job; some requests get lost before, some answers after. */
  ask(key: string): "accepted" | "silence" {
    const { random, faults } = this.#world;
    if (faults.on && random.chance(0.2)) return "silence";
    if (this.#jobs.has(key)) this.#world.accuse("vendor-is-asked-once", `${key} was paid twice`);
    this.#jobs.set(key, random.chance(0.9) ? "done" : "failed");
    return faults.on && random.chance(0.25) ? "silence" : "accepted";
  }

  /** What became of the job; absence is proof. */
  look(key: string): "done" | "failed" | "absent" {
    return this.#jobs.get(key) ?? "absent";
  }
}

/** Copies what the vendor made into our store and shows it, as every success has to (I6). */
function keep(world: World, tenantId: string, { stepId, attempt }: Omit<Fence, "workerId">) {
  const videoKey = `${tenantId}/steps/${stepId}/${attempt}/video.mp4`;
  world.store.objects.set(videoKey, { sizeBytes: 9, by: "vendor" });
  const shape = { width: 640, height: 360, frameCount: 30, durationMs: 1_000, sizeBytes: 9 };
  const origin = { checksum: "a".repeat(64), posterKey: null, engine: "simulated", cpuMs: 1 };
  const output = { ...shape, ...origin, videoKey };
  return { kind: "succeeded", result: {}, made: { output } } as const;
}

/** One step at the vendor's: claim, note, ask, report. It may vanish between any two of them. */
async function produce(world: World, vendor: Vendor, workerId: string): Promise<void> {
  const claim = { pool: "C", workerId, limit: 1, leaseMs: LEASE_MS } as const;
  const { history } = world;
  const { answer: claimed, span } = await history.span(() =>
    world.call("claim", (deps) => claimSteps(deps.database, claim)),
  );
  const step = claimed?.value[0];
  if (step === undefined) return;
  const { stepId, attempt, tenantId } = step;
  const fence = { stepId, workerId, attempt };
  history.moveLease(stepId, { kind: "claim", attempt }, { span, isHeard: true });
  if (world.faults.happens(10)) return;
  await world.sleep(100, 5_000);
  const noted = await world.call("note request", (deps) =>
    asSystem(deps.database, (tx) => noteRequest(tx, { ...fence, key: stepId })),
  );
  if (noted === null || noted.value === null || world.faults.happens(10)) return;
  await world.scheduler.turn("ask the vendor");
  const answer = vendor.ask(stepId);
  await world.sleep(1_000, 20_000);
  if (answer === "silence") {
    const unclear = { kind: "unclear", code: "RENDER_FAILED", internal: "no answer" } as const;
    await end(world, fence, unclear);
    return;
  }
  // A worker that is late finds its step in doubt, and is refused.
  if (world.faults.happens(5)) await world.scheduler.sleep(2 * LEASE_MS, "stalls");
  const failed = {
    kind: "failed",
    retryable: false,
    code: "RENDER_FAILED",
    internal: "vendor",
  } as const;
  const isDone = vendor.look(stepId) === "done";
  await end(world, fence, isDone ? keep(world, tenantId, fence) : failed);
}

/** Reports the end of an attempt, and keeps what came of it for the judges. */
async function end(world: World, fence: Fence, outcome: StepOutcome): Promise<void> {
  const isDone = outcome.kind === "succeeded";
  const { answer, span } = await world.history.span(() =>
    world.call(isDone ? "complete" : "fail", (deps) => endStep(deps, fence, outcome)),
  );
  if (answer?.value === false) return;
  const move = { kind: isDone ? "complete" : "give-back", attempt: fence.attempt } as const;
  world.history.moveLease(fence.stepId, move, { span, isHeard: answer !== null });
}

/** Asks the vendor about every doubt, some of them twice at once. */
async function resolve(
  world: World,
  vendor: Vendor,
  of: { readonly step_id: string; readonly tenant_id: string; readonly attempt: number },
): Promise<void> {
  const { step_id: stepId, tenant_id: tenantId, attempt } = of;
  const found = vendor.look(stepId);
  const verdict =
    found === "absent"
      ? ({ kind: "absent", internal: "the vendor knows no such job" } as const)
      : found === "done"
        ? keep(world, tenantId, { stepId, attempt })
        : ({ kind: "failed", code: "RENDER_FAILED", internal: "vendor" } as const);
  const once = () => world.call("resolve", (deps) => resolveUnknownStep(deps, stepId, verdict));
  await Promise.all(world.faults.happens(4) ? [once(), once()] : [once()]);
}

/** Runs the vendor's side for ever. */
export async function vendorDesk(world: World): Promise<void> {
  const vendor = new Vendor(world);
  for (let round = 0; ; round += 1) {
    await world.sleep(5_000, 40_000);
    await produce(world, vendor, `desk${round % 2}`);
    const doubts = await world.call("list doubts", (deps) => listUnknownSteps(deps));
    if (doubts === null || !doubts.value.ok) continue;
    for (const doubt of doubts.value.value.steps) await resolve(world, vendor, doubt);
  }
}

/** Asks for one generation. */
export async function composer(world: World, caller: UserCaller): Promise<void> {
  await world.sleep(10, 30_000);
  const key = "scene";
  for (let tries = 0; tries < 3; tries += 1) {
    const answer = await world.call("submit", (deps) =>
      submitTask(deps, caller, {
        endpoint: "simulatedGenerate",
        idempotencyKey: key,
        request: {},
        prepare: async () =>
          ok({ scene: "generate" as const, inputDigest: key, credits: 3, spec: null }),
      }),
    );
    if (answer !== null) return;
    await world.sleep(1_000, 9_000);
  }
}
