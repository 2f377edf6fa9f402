import type { RenderPlan } from "@cutroom/compiler";
import type { ExportJob, Provenance } from "@cutroom/contracts";
import { madeOf } from "@cutroom/domain";
import type { Credentials, FilmPart } from "@cutroom/domain";

/** The files that a plan really uses, each once, in the order of their first use. */
export function partsOf(plan: RenderPlan, job: ExportJob): FilmPart[] {
  const assets = new Map(job.assets.map((asset) => [asset.asset_id, asset]));
  const used = new Set(
    plan.inputs.flatMap((input) => (input.kind === "title" ? [] : [input.assetId])),
  );
  return [...used].map((id) => {
    const origin = assets.get(id)?.origin;
    return origin === undefined
      ? { disclosure: "undeclared", tool: null, isClaim: false }
      : { disclosure: origin.disclosure, tool: origin.tool, isClaim: origin.is_claim };
  });
}

/** Names of one film that are listed, at most. */
const MOST_TOOLS = 100;

/** What is said of a film beside the file itself. */
export function provenanceOf(parts: readonly FilmPart[], credentials: Credentials): Provenance {
  const { aiShare, tools } = madeOf(parts);
  return { ai_disclosure: aiShare, tools: tools.slice(0, MOST_TOOLS), credentials };
}
