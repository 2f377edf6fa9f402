/** `npm run -s plan -- NAME [--history 1000,1200]`: prints one of the capacity plans (O2). */
import { parseArgs } from "node:util";
import {
  planAiVideo,
  planClipPlatform,
  planEvidence,
  planMachineReview,
  planStages,
  printFigures,
} from "@cutroom/domain";

const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: { history: { type: "string", default: "" } },
});
const history = values.history.split(",").flatMap((part) => Number(part) || []);

const PLANS: Readonly<Record<string, () => string>> = {
  machine_capacity_recalc: () => printFigures(planMachineReview()),
  evidence_retention_cost: () => printFigures(planEvidence()),
  aivideo: () => printFigures(planAiVideo(undefined, history)),
  "clip-platform": () => [printFigures(planClipPlatform()), ...planStages()].join("\n"),
};

const plan = PLANS[positionals[0] ?? ""];
if (plan === undefined) {
  process.stderr.write(`Name one of: ${Object.keys(PLANS).join(", ")}\n`);
  process.exit(2);
}
process.stdout.write(`${plan()}\n`);
