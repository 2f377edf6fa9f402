/** What a container says of itself, through ffprobe. Claims, not facts: see scan.ts. */
import { ok } from "@cutroom/timeline";
import { z } from "zod";
import { runTool } from "../engine/run-tool.ts";
import type { JobContext } from "../job-context.ts";
import { refused } from "../step-failure.ts";
import type { StepResult } from "../step-failure.ts";
import { openSource } from "./open-source.ts";
import type { Container } from "./sniff.ts";

const decimalText = z
  .string()
  .transform(Number)
  .refine(Number.isFinite)
  .optional()
  .catch(undefined);

const fraction = z
  .string()
  .regex(/^\d+[/:]\d+$/)
  .transform((text) => {
    const [n = 0, d = 0] = text.split(/[/:]/).map(Number);
    return { n, d };
  })
  .refine(({ n, d }) => n > 0 && d > 0)
  .optional()
  .catch(undefined);

const probeStream = z.object({
  index: z.int(),
  codec_type: z.string().optional(),
  codec_name: z.string().optional(),
  codec_tag_string: z.string().optional(),
  profile: z.string().optional(),
  pix_fmt: z.string().optional(),
  width: z.int().optional(),
  height: z.int().optional(),
  sample_aspect_ratio: fraction,
  field_order: z.string().optional(),
  color_range: z.string().optional(),
  color_space: z.string().optional(),
  color_transfer: z.string().optional(),
  color_primaries: z.string().optional(),
  r_frame_rate: fraction,
  avg_frame_rate: fraction,
  time_base: fraction,
  nb_frames: decimalText,
  /** Only where packets were asked to be counted. */
  nb_read_packets: decimalText,
  /** Only where the frames were decoded to be counted. */
  nb_read_frames: decimalText,
  duration: decimalText,
  sample_rate: decimalText,
  channels: z.int().optional(),
  disposition: z.record(z.string(), z.int()).default({}),
  tags: z.record(z.string(), z.string()).default({}),
  side_data_list: z
    .array(z.looseObject({ rotation: z.number().optional().catch(undefined) }))
    .default([]),
});
export type ProbeStream = z.infer<typeof probeStream>;

const probeReport = z.object({
  streams: z.array(probeStream).default([]),
  programs: z.array(z.unknown()).default([]),
  format: z
    .object({ start_time: decimalText, duration: decimalText })
    .default({ start_time: undefined, duration: undefined }),
});
export type ProbeReport = z.infer<typeof probeReport>;

/** Reads ffprobe's JSON; throws when it is none, which is a bug of ours or of FFmpeg. */
export function parseProbe(json: string): ProbeReport {
  return probeReport.parse(JSON.parse(json));
}

/** Refuses with TRUNCATED or NOT_MEDIA when FFmpeg cannot even open the file. */
export async function probe(
  context: JobContext,
  source: { readonly container: Container; readonly fileName: string; readonly maxPixels: number },
): Promise<StepResult<ProbeReport>> {
  const args = [
    "-v",
    "error",
    "-show_format",
    "-show_streams",
    "-show_programs",
    "-of",
    "json",
    ...openSource(source.container, source.fileName, source),
  ];
  const run = await runTool(context, "ffprobe", args);
  if (run.ok) return ok(parseProbe(run.value.stdout));
  const { code, internal } = run.failure;
  if (code !== "RENDER_FAILED" || run.failure.retryable) return run;
  const isCut = /moov atom not found|partial file|End of file/i.test(internal);
  return refused(isCut ? "TRUNCATED" : "NOT_MEDIA", internal);
}
