/** The last stage of whatever this farm makes: the checked file gets its credentials (G8). */
import { randomUUID } from "node:crypto";
import { rename } from "node:fs/promises";
import { join } from "node:path";
import type { Credentials } from "@cutroom/domain";
import { ok } from "@cutroom/timeline";
import { isIntact, signMovie } from "@cutroom/provenance";
import type { Description, Signer } from "@cutroom/provenance";
import type { JobContext } from "../job-context.ts";
import { faulted } from "../step-failure.ts";
import type { StepResult } from "../step-failure.ts";

const SIGNED = "signed.part";
const GENERATOR = { name: "Cutroom", version: "1" };
/** MP4 in all its names; what other containers could carry is not written. */
const SIGNABLE = /\.(mp4|mov|m4a)$/;

/**
 * Signs a file in the job's directory in its place. With a signer nothing leaves unsigned that can
 * be signed: SIGNING_FAILED is worth another try. `none`: there is no signer, or no place for it.
 */
export async function signOutput(
  context: JobContext,
  fileName: string,
  description: Description,
  signer: Signer | null,
): Promise<StepResult<Credentials>> {
  if (signer === null || !SIGNABLE.test(fileName)) return ok("none");
  const startedAtMs = context.clock.nowMs();
  const source = join(context.directory, fileName);
  const target = join(context.directory, SIGNED);
  try {
    const facts = { description, id: randomUUID(), generator: GENERATOR };
    await signMovie({ source, target }, facts, signer);
    if (!(await isIntact(target))) return faulted("SIGNING_FAILED", "it does not verify");
    await rename(target, source);
  } catch (error) {
    return faulted("SIGNING_FAILED", String(error));
  }
  context.log("output.signed", { sign_ms: context.clock.nowMs() - startedAtMs });
  return ok(signer.isDevelopment ? "development" : "signed");
}
