import { ok } from "@cutroom/timeline";
import type { Deps } from "../../deps.ts";
import { noteProgress } from "./progress.ts";

/**
 * How far an attempt is, as often as its worker likes to say (C11). Not checked against the
 * lease: a worker that has lost it speaks of an attempt that nobody asks about.
 */
export async function reportProgress(
  deps: Deps,
  told: { readonly stepId: string; readonly attempt: number; readonly progress: number },
) {
  await noteProgress(deps, told, told.progress);
  return ok(undefined);
}
