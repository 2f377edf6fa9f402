import {
  asSystem,
  changeRollout as change,
  countUndecided,
  insertPolicy,
  insertRollout,
  noteRollout,
  readPolicySpec,
  readRollout,
  readStanding,
} from "@cutroom/db";
import type { RolloutRow, Transaction } from "@cutroom/db";
import {
  capacityMatrix,
  matrixHolds,
  nextRolloutState,
  refuseMove,
  splitCapacity,
} from "@cutroom/domain/moderation";
import type {
  BucketKind,
  CapacityBasis,
  JudgeVendor,
  PolicySpec,
  RolloutEvent,
  RolloutFacts,
} from "@cutroom/domain/moderation";
import { ok } from "@cutroom/timeline";
import type { OperatorCaller } from "../../caller.ts";
import type { Deps } from "../../deps.ts";
import { refuse } from "../../refusal.ts";
import { presentModels, presentRollout } from "./present-rollout.ts";

/** A rollout as somebody saw it, and wants to change. */
export interface Seen {
  readonly rolloutId: string;
  readonly baseVersion: number;
}

export interface Setup {
  readonly candidate: string;
  readonly subtasksPerS: number;
  readonly vendors: readonly JudgeVendor[];
}

type Changes = Parameters<typeof change>[2];

/** The rollout as it was seen, or why it cannot be changed. */
export async function seenRollout(tx: Transaction, seen: Seen) {
  const row = await readRollout(tx, seen.rolloutId);
  if (row === null) return refuse("request.not-found");
  return row.version === seen.baseVersion ? ok(row) : refuse("rollout.changed");
}

/** Changes it, unless somebody was faster, and keeps who did it and why. */
export async function writeRollout(
  deps: Deps,
  tx: Transaction,
  row: RolloutRow,
  changes: Changes,
  by: {
    readonly action: Parameters<typeof noteRollout>[1]["action"];
    readonly caller: OperatorCaller;
    readonly note: string;
    readonly facts?: RolloutFacts;
  },
) {
  const changed = await change(tx, row, changes);
  if (changed === null) return refuse("rollout.changed");
  const { action, caller, note, facts = {} } = by;
  const id = deps.ids.next("rollout");
  await noteRollout(tx, { id, rolloutId: row.id, action, actor: caller.email, note, facts });
  return ok(presentRollout(changed));
}

/** What the matrix of a rollout is computed from as it stands; null when a version is not known. */
async function basisOf(
  tx: Transaction,
  of: Setup & { readonly previous: string },
): Promise<CapacityBasis | null> {
  const candidate = await readPolicySpec(tx, of.candidate);
  const before = await readPolicySpec(tx, of.previous);
  if (candidate === null || before === null) return null;
  const { subtasksPerS, vendors } = of;
  return { subtasksPerS, vendors, frames: candidate.frames, framesBefore: before.frames };
}

/** Keeps another version of the policy. It decides nothing until a rollout brings it there. */
export function createPolicyVersion(
  deps: Deps,
  caller: OperatorCaller,
  policy: PolicySpec & { readonly note: string },
) {
  return asSystem(deps.database, async (tx) => {
    const isNew = await insertPolicy(tx, { ...policy, createdBy: caller.email });
    return isNew ? ok(await presentModels(tx)) : refuse("rollout.policy-exists");
  });
}

export function createRollout(
  deps: Deps,
  caller: OperatorCaller,
  wanted: Setup & { readonly bucketBy: BucketKind; readonly note: string },
) {
  return asSystem(deps.database, async (tx) => {
    const { note, ...setup } = wanted;
    const { current } = await readStanding(tx);
    const isKnown = (await readPolicySpec(tx, setup.candidate)) !== null;
    if (!isKnown || setup.candidate === current) return refuse("request.not-found");
    const id = deps.ids.next("rollout");
    const facts = { ...setup, id, previous: current, createdBy: caller.email };
    if (!(await insertRollout(tx, facts))) return refuse("rollout.open");
    const eventId = deps.ids.next("rollout");
    await noteRollout(tx, {
      id: eventId,
      rolloutId: id,
      action: "create",
      actor: caller.email,
      note,
    });
    const row = await readRollout(tx, id);
    if (row === null) throw new Error("it has just been written");
    return ok(presentRollout(row));
  });
}

/**
 * Another candidate, split or load. What the matrix was computed from is not so any more: the
 * rollout loses it, and with it all traffic, until it is computed anew (G6).
 */
export function changeRollout(
  deps: Deps,
  caller: OperatorCaller,
  seen: Seen,
  wanted: Setup & { readonly note: string },
) {
  return asSystem(deps.database, async (tx) => {
    const found = await seenRollout(tx, seen);
    if (!found.ok) return found;
    const row = found.value;
    const { note, ...setup } = wanted;
    if (!["DRAFT", "SHADOW", "CANARY"].includes(row.state)) return refuse("rollout.illegal");
    const basis = await basisOf(tx, { ...setup, previous: row.previous });
    if (basis === null) return refuse("request.not-found");
    const evaluation = setup.candidate === row.candidate ? row.evaluation : null;
    const by = { caller, note };
    if (row.matrix !== null && matrixHolds(row.matrix, basis)) {
      return writeRollout(deps, tx, row, { ...setup, evaluation }, { ...by, action: "setup" });
    }
    const state = nextRolloutState(row.state, "invalidate") ?? row.state;
    const changes = { ...setup, evaluation, state, matrix: null, percent: 0 };
    return writeRollout(deps, tx, row, changes, { ...by, action: "invalidate" });
  });
}

/** Computes what the rollout asks of those who judge; without it there is no traffic (G6). */
export function computeCapacity(deps: Deps, caller: OperatorCaller, seen: Seen) {
  return asSystem(deps.database, async (tx) => {
    const found = await seenRollout(tx, seen);
    if (!found.ok) return found;
    const row = found.value;
    if (row.state !== "DRAFT") return refuse("rollout.illegal");
    const basis = await basisOf(tx, row);
    const matrix = basis === null ? null : capacityMatrix(basis);
    if (matrix === null) return refuse("rollout.split");
    const capacity = splitCapacity(row.vendors);
    const facts = { capacity_per_s: capacity, subtasks_per_s: row.subtasksPerS };
    return writeRollout(deps, tx, row, { matrix }, { action: "capacity", caller, note: "", facts });
  });
}

/** What is left to do under the candidate when it is taken back, and how long that takes. */
async function rollbackFacts(tx: Transaction, row: RolloutRow) {
  const queued = await countUndecided(tx, row.candidate);
  const capacity = splitCapacity(row.vendors);
  const spare = capacity - row.subtasksPerS;
  const clear = spare > 0 ? { clear_s: queued / spare } : {};
  return { queued, capacity_per_s: capacity, spare_per_s: spare, ...clear };
}

/**
 * Moves a rollout. Taken back, the version before decides for what comes from then on; what is
 * under way goes on under the version it was opened with, and is counted (G6).
 */
export function moveRollout(
  deps: Deps,
  caller: OperatorCaller,
  seen: Seen,
  move: { readonly event: RolloutEvent; readonly percent: number; readonly note: string },
) {
  return asSystem(deps.database, async (tx) => {
    const found = await seenRollout(tx, seen);
    if (!found.ok) return found;
    const row = found.value;
    const { event, note } = move;
    const percent = event === "shadow" ? 100 : move.percent;
    const why = refuseMove(row, event, percent);
    if (why !== null) return refuse(`rollout.${why}`);
    const { promoted } = await readStanding(tx);
    // A later one decides by now: there is nothing to take back here.
    if (row.state === "PROMOTED" && promoted?.id !== row.id) return refuse("rollout.illegal");
    const state = nextRolloutState(row.state, event) ?? row.state;
    const hasTraffic = state === "SHADOW" || state === "CANARY";
    const facts =
      event === "rollback" ? await rollbackFacts(tx, row) : { percent: hasTraffic ? percent : 100 };
    const changes = { state, percent: hasTraffic ? percent : 0 };
    return writeRollout(deps, tx, row, changes, { action: event, caller, note, facts });
  });
}
