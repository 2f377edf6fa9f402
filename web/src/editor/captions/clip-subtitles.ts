/** Subtitles that were inside a file, on the timeline where a clip shows them. */
import type { Cue, MediaClip } from "@cutroom/timeline";

/** A ramp, a held frame or a clip that runs backwards says nothing in order. */
export function canShowSubtitles(clip: MediaClip): boolean {
  return clip.speedKeys === undefined && clip.reversed !== true && clip.frozen !== true;
}

/** The cues of the stretch that the clip shows, cut at its edges, at the times at which it does. */
export function cuesOfClip(cues: readonly Cue[], clip: MediaClip): Cue[] {
  const { n, d } = clip.speed;
  const end = clip.start + clip.duration;
  const at = (time: number) => clip.start + Math.round(((time - clip.sourceStart) * d) / n);
  const moved = cues.map((cue): Cue => {
    const start = Math.max(clip.start, at(cue.start));
    const words = cue.words
      .map((word) => ({ ...word, at: at(cue.start + word.at) - start }))
      .filter((word) => word.at >= 0 && start + word.at < end);
    return { start, end: Math.min(end, at(cue.end)), text: cue.text, words };
  });
  return moved.filter((cue) => cue.end > cue.start);
}
