import type { Asset } from "@cutroom/contracts";
import { flicksToSeconds } from "@cutroom/timeline";
import { formatDuration, formatFrame, formatRate } from "../ui/format.ts";

/** 0:12, or null for a still or a file that is not measured yet. */
export function assetLength(asset: Asset): string | null {
  if (asset.facts === null || asset.facts.kind === "image") return null;
  return formatDuration(flicksToSeconds(asset.facts.duration) * 1000);
}

/** 1920 × 1080 · 25, or 48 kHz: what tells files apart at a glance. Null until measured. */
export function assetFormat(asset: Asset): string | null {
  const video = asset.facts?.video ?? null;
  const audio = asset.facts?.audio ?? null;
  if (video !== null) {
    const size = formatFrame(video.width, video.height);
    return asset.facts?.kind === "image" ? size : `${size} · ${formatRate(video.rate)}`;
  }
  return audio === null ? null : `${audio.sampleRate / 1000} kHz`;
}
