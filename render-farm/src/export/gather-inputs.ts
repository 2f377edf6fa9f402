/** Brings every master that a plan uses into the job's directory, under names of our own. */
import { createHash } from "node:crypto";
import { writeFile } from "node:fs/promises";
import { join } from "node:path";
import type { PlanInput, PlanRect, RenderPlan } from "@cutroom/compiler";
import type { ExportJob } from "@cutroom/contracts";
import { ok } from "@cutroom/timeline";
import { checkCoverage } from "@cutroom/titles";
import type { TitleRasteriser } from "@cutroom/titles";
import type { JobContext } from "../job-context.ts";
import { refused } from "../step-failure.ts";
import type { StepResult } from "../step-failure.ts";
import { fetchMaster } from "./fetch-master.ts";
import { gatherLuts } from "./gather-luts.ts";
import { sideBySide } from "./side-by-side.ts";
import type { Part } from "./side-by-side.ts";

export interface GatheredInputs {
  readonly files: Record<string, string>;
  readonly titleRects: Record<string, PlanRect>;
  /** sha256 of each file's bytes, by input id. */
  readonly hashes: Record<string, string>;
}

interface Gathered {
  readonly fileName: string;
  readonly sha256: string;
  /** Of a title: where its picture lies. */
  readonly rect?: PlanRect;
}

/** Masters that are fetched, or titles drawn, at the same time. */
const AT_ONCE = 4;

type Master = ExportJob["assets"][number];

/** Inputs of one master share its file; every title is drawn for itself. */
const sourceOf = (input: PlanInput) =>
  input.kind === "title" ? `title ${input.id}` : `asset ${input.assetId}`;

async function drawTitle(
  context: JobContext,
  input: PlanInput & { kind: "title" },
  number: number,
  rasteriser: TitleRasteriser,
): Promise<StepResult<Gathered>> {
  const missing = "text" in input.title ? checkCoverage(input.title.text) : [];
  if (missing.length > 0)
    return refused("TEXT_UNSUPPORTED", `no glyphs for ${missing.length} characters`);
  const drawn = await rasteriser.rasteriseTitle(input.title);
  const fileName = `title-${number}.png`;
  await writeFile(join(context.directory, fileName), drawn.png);
  const sha256 = createHash("sha256").update(drawn.png).digest("hex");
  return ok({ fileName, sha256, rect: drawn.rect });
}

/** Bytes of all downloads so far, as a share of what is to come, between 0 and 10 percent. */
function progressOf(context: JobContext, masters: readonly Master[]) {
  const totalBytes = masters.reduce((sum, master) => sum + master.size_bytes, 1);
  const done = new Map<Master, number>();
  return (master: Master, bytes: number) => {
    done.set(master, bytes);
    const all = [...done.values()].reduce((sum, one) => sum + one, 0);
    context.progress((10 * all) / totalBytes);
  };
}

/**
 * ASSET_MISSING when the job has no master for an input, another one than the document names,
 * or the store lost it; TEXT_UNSUPPORTED when a title cannot be drawn.
 */
export async function gatherInputs(
  context: JobContext,
  plan: RenderPlan,
  job: Pick<ExportJob, "assets">,
  rasteriser: TitleRasteriser,
): Promise<StepResult<GatheredInputs>> {
  const masters = new Map(job.assets.map((asset) => [asset.asset_id, asset]));
  const used = new Set<Master>();
  const parts = new Map<string, Part<Gathered>>();
  for (const [number, input] of plan.inputs.entries()) {
    const source = sourceOf(input);
    if (parts.has(source)) continue;
    if (input.kind === "title") {
      parts.set(source, (own) => drawTitle(own, input, number, rasteriser));
      continue;
    }
    const master = masters.get(input.assetId);
    if (master === undefined || master.checksum !== input.checksum) {
      return refused("ASSET_MISSING", `asset ${input.assetId} is not the one of the document`);
    }
    used.add(master);
    parts.set(source, (own) =>
      fetchMaster(own, master, number, (bytes) => progress(master, bytes)),
    );
  }
  const progress = progressOf(context, [...used]);
  const gathered = await sideBySide(context, AT_ONCE, [...parts.values()]);
  if (!gathered.ok) return gathered;
  const bySource = new Map([...parts.keys()].map((source, at) => [source, gathered.value[at]]));
  const found: GatheredInputs = { files: {}, titleRects: {}, hashes: {} };
  for (const input of plan.inputs) {
    const one = bySource.get(sourceOf(input));
    if (one === undefined) continue;
    found.files[input.id] = one.fileName;
    found.hashes[input.id] = one.sha256;
    if (one.rect !== undefined) found.titleRects[input.id] = one.rect;
  }
  const luts = await gatherLuts(context, plan.luts ?? [], masters);
  if (!luts.ok) return luts;
  Object.assign(found.files, luts.value.files);
  Object.assign(found.hashes, luts.value.hashes);
  return ok(found);
}
