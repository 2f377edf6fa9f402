/** The jobs of one simulated vendor, and what it would put on its invoice. */
import { randomUUID } from "node:crypto";
import type { FaultOf } from "./faults.ts";

/** What a request asked for, in the words of all dialects. */
export interface Asked {
  readonly model: string;
  readonly prompt: string;
  readonly seconds: number;
  readonly isTall: boolean;
  readonly callbackUrl: string | null;
  /** Whatever tells the request from others, where the protocol has such a thing. */
  readonly tag: string | null;
  /** As it came, for vendors that give it back. */
  readonly input: unknown;
}

export type Stage = "queued" | "throttled" | "running" | "succeeded" | "failed" | "canceled";

export interface SimulatedJob {
  readonly id: string;
  readonly asked: Asked;
  acceptedAtMs: number;
  readonly fault: FaultOf<"job"> | "moderated-input" | "bad-picture" | null;
  /** Of each that it was given the sha256; null: a broken one. */
  readonly pictures: readonly (string | null)[];
  canceledAtMs: number | null;
  forgotten: boolean;
  polls: number;
}

export interface JobView {
  readonly job: SimulatedJob;
  readonly stage: Stage;
  /** 0 to 1. */
  readonly progress: number;
  readonly billedMicros: number;
}

export interface Tariff {
  readonly microsPerSecond: number;
  readonly billsModerated: boolean;
}

export interface Pace {
  readonly queueMs: number;
  readonly runMs: number;
  readonly now: () => number;
}

export class JobBook {
  readonly #jobs = new Map<string, SimulatedJob>();
  readonly #pace: Pace;
  readonly #tariff: Tariff;

  constructor(pace: Pace, tariff: Tariff) {
    this.#pace = pace;
    this.#tariff = tariff;
  }

  accept(
    asked: Asked,
    fault: SimulatedJob["fault"],
    pictures: SimulatedJob["pictures"],
  ): SimulatedJob {
    const job: SimulatedJob = {
      id: randomUUID(),
      asked,
      acceptedAtMs: this.#pace.now(),
      fault,
      pictures,
      canceledAtMs: null,
      forgotten: false,
      polls: 0,
    };
    this.#jobs.set(job.id, job);
    return job;
  }

  find(id: string): SimulatedJob | null {
    const job = this.#jobs.get(id);
    return job === undefined || job.forgotten ? null : job;
  }

  /** Everything that was ever accepted, oldest first. */
  all(): readonly JobView[] {
    return [...this.#jobs.values()].map((job) => this.view(job));
  }

  #price(job: SimulatedJob): number {
    return Math.round(job.asked.seconds * this.#tariff.microsPerSecond);
  }

  #billed(job: SimulatedJob, stage: Stage): number {
    if (stage === "succeeded") return job.fault === "no-output" ? 0 : this.#price(job);
    if (stage !== "failed") return 0;
    const isModerated = job.fault === "moderated-output" || job.fault === "moderated-input";
    const isBilled = job.fault === "fails-billed" || (isModerated && this.#tariff.billsModerated);
    return isBilled ? this.#price(job) : 0;
  }

  #stage(job: SimulatedJob, ageMs: number): Stage {
    const { queueMs, runMs } = this.#pace;
    if (job.canceledAtMs !== null) return "canceled";
    if (ageMs < queueMs) return job.fault === "throttled" ? "throttled" : "queued";
    if (ageMs < queueMs + runMs || job.fault === "stuck") {
      return job.fault === "regress" && job.polls % 2 === 0 ? "queued" : "running";
    }
    const succeeds =
      job.fault === null || ["throttled", "regress", "no-output", "stuck"].includes(job.fault);
    return succeeds ? "succeeded" : "failed";
  }

  view(job: SimulatedJob): JobView {
    const { queueMs, runMs, now } = this.#pace;
    const ageMs = now() - job.acceptedAtMs;
    const stage = this.#stage(job, ageMs);
    const progress = Math.min(1, Math.max(0, (ageMs - queueMs) / Math.max(1, runMs)));
    return { job, stage, progress, billedMicros: this.#billed(job, stage) };
  }

  /** Its work is done at once. */
  hurry(job: SimulatedJob): void {
    job.acceptedAtMs -= this.#pace.queueMs + this.#pace.runMs;
  }

  /** False when it is over, and stays what it is. */
  cancel(job: SimulatedJob): boolean {
    const { stage } = this.view(job);
    if (stage === "succeeded" || stage === "failed" || stage === "canceled") return false;
    job.canceledAtMs = this.#pace.now();
    return true;
  }
}
