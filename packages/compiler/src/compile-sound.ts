/** The sounds of a plan: levels, fades and crossfades, places between left and right, ducking. */
import { flicksToSamples, keyedGainDb, soundStreamOf } from "@cutroom/timeline";
import type { MediaClip, MediaFacts, Rate, Track } from "@cutroom/timeline";
import { SAMPLE_RATE, assetInputId, frameToSample, readingOf } from "./clip-source.ts";
import { duckingEnvelope } from "./ducking.ts";
import type { KeySound, PeaksByAsset } from "./ducking.ts";
import { pacedSounds } from "./paced-sound.ts";
import type { GainPoint, PlanSound } from "./plan.ts";
import { product } from "./sound-gain.ts";
import type { ClipTiming, TrackTiming } from "./timing.ts";

export interface KnownMedia {
  readonly facts: Readonly<Record<string, MediaFacts>>;
  readonly peaks: PeaksByAsset;
}

/** Lines that follow the curve between two keys. */
const CURVE_STEPS = 16;

/** The gain that keys give, from the sound's first sample on; null without keys. */
function keyedEnvelope(clip: MediaClip, startSample: number): readonly GainPoint[] | null {
  const keys = clip.audio.gainKeys;
  if (keys === undefined) return null;
  const clipSample = flicksToSamples(clip.start, SAMPLE_RATE) - startSample;
  const points: GainPoint[] = [];
  const add = (at: number, db: number) => {
    const sample = clipSample + flicksToSamples(at, SAMPLE_RATE);
    if (sample > (points.at(-1)?.sample ?? Number.NEGATIVE_INFINITY)) {
      points.push({ sample, gain: 10 ** (db / 20) });
    }
  };
  for (const [index, key] of keys.entries()) {
    add(key.at, key.value);
    const next = keys[index + 1];
    if (next === undefined) break;
    if (key.ease === "hold") {
      // A sample before the next key the old value still stands.
      const last = clipSample + flicksToSamples(next.at, SAMPLE_RATE) - 1;
      if (last > (points.at(-1)?.sample ?? last)) {
        points.push({ sample: last, gain: 10 ** (key.value / 20) });
      }
      continue;
    }
    for (let step = 1; step < CURVE_STEPS; step += 1) {
      const at = key.at + Math.round(((next.at - key.at) * step) / CURVE_STEPS);
      add(at, keyedGainDb(keys, at));
    }
  }
  return points;
}

function soundClip(
  timing: ClipTiming,
  track: Track,
  facts: KnownMedia["facts"],
  fps: Rate,
): PlanSound[] {
  const { clip, headJoint, tailJoint } = timing;
  if (clip.kind !== "media" || clip.mediaKind === "image" || clip.audio.muted) return [];
  if (clip.frozen) return [];
  const media = facts[clip.assetId];
  if (!media?.audio) return [];
  const stream = soundStreamOf(clip.audio, media);
  const startSample = frameToSample(timing.startFrame - (headJoint?.handleFrames ?? 0), fps);
  const endSample = frameToSample(timing.endFrame + (tailJoint?.handleFrames ?? 0), fps);
  const fade = (length: number) =>
    Math.min(endSample - startSample, flicksToSamples(length, SAMPLE_RATE));
  const cross = (frames: number) => frameToSample(frames, fps);
  const pan = Math.min(1, Math.max(-1, (clip.audio.pan ?? 0) + (track.pan ?? 0)));
  const envelope = keyedEnvelope(clip, startSample);
  const level = envelope === null ? clip.audio.gainDb : 0;
  const reading = readingOf(clip, timing, fps);
  return pacedSounds(
    {
      clipId: clip.id,
      trackId: track.id,
      inputId: assetInputId(clip.assetId),
      ...(stream > 0 && { stream }),
      channels: media.audio.channels,
      startSample,
      endSample,
      sourceStart: reading.sourceStart,
      speed: reading.speed,
      ...(clip.audio.pitch && { pitch: clip.audio.pitch }),
      gainDb: level + (track.gainDb ?? 0),
      fadeInSamples: headJoint ? cross(headJoint.totalFrames) : fade(clip.audio.fadeIn),
      fadeInCurve: headJoint ? "equal-power" : "linear",
      fadeOutSamples: tailJoint ? cross(tailJoint.totalFrames) : fade(clip.audio.fadeOut),
      fadeOutCurve: tailJoint ? "equal-power" : "linear",
      ...(pan === 0 ? {} : { pan }),
      ...(envelope === null ? {} : { envelope }),
    },
    reading,
  );
}

/** An envelope of the plan, counted from the first sample of a sound. */
function since(points: readonly GainPoint[], startSample: number): GainPoint[] {
  return points.map(({ sample, gain }) => ({ sample: sample - startSample, gain }));
}

/**
 * Sounds of every track that is heard: not muted, and solo if any track is. A ducked track gives
 * way to the tracks that are not ducked, as they sound in the mix.
 */
export function compileSounds(
  tracks: readonly TrackTiming[],
  known: KnownMedia,
  fps: Rate,
  sampleCount: number,
): PlanSound[] {
  const solo = tracks.some(({ track }) => track.solo);
  const heard = tracks
    .filter(({ track }) => !track.muted && (track.solo || !solo))
    .map(({ track, clips }) => ({
      track,
      sounds: clips.flatMap((one) => soundClip(one, track, known.facts, fps)),
    }));
  if (!heard.some(({ track }) => track.ducking)) return heard.flatMap(({ sounds }) => sounds);
  const peaksOf = new Map(
    Object.entries(known.peaks).map(([assetId, peaks]) => [assetInputId(assetId), peaks]),
  );
  const keys = heard
    .filter(({ track }) => !track.ducking)
    .flatMap(({ sounds }) => sounds)
    .flatMap((sound): KeySound[] => {
      const peaks = peaksOf.get(sound.inputId);
      return peaks ? [{ sound, peaks }] : [];
    });
  return heard.flatMap(({ track, sounds }) => {
    const ducked = track.ducking ? duckingEnvelope(track.ducking, keys, sampleCount) : null;
    if (ducked === null) return sounds;
    return sounds.map((sound): PlanSound => {
      const envelope = product(sound.envelope ?? null, since(ducked, sound.startSample));
      return envelope === null ? sound : { ...sound, envelope };
    });
  });
}
