/** The plan on screen: the exporter's own compiler at the monitor's size, remembered. */
import { compile } from "@cutroom/compiler";
import type { PeaksByAsset, PlanFailure, RenderPlan } from "@cutroom/compiler";
import { everyClip, flicksToFrameNearest, isUnfilled } from "@cutroom/timeline";
import type { MediaClip, MediaFacts, ProjectDocument } from "@cutroom/timeline";
import type { MediaByAsset } from "./media.ts";

const NO_PEAKS: PeaksByAsset = {};

export interface PictureSize {
  readonly width: number;
  readonly height: number;
}

export type PlanOutcome =
  | {
      readonly kind: "plan";
      readonly plan: RenderPlan;
      /** Assets on the timeline that cannot be shown; they keep their time and place. */
      readonly offlineAssetIds: readonly string[];
      /** Those of them that are still being made: nobody has to look for their files. */
      readonly comingAssetIds: readonly string[];
    }
  | { readonly kind: "empty" }
  | { readonly kind: "failed"; readonly failure: PlanFailure };

/** The project's frame with its shorter side `shortSidePx` long, never larger than the project. */
export function pictureSize(project: PictureSize, shortSidePx: number): PictureSize {
  const factor = Math.min(1, shortSidePx / Math.min(project.width, project.height));
  const even = (value: number) => Math.max(2, 2 * Math.round((value * factor) / 2));
  return { width: even(project.width), height: even(project.height) };
}

/**
 * Compiles on change only: the same document, facts and size give the same plan object, so
 * everything downstream may compare by identity. New URLs alone change nothing.
 */
export class PlanSource {
  #document: ProjectDocument | null = null;
  #media: MediaByAsset | null = null;
  #peaks: PeaksByAsset | null = null;
  #key = "";
  #outcome: PlanOutcome = { kind: "empty" };

  outcomeFor(
    document: ProjectDocument,
    media: MediaByAsset,
    target: PictureSize & {
      readonly watermark?: boolean;
      readonly aiLabel?: boolean;
      /** Compared by identity. */
      readonly peaks?: PeaksByAsset | undefined;
    },
  ): PlanOutcome {
    const { width, height, watermark = false, aiLabel = false, peaks = NO_PEAKS } = target;
    const sized = `${width}x${height} ${watermark ? "marked" : "plain"} ${aiLabel ? "labelled" : "bare"}`;
    const known = document === this.#document && peaks === this.#peaks;
    if (known && media === this.#media && this.#key.startsWith(sized)) {
      return this.#outcome;
    }
    const { facts, offlineAssetIds, comingAssetIds } = factsFor(document, media);
    const key = `${sized} ${JSON.stringify([facts, offlineAssetIds])}`;
    const same = known && key === this.#key;
    this.#document = document;
    this.#peaks = peaks;
    this.#media = media;
    this.#key = key;
    if (same) return this.#outcome;
    const compiled = compile(
      document,
      facts,
      { width, height, rate: document.settings.rate },
      { watermark, aiLabel, peaks },
    );
    this.#outcome = compiled.ok
      ? { kind: "plan", plan: compiled.value, offlineAssetIds, comingAssetIds }
      : compiled.failure.code === "plan.empty"
        ? { kind: "empty" }
        : { kind: "failed", failure: compiled.failure };
    return this.#outcome;
  }
}

function factsFor(document: ProjectDocument, media: MediaByAsset) {
  const facts: Record<string, MediaFacts> = {};
  const offlineAssetIds: string[] = [];
  const comingAssetIds: string[] = [];
  for (const clip of everyClip(document)) {
    if (clip.kind !== "media" || facts[clip.assetId]) continue;
    const asset = media[clip.assetId];
    facts[clip.assetId] = asset?.facts ?? standInFacts(clip, document);
    if (asset?.facts && asset.proxyUrl !== null) continue;
    offlineAssetIds.push(clip.assetId);
    if (isUnfilled(clip)) comingAssetIds.push(clip.assetId);
  }
  return { facts, offlineAssetIds, comingAssetIds };
}

/** One missing file must not blank the whole picture: its clip stays, as a frame-sized gap. */
function standInFacts(clip: MediaClip, document: ProjectDocument): MediaFacts {
  const { width, height, rate } = document.settings;
  const duration = clip.sourceDuration ?? clip.duration;
  const frameCount = Math.max(1, flicksToFrameNearest(duration, rate));
  const audio = { sampleRate: 48_000, channels: 2, startsAt: 0, duration, loudnessLufs: null };
  const hears = clip.mediaKind === "audio";
  return {
    kind: clip.mediaKind,
    duration,
    video: hears
      ? null
      : { width, height, rate, frameCount, hasAlpha: false, matrix: "bt709", range: "tv" },
    audio: hears ? audio : null,
  };
}
