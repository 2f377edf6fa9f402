import { removeWorker as remove } from "@cutroom/db";
import { ok } from "@cutroom/timeline";
import type { Deps } from "../../deps.ts";
import { forgetFormats } from "../export/farm-formats.ts";

/** A worker that ends counts no more towards what its pools can run. */
export async function removeWorker(deps: Deps, workerId: string) {
  await remove(deps.database, workerId);
  await forgetFormats(deps, workerId);
  return ok(undefined);
}
