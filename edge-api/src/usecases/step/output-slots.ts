import type { ClaimedRow } from "@cutroom/db";
import { outputKey, outputsOf } from "@cutroom/domain";
import type { ExportFormat, OutputSpec } from "@cutroom/domain";
import type { Deps } from "../../deps.ts";
import { storeLinks } from "../../signed-links.ts";

async function outputSlot(deps: Deps, claimed: ClaimedRow, output: OutputSpec) {
  const { name, contentType } = output;
  const links = await storeLinks(deps, outputKey({ ...claimed, output }), contentType);
  return { name, content_type: contentType, ...links };
}

/** What a worker may write: short-lived URLs for each key of this very attempt. */
export function outputSlots(deps: Deps, claimed: ClaimedRow, format: ExportFormat | null = null) {
  return Promise.all(
    outputsOf(claimed.kind, format).map((output) => outputSlot(deps, claimed, output)),
  );
}
