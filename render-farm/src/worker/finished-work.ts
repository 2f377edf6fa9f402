/**
 * Work that is done, on the scratch disk until the API has taken it. When the store does not take
 * its files, they stay for an hour, and the step, once this worker has it again, needs an upload
 * and nothing else (C10).
 */
import { createHash } from "node:crypto";
import { rm } from "node:fs/promises";
import type { ClaimedStep } from "@cutroom/contracts";
import { OUTPUT_HOLD_MS, holdPauseMs } from "@cutroom/domain";
import type { Clock } from "@cutroom/ports";
import type { Scratch } from "../scratch.ts";
import type { Made } from "./perform.ts";

export interface Finished {
  readonly made: Made;
  /** Where its files lie. */
  readonly directory: string;
}

interface Entry extends Finished {
  readonly digest: string;
  /** When the API first left it to this worker; null: it has not. */
  readonly heldAtMs: number | null;
  readonly uploads: number;
  /** When it is tried again; null: it is being uploaded. */
  readonly dueAtMs: number | null;
}

export interface FinishedWork {
  /** Takes what was made of a step out of its job's directory. */
  keep(step: ClaimedStep, made: Made, directory: string): Promise<Finished>;
  /** What is held of just this work, from now on being uploaded; null: it has to be done. */
  take(step: ClaimedStep): Promise<Finished | null>;
  /** The API left the step to this worker: it is tried again after a pause. */
  hold(stepId: string): void;
  drop(stepId: string): Promise<void>;
  /** Held steps that are due. */
  due(): readonly string[];
  dropAll(): Promise<void>;
}

/** Addresses are made anew for every attempt and say nothing of the work. */
const ADDRESSES: ReadonlySet<string> = new Set(["url", "fallback_url", "source_url", "peaks_url"]);

/** The same for the same work: everything that a worker is told of it but addresses. */
export function digestOf(job: ClaimedStep["job"]): string {
  const text = JSON.stringify(job, (key, value: unknown) => (ADDRESSES.has(key) ? null : value));
  return createHash("sha256").update(text).digest("hex");
}

/** Of one process: what an earlier one held is gone with its scratch directory. */
export function createFinishedWork(scratch: Scratch, clock: Clock): FinishedWork {
  const entries = new Map<string, Entry>();

  async function drop(stepId: string): Promise<void> {
    const entry = entries.get(stepId);
    entries.delete(stepId);
    if (entry !== undefined) await rm(entry.directory, { recursive: true, force: true });
  }

  return {
    drop,
    async keep(step, made, directory) {
      const finished = {
        made,
        directory: await scratch.keep(directory, Object.values(made.files)),
      };
      const digest = digestOf(step.job);
      entries.set(step.step_id, { ...finished, digest, heldAtMs: null, uploads: 0, dueAtMs: null });
      return finished;
    },
    async take(step) {
      const entry = entries.get(step.step_id);
      if (entry === undefined) return null;
      if (entry.digest === digestOf(step.job)) {
        entries.set(step.step_id, { ...entry, dueAtMs: null });
        return entry;
      }
      await drop(step.step_id);
      return null;
    },
    hold(stepId) {
      const entry = entries.get(stepId);
      if (entry === undefined) return;
      const heldAtMs = entry.heldAtMs ?? clock.nowMs();
      const uploads = entry.uploads + 1;
      // The last try of the hour is the one that the API lets fail for good.
      const dueAtMs = Math.min(clock.nowMs() + holdPauseMs(uploads), heldAtMs + OUTPUT_HOLD_MS);
      entries.set(stepId, { ...entry, heldAtMs, uploads, dueAtMs });
    },
    due: () =>
      [...entries].flatMap(([stepId, { dueAtMs }]) =>
        dueAtMs !== null && dueAtMs <= clock.nowMs() ? [stepId] : [],
      ),
    async dropAll() {
      for (const stepId of entries.keys()) await drop(stepId);
    },
  };
}
