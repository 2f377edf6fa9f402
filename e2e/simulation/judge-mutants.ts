/** Runs every defect until something notices, and compares who did with who should have. */
import { join } from "node:path";
import { bundleWorker } from "./bundle.ts";
import { runFleet } from "./fleet.ts";
import type { Mutant } from "./mutants/index.ts";
import { copyDatabase } from "./world/prepare-database.ts";
import type { SimulatedDatabase } from "./world/prepare-database.ts";
import { openClient } from "./world/sessions.ts";

/** No defect may live longer than this. */
const MAX_SEEDS = 150;

/** The seed that found it the last time goes first; when the product has moved on, all others. */
function seedsFor({ seed: known }: Mutant): readonly number[] {
  const others = Array.from({ length: MAX_SEEDS }, (_, seed) => seed);
  return [known, ...others.filter((seed) => seed !== known)];
}

export interface Verdict {
  readonly mutant: Mutant;
  /** Empty when it survived. */
  readonly found: readonly string[];
  readonly seeds: number;
  /** That found it, or null. */
  readonly seed: number | null;
  readonly isRight: boolean;
}

async function breakDatabase(databaseUrl: string, mutant: Mutant): Promise<void> {
  const client = await openClient(databaseUrl);
  for (const statement of mutant.sql ?? []) await client.query(statement);
  const wanted = mutant.function;
  if (wanted !== undefined) {
    const { rows } = await client.query<{ text: string }>(
      "select pg_get_functiondef(oid) as text from pg_proc where proname = $1",
      [wanted.name],
    );
    const parts = (rows[0]?.text ?? "").split(wanted.find);
    if (parts.length !== 2) throw new Error(`${wanted.name} lacks ${wanted.find}`);
    await client.query(parts.join(wanted.replace));
  }
  await client.end();
}

async function judge(
  mutant: Mutant,
  at: { readonly template: SimulatedDatabase; readonly folder: string; readonly name: string },
): Promise<Verdict> {
  const bundle = join(at.folder, `${at.name}.mjs`);
  await bundleWorker(bundle, mutant.patches);
  const copy = await copyDatabase(at.template, at.name);
  try {
    await breakDatabase(copy.databaseUrl, mutant);
    const { failures, seeds } = await runFleet({
      bundle,
      databaseUrls: [copy.databaseUrl],
      seeds: seedsFor(mutant),
      isEnough: (result) => result.violations.length > 0,
    });
    const violations = failures.flatMap((failure) => failure.violations);
    const found = [...new Set(violations.map(({ invariant }) => invariant))];
    const isRight = found.length > 0 && found.every((name) => mutant.killedBy.includes(name));
    return { mutant, found, seeds, seed: failures[0]?.seed ?? null, isRight };
  } finally {
    await copy.drop();
  }
}

/** Judges all of them, `lanes` at a time, in order. */
export async function judgeMutants(options: {
  readonly template: SimulatedDatabase;
  readonly folder: string;
  readonly lanes: number;
  readonly mutants: readonly Mutant[];
  readonly onVerdict: (verdict: Verdict) => void;
}): Promise<readonly Verdict[]> {
  const { template, folder, lanes, mutants } = options;
  const verdicts: Verdict[] = [];
  const queue = mutants.map((mutant, index) => ({ mutant, name: `mutant_${index}` }));
  const lane = async () => {
    for (let next = queue.shift(); next !== undefined; next = queue.shift()) {
      const verdict = await judge(next.mutant, { template, folder, name: next.name });
      verdicts.push(verdict);
      options.onVerdict(verdict);
    }
  };
  await Promise.all(Array.from({ length: lanes }, lane));
  return verdicts;
}

export function describeVerdict({ mutant, found, seeds, seed, isRight }: Verdict): string {
  const word = isRight ? "killed" : found.length === 0 ? "SURVIVED" : "WRONGLY KILLED";
  const expected = isRight ? "" : `, not by ${mutant.killedBy.join(", ")}`;
  const where =
    seed === mutant.seed ? `by seed ${seed}` : `in ${seeds} seeds, by ${seed ?? "none"}`;
  return `  ${word.padEnd(15)} ${mutant.name}: ${found.join(", ") || "nothing"} ${where}${expected}`;
}
