/** Where processor time goes: this process and all below it, by what they are. */
import { readFileSync, readdirSync } from "node:fs";

/** The kernel counts processor time in hundredths of a second on every machine we run on. */
const TICKS_PER_MS = 0.1;

/** What a command line tells of a process's part; the first that fits. */
const PARTS: readonly (readonly [part: string, pattern: RegExp])[] = [
  ["api", /edge-api/],
  ["farms", /render-farm/],
  ["redis-server", /redis-server/],
  // What stands in for the vendors' own machines.
  ["redis-rest", /local-cloud.*\/redis /],
  ["qstash", /local-cloud.*\/qstash /],
  ["ws-proxy", /local-cloud.*\/postgres /],
  ["object-store", /local-cloud.*\/s3 /],
  ["postgres", /postgres/],
  ["load", /\.bench\.ts/],
];

interface ProcessTimes {
  readonly pid: number;
  readonly parent: number;
  readonly part: string;
  readonly ms: number;
}

function readProcess(pid: number): ProcessTimes | null {
  try {
    const stat = readFileSync(`/proc/${pid}/stat`, "utf8");
    const command = readFileSync(`/proc/${pid}/cmdline`, "utf8").replaceAll("\0", " ");
    // The name in brackets may hold anything; the fields begin after it.
    const fields = stat.slice(stat.lastIndexOf(")") + 2).split(" ");
    const field = (at: number) => Number(fields[at] ?? 0);
    const part = PARTS.find(([, pattern]) => pattern.test(command))?.[0] ?? "other";
    return { pid, parent: field(1), part, ms: (field(11) + field(12)) / TICKS_PER_MS };
  } catch {
    return null;
  }
}

/** Milliseconds of processor time that each part has used so far; empty where no kernel tells. */
export function cpuByPart(): ReadonlyMap<string, number> {
  let pids: readonly number[];
  try {
    pids = readdirSync("/proc").map(Number).filter(Number.isInteger);
  } catch {
    return new Map();
  }
  const all = pids.flatMap((pid) => readProcess(pid) ?? []);
  const ours = new Set([process.pid]);
  for (let before = 0; before < ours.size;) {
    before = ours.size;
    for (const { pid, parent } of all) if (ours.has(parent)) ours.add(pid);
  }
  const parts = new Map<string, number>();
  for (const { pid, part, ms } of all) {
    if (ours.has(pid)) parts.set(part, (parts.get(part) ?? 0) + ms);
  }
  return parts;
}

/** What each part has used between two readings, divided by `times`; the largest first. */
export function cpuEach(
  before: ReadonlyMap<string, number>,
  after: ReadonlyMap<string, number>,
  times: number,
): readonly (readonly [part: string, ms: number])[] {
  return [...after]
    .map(([part, ms]) => [part, (ms - (before.get(part) ?? 0)) / times] as const)
    .toSorted(([, a], [, b]) => b - a);
}
