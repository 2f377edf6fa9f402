/**
 * What stands around a native FFmpeg that reads files of strangers: limits of the kernel on
 * memory, file size and processor time (`prlimit`), and a view of the machine that holds the
 * program, its libraries and one job's directory, without a network (`bubblewrap`).
 */
import { execFile } from "node:child_process";
import { mkdtemp, rm } from "node:fs/promises";
import os from "node:os";
import path from "node:path";
import { promisify } from "node:util";

const run = promisify(execFile);

export interface Sandbox {
  /** For the log: `bubblewrap, prlimit`, `prlimit` or `none`. */
  readonly name: string;
  /** The command that runs `program` with `args` inside. */
  wrap(program: string, args: readonly string[], job: SandboxedJob): [string, string[]];
}

export interface SandboxedJob {
  readonly directory: string;
  readonly timeoutMs: number;
}

export const NO_SANDBOX: Sandbox = { name: "none", wrap: (program, args) => [program, [...args]] };

const GIB = 1024 ** 3;
/** Of virtual memory: an encoder of 4K reserves far more than it uses. */
const MEMORY_BYTES = 16 * GIB;
const FILE_BYTES = 64 * GIB;
const OPEN_FILES = 512;
/** More cores than one run uses: the wall clock ends it long before. */
const CORES = 64;

function limitArgs(job: SandboxedJob): string[] {
  const seconds = Math.ceil((job.timeoutMs / 1_000) * CORES);
  return [
    `--as=${MEMORY_BYTES}`,
    `--fsize=${FILE_BYTES}`,
    `--cpu=${seconds}`,
    `--nofile=${OPEN_FILES}`,
    "--core=0",
  ];
}

/** Everything a program of the distribution needs to start, and nothing that is configured. */
const SHOWN = ["/usr", "/lib", "/lib64", "/bin", "/etc/alternatives", "/etc/ld.so.cache"];

function viewArgs(program: string, directory: string): string[] {
  const home = path.dirname(program);
  const isShown = SHOWN.some((one) => home.startsWith(`${one}/`) || home === one);
  const shown = isShown ? SHOWN : [...SHOWN, home];
  const apart = "--unshare-all --die-with-parent --cap-drop ALL --clearenv".split(" ");
  const environment = "--setenv PATH /usr/bin:/bin --setenv LC_ALL C".split(" ");
  const libraries = shown.flatMap((one) => ["--ro-bind-try", one, one]);
  const own = ["--bind", directory, directory, "--chdir", directory];
  // No /proc: FFmpeg needs none, and inside a container nobody but its engine may mount one.
  return [...apart, ...environment, ...libraries, "--dev", "/dev", ...own];
}

function sandboxOf(tools: { readonly prlimit: string | null; readonly bwrap: string | null }) {
  const { prlimit, bwrap } = tools;
  const names = [bwrap === null ? null : "bubblewrap", prlimit === null ? null : "prlimit"];
  const name = names.filter((one) => one !== null).join(", ");
  if (name === "") return NO_SANDBOX;
  const sandbox: Sandbox = {
    name,
    wrap(program, args, job) {
      const inner =
        bwrap === null
          ? [program, ...args]
          : [bwrap, ...viewArgs(program, job.directory), program, ...args];
      const [first = program, ...rest] =
        prlimit === null ? inner : [prlimit, ...limitArgs(job), ...inner];
      return [first, rest];
    },
  };
  return sandbox;
}

/** Whether `program` starts inside: user namespaces may be forbidden where bubblewrap is there. */
async function works(sandbox: Sandbox, program: string): Promise<boolean> {
  const directory = await mkdtemp(path.join(os.tmpdir(), "sandbox-probe-"));
  const [command, args] = sandbox.wrap(program, ["-version"], { directory, timeoutMs: 10_000 });
  try {
    await run(command, args, { timeout: 10_000, env: {} });
    return true;
  } catch {
    return false;
  } finally {
    await rm(directory, { recursive: true, force: true });
  }
}

/** The strongest sandbox in which `program` starts on this machine. */
export async function probeSandbox(
  program: string,
  find: (name: string) => Promise<string | null>,
): Promise<Sandbox> {
  const [prlimit, bwrap] = await Promise.all([find("prlimit"), find("bwrap")]);
  const wanted = [
    { prlimit, bwrap },
    { prlimit: null, bwrap },
    { prlimit, bwrap: null },
  ];
  for (const tools of wanted) {
    const sandbox = sandboxOf(tools);
    if (sandbox !== NO_SANDBOX && (await works(sandbox, program))) return sandbox;
  }
  return NO_SANDBOX;
}
