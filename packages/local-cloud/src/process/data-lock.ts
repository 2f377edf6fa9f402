import { readFileSync, renameSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { LocalCloudError } from "../local-cloud-error.ts";

/**
 * When the process was born, in clock ticks since boot. A pid alone may have been given to
 * another program since; pid and birth together name one process. Empty where there is no /proc.
 */
function birthOf(pid: number): string | null {
  try {
    const stat = readFileSync(`/proc/${pid}/stat`, "utf8");
    const fields = stat.slice(stat.lastIndexOf(")") + 2).split(" ");
    return fields[0] === "Z" ? null : (fields[19] ?? "");
  } catch {
    return "";
  }
}

/** Whether a process with this id exists, whoever owns it. */
export function isAlive(pid: number): boolean {
  try {
    process.kill(pid, 0);
    return true;
  } catch (error) {
    return (error as NodeJS.ErrnoException).code === "EPERM";
  }
}

interface Holder {
  readonly pid: number;
  readonly birth: string | null;
}

function readHolder(path: string): Holder | null {
  try {
    const holder = JSON.parse(readFileSync(path, "utf8")) as Holder;
    return Number.isInteger(holder.pid) ? holder : null;
  } catch {
    return null;
  }
}

/**
 * Makes this process the only server of `dataDir`. A lock left by a process that is gone is
 * taken over.
 * @returns the function that gives the lock back.
 * @throws {LocalCloudError} `already-running`, naming the process.
 */
export function lockDataDir(dataDir: string): () => void {
  const path = join(dataDir, "lock");
  const mine = JSON.stringify({ pid: process.pid, birth: birthOf(process.pid) });
  for (let attempt = 0; attempt < 3; attempt++) {
    try {
      writeFileSync(path, mine, { flag: "wx" });
      return () => rmSync(path, { force: true });
    } catch (error) {
      if ((error as NodeJS.ErrnoException).code !== "EEXIST") throw error;
    }
    const holder = readHolder(path);
    if (holder !== null && isAlive(holder.pid) && birthOf(holder.pid) === holder.birth) {
      throw new LocalCloudError(
        "already-running",
        `The local cloud in ${dataDir} is already running as process ${holder.pid}. ` +
          `Stop it (kill ${holder.pid}) or use another data folder.`,
      );
    }
    // Renamed, not removed: of two takers at once only one succeeds.
    const stale = `${path}.${process.pid}.stale`;
    try {
      renameSync(path, stale);
      rmSync(stale, { force: true });
    } catch (error) {
      if ((error as NodeJS.ErrnoException).code !== "ENOENT") throw error;
    }
  }
  throw new LocalCloudError("already-running", `The lock of ${dataDir} is being fought over.`);
}
