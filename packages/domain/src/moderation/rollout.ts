/**
 * How a policy of reviews is replaced by another (G6): tried in the shadow, then for a part of the
 * contents, then for all of them, and taken back at any time. One table for its life; the guarded
 * UPDATE names exactly what is here.
 */
import type { CapacityMatrix } from "./capacity.ts";
import type { Evaluation } from "./evaluation.ts";

export const ROLLOUT_STATES = ["DRAFT", "SHADOW", "CANARY", "PROMOTED", "ROLLED_BACK"] as const;
export type RolloutState = (typeof ROLLOUT_STATES)[number];

export const ROLLOUT_EVENTS = [
  "shadow",
  "canary",
  "widen",
  "promote",
  "invalidate",
  "rollback",
] as const;
export type RolloutEvent = (typeof ROLLOUT_EVENTS)[number];

export const rolloutTransitions = {
  /** Without traffic. */
  DRAFT: { shadow: "SHADOW", canary: "CANARY", rollback: "ROLLED_BACK" },
  /** Its findings are kept beside those of the policy that decides, and decide nothing. */
  SHADOW: { canary: "CANARY", invalidate: "DRAFT", rollback: "ROLLED_BACK" },
  /** It decides for its buckets. */
  CANARY: { widen: "CANARY", promote: "PROMOTED", invalidate: "DRAFT", rollback: "ROLLED_BACK" },
  /** It decides for everybody, until it is rolled back or another is promoted. */
  PROMOTED: { rollback: "ROLLED_BACK" },
  ROLLED_BACK: {},
} as const satisfies Record<RolloutState, Partial<Record<RolloutEvent, RolloutState>>>;

/** Where `event` leads from `state`, or null when the move is illegal. */
export function nextRolloutState(state: RolloutState, event: RolloutEvent): RolloutState | null {
  const moves: Partial<Record<RolloutEvent, RolloutState>> = rolloutTransitions[state];
  return moves[event] ?? null;
}

/** Numbers that are kept with an event: what was so when it happened. */
export const ROLLOUT_FACTS = [
  "percent",
  "queued",
  "capacity_per_s",
  "spare_per_s",
  "clear_s",
  "subtasks_per_s",
  "false_positives",
  "misses",
] as const;
export type RolloutFacts = Readonly<Partial<Record<(typeof ROLLOUT_FACTS)[number], number>>>;

export const BUCKET_KINDS = ["tenant", "content"] as const;
export type BucketKind = (typeof BUCKET_KINDS)[number];
const BUCKETS = 100;

/**
 * The bucket of a key, 0 to 99: the same for the same rollout at all times and everywhere, and of
 * another rollout another one (FNV-1a, and the finish of MurmurHash3 for its last bits).
 */
export function bucketOf(salt: string, key: string): number {
  let hash = 0x81_1c_9d_c5;
  for (const char of `${salt}:${key}`) {
    hash = Math.imul(hash ^ (char.codePointAt(0) ?? 0), 0x01_00_01_93);
  }
  hash = Math.imul(hash ^ (hash >>> 16), 0x85_eb_ca_6b);
  hash = Math.imul(hash ^ (hash >>> 13), 0xc2_b2_ae_35);
  return ((hash ^ (hash >>> 16)) >>> 0) % BUCKETS;
}

/** A rollout as far as traffic asks for it. */
export interface Rollout {
  readonly id: string;
  readonly state: RolloutState;
  readonly candidate: string;
  readonly bucketBy: BucketKind;
  readonly percent: number;
}

/**
 * The policy that decides for a new content, and the one that is only tried on it. Frozen with the
 * review: what changes later changes nothing about it.
 */
export function choosePolicy(
  current: string,
  rollout: Rollout | null,
  content: { readonly tenantId: string; readonly contentVersion: string },
): { readonly decides: string; readonly shadow: string | null } {
  if (rollout === null) return { decides: current, shadow: null };
  const key = rollout.bucketBy === "tenant" ? content.tenantId : content.contentVersion;
  const isIn = bucketOf(rollout.id, key) < rollout.percent;
  if (rollout.state === "CANARY" && isIn) return { decides: rollout.candidate, shadow: null };
  if (rollout.state === "SHADOW" && isIn) return { decides: current, shadow: rollout.candidate };
  return { decides: current, shadow: null };
}

export type RolloutRefusal = "illegal" | "no-matrix" | "over-capacity" | "no-evaluation";

/**
 * Why a move may not be made, or null (G6): no traffic without a matrix that has its stage and
 * room for it, and no promotion without a labelled set that says what it means.
 */
export function refuseMove(
  rollout: Pick<Rollout, "state" | "candidate"> & {
    readonly matrix: CapacityMatrix | null;
    readonly evaluation: Evaluation | null;
  },
  event: RolloutEvent,
  percent: number,
): RolloutRefusal | null {
  if (nextRolloutState(rollout.state, event) === null) return "illegal";
  if (event === "rollback" || event === "invalidate") return null;
  const mode = event === "shadow" ? "shadow" : "canary";
  const wanted = event === "promote" ? 100 : percent;
  const row = rollout.matrix?.rows.find((one) => one.mode === mode && one.percent === wanted);
  if (row === undefined) return "no-matrix";
  if (row.backlogPerS > 0) return "over-capacity";
  if (event === "promote" && rollout.evaluation?.candidate !== rollout.candidate) {
    return "no-evaluation";
  }
  return null;
}
