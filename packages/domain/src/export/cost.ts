/**
 * The price of an export in whole credits:
 *
 *   ceil(width x height x duration in s x weight / 10,000,000), at least 1
 *
 * so one credit renders about 11 s of 720p or 5 s of 1080p at standard quality. The weight is
 * what the encoder and its preset cost in time next to H.264 at standard. Sound alone and a
 * still cost one credit.
 */
import { formatOf } from "./formats.ts";
import type { ExportFormat } from "./formats.ts";
import type { ExportQuality } from "./presets.ts";

const PIXEL_SECONDS_PER_CREDIT = 10_000_000n;
const WEIGHT_PERCENT: Readonly<Record<ExportQuality, bigint>> = {
  draft: 50n,
  standard: 100n,
  high: 150n,
};

/** Whole arithmetic throughout: the estimate that was shown is the amount that is reserved. */
export function exportCredits(work: {
  readonly width: number;
  readonly height: number;
  readonly durationMs: number;
  readonly quality: ExportQuality;
  readonly format: ExportFormat;
}): number {
  const { media, costPercent, hasQuality } = formatOf(work.format);
  if (media === "still") return 1;
  const pixelMs = BigInt(work.width) * BigInt(work.height) * BigInt(work.durationMs);
  const quality = WEIGHT_PERCENT[hasQuality ? work.quality : "standard"];
  const weighted = pixelMs * quality * BigInt(costPercent);
  const unit = PIXEL_SECONDS_PER_CREDIT * 1_000n * 10_000n;
  return Math.max(1, Number((weighted + unit - 1n) / unit));
}
