/** Puts the files of a finished job into the slots that the API opened for them. */
import { join } from "node:path";
import { ok } from "@cutroom/timeline";
import type { JobContext } from "../job-context.ts";
import { refused } from "../step-failure.ts";
import type { StepResult } from "../step-failure.ts";
import { upload } from "./upload.ts";
import type { Stored } from "./upload.ts";

export interface Slot {
  readonly name: string;
  readonly url: string;
  readonly fallback_url?: string | undefined;
  readonly content_type: string;
}

/** `files` are names in the job's directory by output name; every one needs a slot. */
export async function storeOutputs(
  context: Pick<JobContext, "directory" | "signal">,
  slots: readonly Slot[],
  files: Readonly<Record<string, string>>,
): Promise<StepResult<readonly Stored[]>> {
  const stored: Stored[] = [];
  for (const [name, fileName] of Object.entries(files)) {
    const slot = slots.find((one) => one.name === name);
    if (slot === undefined) return refused("STORAGE_FAILED", `no slot for ${name}`);
    const sent = await upload({
      name,
      urls: slot.fallback_url === undefined ? [slot.url] : [slot.url, slot.fallback_url],
      contentType: slot.content_type,
      path: join(context.directory, fileName),
      signal: context.signal,
    });
    if (!sent.ok) return sent;
    stored.push(sent.value);
  }
  return ok(stored);
}
