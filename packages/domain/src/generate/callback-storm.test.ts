import { createHash } from "node:crypto";
import { expect, it } from "vitest";
import { hearOfVendorJob } from "./vendor-job.ts";
import type { VendorJobNews } from "./vendor-job.ts";
import type { VendorStatus } from "./vendor-status.ts";

const JOBS = 2_500;
const COPIES = 5;
const SHUFFLES = 100;
/** A fifth of the jobs have no answer to their submit yet. */
const UNANSWERED = 5;

/** Four messages of each job: 10,000 of them. Every seventh job ends badly. */
function messagesOf(job: number): readonly VendorStatus[] {
  const failure = { class: "vendor_error", retryable: true, billed: "no", internal: "" } as const;
  const cost = { amountMicros: job, currency: "USD" } as const;
  return [
    { state: "queued" },
    { state: "running", progress: job % 50 },
    { state: "running", progress: 50 + (job % 50) },
    job % 7 === 0
      ? { state: "failed", failure }
      : { state: "succeeded", outputs: [`https://vendor.example/${job}.mp4`], cost },
  ];
}

const messages = Array.from({ length: JOBS }, (_, job) => messagesOf(job));
const atFirst = (job: number): VendorJobNews => ({
  state: job % UNANSWERED === 0 ? "SUBMITTING" : "ACCEPTED",
  stage: null,
  progress: 0,
  outputs: [],
  failure: null,
  cost: null,
});

/** The same numbers in every run: a small generator of its own. */
function shuffle(places: Uint32Array, seed: number): void {
  let state = seed;
  for (let last = places.length - 1; last > 0; last -= 1) {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0;
    const other = state % (last + 1);
    const kept = places[last] ?? 0;
    places[last] = places[other] ?? 0;
    places[other] = kept;
  }
}

it("10,000 callbacks, five copies of each, in a hundred orders come to one state (G3)", () => {
  const kinds = messagesOf(0).length;
  const places = Uint32Array.from({ length: JOBS * kinds * COPIES }, (_, index) => index);
  const hashes = new Set<string>();
  for (let seed = 1; seed <= SHUFFLES; seed += 1) {
    shuffle(places, seed);
    const jobs = messages.map((_, job) => atFirst(job));
    for (const place of places) {
      const job = place % JOBS;
      const status = messages[job]?.[Math.floor(place / JOBS) % kinds];
      const before = jobs[job];
      if (status === undefined || before === undefined) throw new Error("no such message");
      jobs[job] = hearOfVendorJob(before, status);
    }
    // What is over is what it came to; how far it was before that depends on what came last.
    const ends = jobs.map(({ state, outputs, failure, cost }) => [state, outputs, failure, cost]);
    hashes.add(createHash("sha256").update(JSON.stringify(ends)).digest("hex"));
  }
  expect(places).toHaveLength(50_000);
  expect(hashes.size).toBe(1);
});
