/** Runs FFmpeg or ffprobe for a job and turns every way it can end into a StepResult. */
import { ok } from "@cutroom/timeline";
import type { JobContext } from "../job-context.ts";
import { contain } from "./contain.ts";
import { faulted, refused } from "../step-failure.ts";
import type { StepResult } from "../step-failure.ts";

export interface ToolOutput {
  readonly stdout: string;
  readonly stderr: string;
}

const STDERR_KEPT = 3_000;

/**
 * FFmpeg's words for a file that it could not write. Its exit code does not tell: a WAV whose
 * last block finds no room ends with 0 (FFmpeg 5.1). What a file says of itself is indented.
 */
const DISK_FULL = /^\S.*: (?:No space left on device|Disk quota exceeded)\s*$/m;

/**
 * Runs the tool, contained, in the job's directory until the job's deadline. A non-zero exit is
 * RENDER_FAILED with the end of stderr as internal text; a caller that knows better maps it.
 * A full disk is STORAGE_FAILED, retryable, whatever the exit code.
 */
export async function runTool(
  context: JobContext,
  tool: "ffmpeg" | "ffprobe",
  args: readonly string[],
  onFrame?: (frame: number) => void,
): Promise<StepResult<ToolOutput>> {
  const timeoutMs = context.deadlineAtMs - context.clock.nowMs();
  if (context.signal.aborted) return refused("CANCELED", "the job was aborted");
  if (timeoutMs <= 0) return refused("DEADLINE", `no time left for ${tool}`);
  const outcome = await context.engine.run({
    tool,
    args: contain(args),
    directory: context.directory,
    timeoutMs,
    signal: context.signal,
    ...(onFrame === undefined ? {} : { onFrame }),
  });
  const wasAborted = !outcome.ok && outcome.reason === "aborted";
  if (!wasAborted && DISK_FULL.test(outcome.stderr)) {
    return faulted("STORAGE_FAILED", `${tool}: ${outcome.stderr.slice(-STDERR_KEPT)}`);
  }
  if (outcome.ok) {
    context.cpu.ms += outcome.cpuMs;
    return ok({ stdout: outcome.stdout, stderr: outcome.stderr });
  }
  const text = outcome.stderr.slice(-STDERR_KEPT);
  if (outcome.reason === "aborted") return refused("CANCELED", "the job was aborted");
  if (outcome.reason === "timeout") return refused("DEADLINE", `${tool} ran out of time: ${text}`);
  if (outcome.reason === "crashed") return faulted("RENDER_FAILED", `${tool} crashed: ${text}`);
  return refused("RENDER_FAILED", `${tool} exited with ${outcome.exitCode}: ${text}`);
}
