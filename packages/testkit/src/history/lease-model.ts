/**
 * A step as its workers see it (C8): one owner at a time, and only the owner ends an attempt.
 * What the house does unseen, taking a step from a worker whose lease or time is over, shows in
 * the times alone: each is known to lie between a call and its answer.
 */
import type { Model } from "./find-order.ts";

export interface LeaseMove {
  readonly kind: "claim" | "renew" | "complete" | "give-back";
  readonly attempt: number;
  /** By the database's clock; the move happened between them. */
  readonly fromMs: number;
  readonly toMs: number;
}

interface LeaseState {
  readonly attempt: number;
  readonly isHeld: boolean;
  readonly isDone: boolean;
  /** The lease ends no earlier, and no later. */
  readonly endsFromMs: number;
  readonly endsToMs: number;
  /** The house may end the attempt from here on, however often it was renewed. */
  readonly overrunMs: number;
}

/** @param limits `leaseMs`: how long a lease is; `attemptMs`: how long an attempt may last. */
export function leaseModel(limits: {
  readonly leaseMs: number;
  readonly attemptMs: number;
}): Model<LeaseState, LeaseMove, null> {
  const claim = (state: LeaseState, move: LeaseMove): LeaseState | null => {
    const isFree = !state.isHeld || move.toMs >= Math.min(state.endsFromMs, state.overrunMs);
    if (state.isDone || !isFree || move.attempt <= state.attempt) return null;
    return {
      attempt: move.attempt,
      isHeld: true,
      isDone: false,
      endsFromMs: move.fromMs + limits.leaseMs,
      endsToMs: move.toMs + limits.leaseMs,
      overrunMs: move.fromMs + limits.attemptMs,
    };
  };
  const byOwner = (state: LeaseState, move: LeaseMove): LeaseState | null => {
    const isOwner = state.isHeld && move.attempt === state.attempt && move.fromMs <= state.endsToMs;
    if (state.isDone || !isOwner) return null;
    if (move.kind !== "renew") {
      return { ...state, isHeld: false, isDone: move.kind === "complete" };
    }
    return {
      ...state,
      endsFromMs: Math.max(state.endsFromMs, move.fromMs + limits.leaseMs),
      endsToMs: Math.max(state.endsToMs, move.toMs + limits.leaseMs),
    };
  };
  return {
    initial: {
      attempt: 0,
      isHeld: false,
      isDone: false,
      endsFromMs: 0,
      endsToMs: 0,
      overrunMs: 0,
    },
    apply: (state, move) => (move.kind === "claim" ? claim(state, move) : byOwner(state, move)),
    keyOf: (state) => Object.values(state).join(),
  };
}
