/** The most memory that this process and all that it started held at one time (Linux). */
import { readFile, readdir } from "node:fs/promises";

const EVERY_MS = 100;

interface Seen {
  readonly pid: number;
  readonly parent: number;
  readonly bytes: number;
}

async function look(pid: string): Promise<Seen | null> {
  const [stat, statm] = await Promise.all(
    ["stat", "statm"].map((name) => readFile(`/proc/${pid}/${name}`, "utf8").catch(() => "")),
  );
  if (stat === undefined || stat === "" || statm === undefined) return null;
  const parent = Number(stat.slice(stat.lastIndexOf(")") + 2).split(" ")[1]);
  return { pid: Number(pid), parent, bytes: Number(statm.split(" ")[1]) * 4_096 };
}

async function heldNow(): Promise<number> {
  const pids = (await readdir("/proc")).filter((name) => /^\d+$/.test(name));
  const seen = (await Promise.all(pids.map((pid) => look(pid)))).filter((one) => one !== null);
  const ours = new Set([process.pid]);
  for (let grown = true; grown;) {
    const more = seen.filter((one) => ours.has(one.parent) && !ours.has(one.pid));
    for (const one of more) ours.add(one.pid);
    grown = more.length > 0;
  }
  return seen.filter((one) => ours.has(one.pid)).reduce((sum, one) => sum + one.bytes, 0);
}

/** Runs `work` and gives the peak while it ran, in bytes, looked at ten times a second. */
export async function peakMemory(work: () => Promise<void>): Promise<number> {
  let peak = 0;
  const end = new AbortController();
  const watch = async () => {
    while (!end.signal.aborted) {
      peak = Math.max(peak, await heldNow());
      await new Promise((resolve) => {
        setTimeout(resolve, EVERY_MS);
      });
    }
  };
  const watching = watch();
  try {
    await work();
  } finally {
    end.abort();
    await watching;
  }
  return peak;
}
