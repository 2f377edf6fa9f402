/**
 * What has to hold before any dependency may be imported: the right Node, the pinned pnpm,
 * installed packages. Plain Node on purpose; everything after this may use the workspace.
 */
import { spawn } from "node:child_process";
import { createHash } from "node:crypto";
// Whole, not by name: an older Node lacks some of it and has to get as far as being told so.
import fs from "node:fs";
import { delimiter, dirname, join, resolve } from "node:path";
import { fileURLToPath } from "node:url";

export const ROOT = join(dirname(fileURLToPath(import.meta.url)), "../../..");
export const DATA_DIR = resolve(process.env.CUTROOM_DATA_DIR || join(ROOT, ".cutroom"));

const MIN_NODE = [20, 19];
const MIN_FREE_BYTES = 1024 ** 3;

/** Ends the process with one plain sentence; `hint` says what to do. */
export function giveUp(message, hint) {
  process.stderr.write(`\n  ${message}\n${hint ? `  ${hint}\n` : ""}\n`);
  process.exit(1);
}

export function requireNode() {
  const [major = 0, minor = 0] = process.versions.node.split(".").map(Number);
  if (major > MIN_NODE[0] || (major === MIN_NODE[0] && minor >= MIN_NODE[1])) return;
  giveUp(
    `Cutroom needs Node ${MIN_NODE.join(".")} or newer; this is ${process.versions.node}.`,
    "Install a newer Node from https://nodejs.org and run the command again.",
  );
}

const FOLDER_FAULTS = {
  EACCES: "may not be written by this user",
  EPERM: "may not be written by this user",
  EROFS: "lies on a disk that is read-only",
  ENOTDIR: "is not a folder",
  EEXIST: "is not a folder",
  ENOSPC: "lies on a disk that is full",
};

/**
 * Refuses to begin where nothing can be written, and on a nearly full disk, where a half-written
 * database would be the result.
 */
export function requireDataFolder(directory) {
  const elsewhere = "or set CUTROOM_DATA_DIR to another folder";
  let free = 0;
  try {
    fs.mkdirSync(directory, { recursive: true });
    const probe = join(directory, `.probe-${process.pid}`);
    fs.writeFileSync(probe, "1");
    fs.rmSync(probe);
    const { bavail, bsize } = fs.statfsSync(directory);
    free = bavail * bsize;
  } catch (error) {
    const fault = FOLDER_FAULTS[error.code] ?? `cannot be used (${error.code})`;
    giveUp(`The data folder ${directory} ${fault}.`, `Mend that, ${elsewhere}.`);
  }
  if (free >= MIN_FREE_BYTES) return;
  giveUp(
    `Only ${Math.floor(free / 1024 ** 2)} MB are free where Cutroom keeps its data (${directory}).`,
    `Free at least 1 GB, ${elsewhere} on another disk. Nothing was changed.`,
  );
}

/** Commands under way, each the head of a process group of its own. */
const running = new Set();

/** Ends what `run` has started, with all that it started in turn. */
export function stopRuns() {
  for (const child of running) {
    try {
      process.kill(-child.pid, "SIGTERM");
    } catch {
      // It ended by itself just now.
    }
  }
}

/** Runs a command to its end; resolves with the exit code and everything it printed. */
export function run(command, args, options = {}) {
  return new Promise((done) => {
    const child = spawn(command, args, {
      cwd: ROOT,
      detached: true,
      stdio: ["ignore", "pipe", "pipe"],
      env: {
        ...process.env,
        TURBO_TELEMETRY_DISABLED: "1",
        NEXT_TELEMETRY_DISABLED: "1",
        ...options.env,
      },
    });
    running.add(child);
    let output = "";
    const take = (chunk) => {
      output += chunk;
      options.onOutput?.(String(chunk));
    };
    child.stdout.on("data", take);
    child.stderr.on("data", take);
    const end = (result) => {
      running.delete(child);
      done(result);
    };
    child.on("error", (error) => end({ code: 127, output: `${output}${error.message}` }));
    child.on("close", (code) => end({ code: code ?? 1, output }));
  });
}

/** Shows a line that counts seconds while `work` runs, then its duration. */
export async function step(label, work) {
  const began = Date.now();
  const seconds = () => ((Date.now() - began) / 1000).toFixed(1);
  const live = process.stdout.isTTY;
  let note = "";
  const draw = () =>
    process.stdout.write(`\r\x1b[2K  … ${label} ${seconds()} s ${note}`.slice(0, 110));
  const timer = live ? setInterval(draw, 200) : undefined;
  if (!live) process.stdout.write(`  … ${label}\n`);
  try {
    const value = await work((text) => {
      note = text.replaceAll(/\s+/g, " ").trim().slice(0, 60);
    });
    process.stdout.write(`${live ? "\r\x1b[2K" : ""}  ✓ ${label} (${seconds()} s)\n`);
    return value;
  } finally {
    clearInterval(timer);
  }
}

function fingerprint() {
  const hash = createHash("sha256");
  for (const file of ["pnpm-lock.yaml", "pnpm-workspace.yaml", "package.json"]) {
    hash.update(fs.readFileSync(join(ROOT, file)));
  }
  return hash.update(process.version).digest("hex");
}

/** The pnpm that package.json pins, as npx knows it: `pnpm@1.2.3`. */
function pinnedPnpm() {
  return JSON.parse(fs.readFileSync(join(ROOT, "package.json"), "utf8")).packageManager;
}

const PNPM_PLACE = join(ROOT, "node_modules/.cutroom-pnpm");

/**
 * The folder with the pinned pnpm, where npx has put it. Asking npx each time would mean asking
 * the registry each time, which takes minutes where there is no network.
 */
async function pnpmFolder() {
  const pinned = pinnedPnpm();
  if (fs.existsSync(PNPM_PLACE)) {
    const { version, program } = JSON.parse(fs.readFileSync(PNPM_PLACE, "utf8"));
    if (version === pinned && fs.existsSync(program)) return dirname(program);
  }
  const { code, output } = await run("npx", ["-y", "-p", pinned, "which", "pnpm"]);
  const program = output.trim().split("\n").at(-1) ?? "";
  if (code !== 0 || !fs.existsSync(program)) {
    giveUp(`${pinned} could not be fetched:\n\n${output}`, "Check the network and run it again.");
  }
  fs.writeFileSync(PNPM_PLACE, JSON.stringify({ version: pinned, program }));
  return dirname(program);
}

/** Installs exactly what the lockfile says; does nothing when that is already there. */
export async function ensureInstalled() {
  const stamp = join(ROOT, "node_modules/.cutroom-installed");
  const wanted = fingerprint();
  if (fs.existsSync(stamp) && fs.readFileSync(stamp, "utf8") === wanted) return;
  await step("Installing packages", async (note) => {
    const { code, output } = await run(
      "npx",
      ["-y", pinnedPnpm(), "install", "--frozen-lockfile"],
      {
        onOutput: note,
      },
    );
    if (code !== 0) {
      const text = output.split("\n").slice(-25).join("\n");
      giveUp(
        `The packages could not be installed:\n\n${text}`,
        "Check the network and the disk, then run the command again.",
      );
    }
    fs.writeFileSync(stamp, wanted);
  });
}

/** Builds what has changed since the last build. */
export async function ensureBuilt() {
  await step("Building", async (note) => {
    // Turbo looks for the pinned pnpm on the PATH.
    const path = `${await pnpmFolder()}${delimiter}${process.env.PATH}`;
    const { code, output } = await run(
      join(ROOT, "node_modules/.bin/turbo"),
      ["run", "build", "--output-logs=new-only"],
      { onOutput: note, env: { PATH: path } },
    );
    if (code !== 0) {
      giveUp(
        `The build failed:\n\n${output.split("\n").slice(-40).join("\n")}`,
        "If nothing was changed here, remove the folder node_modules and run the command again.",
      );
    }
  });
}

/** Node arguments that let it import the workspace's TypeScript. */
export const TSX = ["--import", "tsx"];
