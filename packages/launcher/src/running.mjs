/**
 * Which Cutroom serves a data folder: `running.json` in it. Plain Node, as `npm start` asks
 * before anything is installed.
 */
import { linkSync, readFileSync, renameSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";

/**
 * When a process was born, in clock ticks since boot. A pid alone may belong to another program
 * since; pid and birth together name one process. Empty where there is no /proc; null for a
 * dead one that nobody has waited for, as happens in containers.
 */
function birthOf(pid) {
  try {
    const stat = readFileSync(`/proc/${pid}/stat`, "utf8");
    const fields = stat.slice(stat.lastIndexOf(")") + 2).split(" ");
    return fields[0] === "Z" ? null : (fields[19] ?? "");
  } catch {
    return "";
  }
}

function isAlive({ pid, birth }) {
  try {
    process.kill(pid, 0);
  } catch (error) {
    if (error.code !== "EPERM") return false;
  }
  return birthOf(pid) === birth;
}

const fileOf = (dataDir) => join(dataDir, "running.json");

/**
 * What the Cutroom on this data folder says of itself; null when none runs there. A file that
 * a killed one left behind, or that is no JSON, counts as none.
 */
export function readRunning(dataDir) {
  try {
    const state = JSON.parse(readFileSync(fileOf(dataDir), "utf8"));
    return Number.isInteger(state.pid) && isAlive(state) ? state : null;
  } catch {
    return null;
  }
}

/** What a second one on the same data folder is told. */
export function describeRunning(state) {
  return {
    message: `Cutroom already runs on this data folder (process ${state.pid}).`,
    hint: `Open ${state.url ?? "the address it prints"}, or stop it first. To run a second one, set CUTROOM_DATA_DIR.`,
  };
}

/**
 * Makes this process the one that serves `dataDir`; of several at once exactly one succeeds.
 * @throws {Error} when another one serves it.
 */
export function claimRunning(dataDir) {
  const file = fileOf(dataDir);
  const fresh = `${file}.${process.pid}.new`;
  const write = (state) => {
    const whole = { pid: process.pid, birth: birthOf(process.pid), ...state };
    writeFileSync(fresh, JSON.stringify(whole, null, 2));
  };
  write({ ready: false });
  try {
    for (;;) {
      try {
        // A link, because it fails where a file is and is never seen half-written.
        linkSync(fresh, file);
        break;
      } catch (error) {
        if (error.code !== "EEXIST") throw error;
      }
      const other = readRunning(dataDir);
      if (other !== null) {
        const { message, hint } = describeRunning(other);
        throw new Error(`${message}\n  ${hint}`);
      }
      removeStale(file);
    }
  } finally {
    rmSync(fresh, { force: true });
  }
  return {
    update(state) {
      write(state);
      renameSync(fresh, file);
    },
    release: () => rmSync(file, { force: true }),
  };
}

/** Renamed, not removed: of two takers at once only one gets hold of it. */
function removeStale(file) {
  const stale = `${file}.${process.pid}.stale`;
  try {
    renameSync(file, stale);
    rmSync(stale, { force: true });
  } catch (error) {
    if (error.code !== "ENOENT") throw error;
  }
}
