/** The credentials of a clip that a vendor made: the farm that prepares it is the first with a key. */
import { createHash } from "node:crypto";
import { createReadStream } from "node:fs";
import { join } from "node:path";
import { pipeline } from "node:stream/promises";
import type { IngestJob, Provenance } from "@cutroom/contracts";
import { ok } from "@cutroom/timeline";
import { describeClip, readSaidOrigin } from "@cutroom/provenance";
import type { Signer } from "@cutroom/provenance";
import type { JobContext } from "../job-context.ts";
import type { StepResult } from "../step-failure.ts";
import { provenanceOf } from "./parts-of.ts";
import { signOutput } from "./sign-output.ts";

interface SignedClip {
  readonly sha256: string;
  readonly provenance: Provenance;
}

/**
 * Signs the file in its place. Null where there is no signer, or where its vendor has signed it:
 * what is written in it stays.
 */
export async function signClip(
  context: JobContext,
  fileName: string,
  origin: NonNullable<IngestJob["origin"]>,
  signer: Signer | undefined,
): Promise<StepResult<SignedClip | null>> {
  const path = join(context.directory, fileName);
  if (signer === undefined || (await readSaidOrigin(path)) !== null) return ok(null);
  const { disclosure, tool, is_claim: isClaim } = origin;
  const part = { disclosure, tool, isClaim };
  const signed = await signOutput(context, fileName, describeClip(part), signer);
  if (!signed.ok) return signed;
  const hash = createHash("sha256");
  await pipeline(createReadStream(path), hash);
  return ok({ sha256: hash.digest("hex"), provenance: provenanceOf([part], signed.value) });
}
