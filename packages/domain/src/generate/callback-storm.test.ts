import { createHash } from "node:crypto";
import { describe, expect, it } from "vitest";
import { hearOfVendorJob } from "./vendor-job.ts";
import type { VendorJobNews } from "./vendor-job.ts";
import type { VendorStatus } from "./vendor-status.ts";

const JOBS = 2_500;
const COPIES = 5;
const SHUFFLES = 100;

interface News {
  readonly job: number;
  readonly status: VendorStatus;
}

/** A small generator of chance with a seed (mulberry32): the same numbers every time. */
function chanceOf(seed: number): () => number {
  let state = seed;
  return () => {
    state = (state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4_294_967_296;
  };
}

function shuffle<T>(list: T[], chance: () => number): T[] {
  for (let at = list.length - 1; at > 0; at -= 1) {
    const other = Math.floor(chance() * (at + 1));
    const moved = list[at];
    const taken = list[other];
    if (moved === undefined || taken === undefined) continue;
    list[at] = taken;
    list[other] = moved;
  }
  return list;
}

const endOf = (job: number): VendorStatus =>
  job % 7 === 0
    ? {
        state: "failed",
        failure: { class: "moderated_output", retryable: false, billed: "no", internal: "x" },
      }
    : { state: "succeeded", outputs: [`https://vendor.example/${job}.mp4`] };

/** Four messages of each job, in five copies each: 10,000 messages, 50,000 deliveries. */
const deliveries = (): News[] =>
  Array.from({ length: JOBS }, (_, job): VendorStatus[] => [
    { state: "queued" },
    { state: "running", progress: 30 },
    { state: "running", progress: 80 },
    endOf(job),
  ])
    .flatMap((statuses, job) => statuses.map((status) => ({ job, status })))
    .flatMap((news) => Array.from({ length: COPIES }, () => news));

function stateHash(news: readonly News[]): string {
  const fresh: VendorJobNews = {
    state: "ACCEPTED",
    stage: null,
    progress: 0,
    outputs: [],
    failure: null,
    cost: null,
  };
  const jobs = Array.from({ length: JOBS }, () => fresh);
  for (const { job, status } of news) jobs[job] = hearOfVendorJob(jobs[job] ?? fresh, status);
  const facts = jobs.map(({ state, outputs, failure }) => [state, outputs, failure]);
  return createHash("sha256").update(JSON.stringify(facts)).digest("hex");
}

describe("a storm of callbacks", () => {
  it("10,000 messages in five copies each, shuffled 100 times, come to one state (G3)", () => {
    const chance = chanceOf(7);
    const news = deliveries();
    expect(news).toHaveLength(50_000);
    const hashes = new Set([stateHash(news)]);
    for (let turn = 0; turn < SHUFFLES; turn += 1) hashes.add(stateHash(shuffle(news, chance)));
    expect(hashes.size).toBe(1);
  });
});
