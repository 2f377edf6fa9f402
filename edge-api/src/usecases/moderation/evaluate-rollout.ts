import { asSystem, readPolicy, readScores } from "@cutroom/db";
import { isRepresentative, qualityOf } from "@cutroom/domain/moderation";
import type { Evaluation, Label } from "@cutroom/domain/moderation";
import type { OperatorCaller } from "../../caller.ts";
import type { Deps } from "../../deps.ts";
import { refuse } from "../../refusal.ts";
import { seenRollout, writeRollout } from "./roll-out.ts";
import type { Seen } from "./roll-out.ts";

type Meaning = Pick<Evaluation, "name" | "falsePositiveIs" | "missIs" | "samplingBias">;

/**
 * Measures a candidate on contents that people have labelled, beside the version that decides today
 * (G6). It judges nothing again: scores of the candidate's sampling are kept since its shadow.
 */
export function evaluateRollout(
  deps: Deps,
  caller: OperatorCaller,
  seen: Seen,
  set: Meaning & { readonly labels: readonly Label[] },
) {
  return asSystem(deps.database, async (tx) => {
    const found = await seenRollout(tx, seen);
    if (!found.ok) return found;
    const row = found.value;
    if (row.state === "PROMOTED" || row.state === "ROLLED_BACK") return refuse("rollout.illegal");
    const { labels, ...meaning } = set;
    if (!isRepresentative(labels)) return refuse("rollout.not-representative");
    const candidate = await readPolicy(tx, row.candidate);
    const before = await readPolicy(tx, row.previous);
    if (candidate === null || before === null) return refuse("request.not-found");
    const ids = labels.map(({ reviewId }) => reviewId);
    const quality = qualityOf(candidate, labels, await readScores(tx, ids, candidate.frames));
    if (quality === null) return refuse("rollout.not-scored");
    const harmful = labels.filter((label) => label.harmful).length;
    const evaluation: Evaluation = {
      ...meaning,
      candidate: row.candidate,
      harmful,
      harmless: labels.length - harmful,
      quality,
      qualityBefore: qualityOf(before, labels, await readScores(tx, ids, before.frames)),
    };
    const { falsePositives: false_positives, misses } = quality;
    return writeRollout(
      deps,
      tx,
      row,
      { evaluation },
      { action: "evaluate", caller, note: meaning.name, facts: { false_positives, misses } },
    );
  });
}
