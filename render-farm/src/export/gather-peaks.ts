/** Brings the peaks of sounds that duck others: as the editor has them, so that both hear the same. */
import { readSoundPeaks } from "@cutroom/compiler";
import type { PeaksByAsset, SoundPeaks } from "@cutroom/compiler";
import type { ExportJob } from "@cutroom/contracts";
import { ok } from "@cutroom/timeline";
import type { JobContext } from "../job-context.ts";
import { faulted, refused } from "../step-failure.ts";
import type { StepResult } from "../step-failure.ts";

/** Peaks of a day of sound are smaller. */
const MAX_BYTES = 32 * 1024 * 1024;

async function fetchPeaks(context: JobContext, url: string): Promise<StepResult<SoundPeaks>> {
  try {
    const answer = await fetch(url, { signal: context.signal });
    const sizeBytes = Number(answer.headers.get("content-length") ?? 0);
    if (!answer.ok || sizeBytes > MAX_BYTES) {
      await answer.body?.cancel();
      return faulted("STORAGE_FAILED", `peaks: status ${answer.status}, ${sizeBytes} bytes`);
    }
    const peaks = readSoundPeaks(new Uint8Array(await answer.arrayBuffer()));
    return peaks === null ? faulted("STORAGE_FAILED", "peaks cannot be read") : ok(peaks);
  } catch (error) {
    if (context.signal.aborted) return refused("CANCELED", "the job was aborted");
    return faulted("STORAGE_FAILED", `peaks: ${String(error)}`);
  }
}

/** Peaks by asset; empty for a document in which nothing is ducked. STORAGE_FAILED when some do not arrive. */
export async function gatherPeaks(
  context: JobContext,
  job: Pick<ExportJob, "assets">,
): Promise<StepResult<PeaksByAsset>> {
  const found: Record<string, SoundPeaks> = {};
  for (const asset of job.assets) {
    if (asset.peaks_url === undefined) continue;
    const peaks = await fetchPeaks(context, asset.peaks_url);
    if (!peaks.ok) return peaks;
    found[asset.asset_id] = peaks.value;
  }
  return ok(found);
}
