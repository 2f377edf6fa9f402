/** A gate: a rule that the whole repository must keep, checked by a program. */
import { spawnSync } from "node:child_process";
import { readFileSync } from "node:fs";
import { delimiter, dirname, join } from "node:path";
import { fileURLToPath } from "node:url";

export const ROOT = join(dirname(fileURLToPath(import.meta.url)), "../../..");
const BIN = join(ROOT, "node_modules/.bin");

export interface SourceFile {
  /** From the root, with forward slashes. */
  readonly path: string;
  readonly text: string;
}

const SOURCE = /\.(ts|tsx|mts|mjs|css|sql)$/;

/** Every source file that git tracks or would track; built output and fixtures are not ours. */
export function sourceFiles(root: string = ROOT): SourceFile[] {
  const listed = spawnSync("git", ["ls-files", "--cached", "--others", "--exclude-standard"], {
    cwd: root,
    encoding: "utf8",
    maxBuffer: 64 * 1024 * 1024,
  });
  if (listed.status !== 0) throw new Error(`git ls-files: ${listed.stderr}`);
  return listed.stdout
    .split("\n")
    .filter((path) => SOURCE.test(path) && !/(^|\/)(fixtures|golden|generated)\//.test(path))
    .flatMap((path) => {
      try {
        return [{ path, text: readFileSync(join(root, path), "utf8") }];
      } catch {
        return []; // Deleted in the working tree, not yet in the index.
      }
    });
}

/** Runs a tool; its findings are its output lines when it does not exit with 0. */
export function runTool(command: string, args: readonly string[], cwd: string = ROOT): string[] {
  const done = spawnSync(command, args, {
    cwd,
    encoding: "utf8",
    maxBuffer: 64 * 1024 * 1024,
    // The linter looks for its type checker there, whoever started this.
    env: { ...process.env, PATH: `${BIN}${delimiter}${process.env["PATH"] ?? ""}` },
  });
  if (done.error) throw done.error;
  if (done.status === 0) return [];
  return `${done.stdout}\n${done.stderr}`.split("\n").filter((line) => line.trim() !== "");
}

export function bin(name: string): string {
  return join(BIN, name);
}
