/** Workers of the farm: honest, slow, silent, late, wrong about their files, or gone. */
import { claimNextStep } from "@cutroom/edge-api/src/usecases/step/claim-next-step.ts";
import { claimStep } from "@cutroom/edge-api/src/usecases/step/claim-step.ts";
import { completeStep } from "@cutroom/edge-api/src/usecases/step/complete-step.ts";
import { failStep } from "@cutroom/edge-api/src/usecases/step/fail-step.ts";
import { renewStep } from "@cutroom/edge-api/src/usecases/step/renew-step.ts";
import { registerWorker } from "@cutroom/edge-api/src/usecases/worker/register-worker.ts";
import type { ClaimedStep } from "@cutroom/contracts";
import { HEARTBEAT_MS, LEASE_MS, outputKey, stepOutputs } from "@cutroom/domain";
import type { LeaseMove } from "@cutroom/testkit/history";
import type { World } from "../world/world.ts";

const SLOTS = 2;
const RESULT = {
  kind: "export",
  width: 640,
  height: 360,
  frame_count: 30,
  duration_ms: 1_000,
  engine: "simulated",
  cpu_ms: 5,
} as const;
const VIDEO = stepOutputs.export.find((output) => output.name === "video");

interface Held {
  readonly stepId: string;
  readonly workerId: string;
  readonly attempt: number;
  readonly tenantId: string;
}

type Temper = "honest" | "slow" | "stalls" | "vanishes" | "fails" | "gives up" | "lies" | "deaf";
const TEMPERS: readonly Temper[] = [
  "honest",
  "honest",
  "honest",
  "slow",
  "stalls",
  "vanishes",
  "fails",
  "gives up",
  "lies",
  "deaf",
];
/** Of a farm that has a bad day: what a retry budget is for. */
const BAD_TEMPERS: readonly Temper[] = ["fails", "fails", "vanishes", "stalls", "lies"];

/** Asks for something as the holder of a lease, and keeps what came of it for the judges. */
async function asHolder<T extends { readonly ok: boolean }>(
  world: World,
  { stepId, attempt }: Held,
  kind: LeaseMove["kind"],
  ask: () => Promise<{ readonly value: T } | null>,
): Promise<{ readonly value: T } | null> {
  const { answer, span } = await world.history.span(ask);
  // A refusal changes nothing.
  const isHeard = answer !== null;
  if (!isHeard || answer.value.ok) {
    world.history.moveLease(stepId, { kind, attempt }, { span, isHeard });
  }
  return answer;
}

/** The answers of the heartbeat; a lost one is no answer. */
async function beat(
  world: World,
  held: Held,
  progress: number,
): Promise<"ours" | "lost" | "cancel"> {
  const { stepId, workerId, attempt } = held;
  const answer = await asHolder(world, held, "renew", () =>
    world.call("renew", (deps) => renewStep(deps, { stepId, workerId, attempt, progress })),
  );
  if (answer === null) return "ours";
  if (!answer.value.ok) return "lost";
  return answer.value.value.cancel_requested ? "cancel" : "ours";
}

async function upload(world: World, held: Held, sizeBytes: number): Promise<boolean> {
  if (VIDEO === undefined) throw new Error("an export has a video");
  const { tenantId, stepId, attempt } = held;
  const key = outputKey({ tenantId, stepId, attempt, output: VIDEO });
  try {
    await world.store.put(key, { sizeBytes, by: held.workerId });
    return true;
  } catch {
    return false;
  }
}

/** Reports success until somebody answers; every answer but the first has to be a refusal. */
async function complete(world: World, held: Held, saidBytes: number, accepted: Set<string>) {
  const { stepId, workerId, attempt } = held;
  const outputs = [{ name: "video", size_bytes: saidBytes, sha256: "a".repeat(64) }];
  const once = async () => {
    const answer = await asHolder(world, held, "complete", () =>
      world.call("complete", (deps) =>
        completeStep(deps, { stepId, workerId, attempt, outputs, result: RESULT }),
      ),
    );
    if (answer?.value.ok === true) {
      if (accepted.has(stepId)) world.accuse("accepted-once", `${stepId} was accepted twice`);
      accepted.add(stepId);
    }
    return answer;
  };
  for (let tries = 0; tries < 4; tries += 1) {
    const twins = world.faults.happens(6) ? 2 : 1;
    const answers = await Promise.all(Array.from({ length: twins }, once));
    if (answers.some((answer) => answer !== null)) return;
    await world.sleep(300, 4_000);
  }
}

async function fail(
  world: World,
  held: Held,
  retryable: boolean,
  code: "RENDER_FAILED" | "CANCELED",
) {
  const { stepId, workerId, attempt } = held;
  for (let tries = 0; tries < 3; tries += 1) {
    const answer = await asHolder(world, held, "give-back", () =>
      world.call("fail", (deps) =>
        failStep(deps, { stepId, workerId, attempt, code, retryable, internal: "simulated" }),
      ),
    );
    if (answer !== null) return;
    await world.sleep(300, 3_000);
  }
}

/** Works for some heartbeats. False when the step is not its own any more. */
async function work(world: World, held: Held, beats: number, temper: Temper): Promise<boolean> {
  for (let index = 1; index <= beats; index += 1) {
    await world.scheduler.sleep(HEARTBEAT_MS, "works");
    const told = await beat(world, held, Math.min(90, index * 30));
    if (temper === "deaf") continue;
    if (told === "lost") return false;
    if (told === "cancel") {
      await fail(world, held, false, "CANCELED");
      return false;
    }
  }
  return true;
}

async function perform(world: World, held: Held, accepted: Set<string>): Promise<void> {
  const { random } = world;
  const isDoomed = world.faults.aim.includes("redrive");
  const tempers: readonly Temper[] = isDoomed ? ["fails"] : world.isBadDay ? BAD_TEMPERS : TEMPERS;
  const temper = world.faults.on ? random.pick(tempers) : "honest";
  const beats =
    temper === "slow" ? random.between(3, 6) : random.between(temper === "stalls" ? 1 : 0, 2);
  await world.sleep(200, 9_000);
  const stallMs = temper === "stalls" ? random.pick([1, 3]) * LEASE_MS : 0;
  const stallsEarly = stallMs > 0 && random.chance(0.5);
  // Between two heartbeats: it asks for more of a lease that it has lost (C8).
  if (stallsEarly) await world.scheduler.sleep(stallMs, "stalls");
  if (!(await work(world, held, beats, temper))) return;
  if (temper === "vanishes") return;
  if (temper === "fails" || temper === "gives up") {
    await fail(world, held, temper === "fails", "RENDER_FAILED");
    return;
  }
  const sizeBytes = random.between(1, 9_000);
  const stored = await upload(world, held, sizeBytes);
  // It comes back long after its lease, believing that nothing has happened (C8).
  if (stallMs > 0 && !stallsEarly) await world.scheduler.sleep(stallMs, "stalls");
  if (!stored && temper !== "lies") await fail(world, held, true, "RENDER_FAILED");
  else await complete(world, held, temper === "lies" ? sizeBytes + 1 : sizeBytes, accepted);
  if (temper === "lies") await fail(world, held, true, "RENDER_FAILED");
}

/** Workers that share the queue's deliveries; each has a few slots and asks again when one is free. */
export class Workforce {
  readonly #world: World;
  readonly #busy = new Map<string, number>();
  readonly #accepted = new Set<string>();

  constructor(world: World, count: number) {
    this.#world = world;
    for (let index = 0; index < count; index += 1) this.#busy.set(`worker${index}`, 0);
  }

  /** A delivery of the queue is a hint; it is answered at once, also by a full worker. */
  async wake(body: string): Promise<boolean> {
    const message = JSON.parse(body) as { step_id: string; scene: string };
    const workerId = this.#world.random.pick([...this.#busy.keys()]);
    const isNamed = message.scene === "export" && this.#world.random.chance(0.15);
    if (isNamed) return this.#claim(workerId, message.step_id);
    return this.#claim(workerId, null);
  }

  /** By name as workers did, or the best of its pools. False when nobody answered. */
  async #claim(workerId: string, stepId: string | null): Promise<boolean> {
    const world = this.#world;
    const room = SLOTS - (this.#busy.get(workerId) ?? 0);
    if (room <= 0) return true;
    const worker = { workerId, pools: ["render"] as const, slots: SLOTS };
    await world.call("register", (deps) => registerWorker(deps, worker));
    this.#count(workerId, 1);
    const { answer: steps, span } = await world.history.span(() => this.#ask(workerId, stepId));
    this.#count(workerId, -1);
    for (const { step_id: claimed, attempt } of steps ?? []) {
      world.history.moveLease(claimed, { kind: "claim", attempt }, { span, isHeard: true });
    }
    for (const step of steps ?? []) this.#start(workerId, step);
    return steps !== null;
  }

  async #ask(workerId: string, stepId: string | null): Promise<readonly ClaimedStep[] | null> {
    const world = this.#world;
    if (stepId === null) {
      const ask = { workerId, pools: ["render"], limit: 1 } as const;
      const answer = await world.call("claim", (deps) => claimNextStep(deps, ask));
      return answer === null ? null : answer.value.ok ? answer.value.value.steps : [];
    }
    const answer = await world.call("claim", (deps) => claimStep(deps, { stepId, workerId }));
    return answer === null ? null : answer.value.ok ? [answer.value.value] : [];
  }

  #start(workerId: string, step: ClaimedStep): void {
    const { step_id: stepId, attempt, job } = step;
    const tenantId = tenantOf(job.outputs);
    this.#count(workerId, 1);
    void this.#world.scheduler.start(workerId, null, async () => {
      await perform(this.#world, { stepId, workerId, attempt, tenantId }, this.#accepted);
      this.#count(workerId, -1);
      await this.#claim(workerId, null);
    });
  }

  #count(workerId: string, change: number): void {
    this.#busy.set(workerId, (this.#busy.get(workerId) ?? 0) + change);
  }
}

/** The first part of an upload URL's path. */
function tenantOf(outputs: readonly { readonly url: string }[]): string {
  return new URL(outputs[0]?.url ?? "").pathname.split("/")[1] ?? "";
}
