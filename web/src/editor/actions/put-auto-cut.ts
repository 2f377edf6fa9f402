import {
  type AutoCutShot,
  type Edit,
  FLICKS_PER_SECOND,
  type SourceAsset,
  documentDuration,
  fail,
  mediaClipFrom,
  ok,
} from "@cutroom/timeline";
import { homeTrack } from "./add-assets.ts";
import type { Planned, Situation } from "./plan.ts";

/** Music does not stop dead, whatever its beats say. */
const MUSIC_FADE_FLICKS = 1.5 * FLICKS_PER_SECOND;

/**
 * Puts a cut behind everything that is on the timeline, as clips like any others. Under music
 * the shots are mute: their sound is still there, and one key brings it back.
 */
export function putAutoCut(
  situation: Situation,
  cut: { readonly shots: readonly AutoCutShot[]; readonly music: SourceAsset | null },
): Planned {
  const { document, idBase } = situation;
  const { rate } = document.settings;
  const pictures = homeTrack(document, "video");
  const sounds = homeTrack(document, "audio");
  if (pictures === null || (cut.music !== null && sounds === null)) return fail("action.no-track");
  const base = documentDuration(document);
  const length = cut.shots.reduce((sum, { duration }) => sum + duration, 0);
  const edits: Edit[] = [];
  const add = (
    source: SourceAsset,
    at: { readonly id: string; readonly trackId: string; readonly start: number },
    part: { readonly duration: number; readonly sourceStart: number },
    audio: { readonly muted: boolean; readonly fadeOut: number },
  ) => {
    const made = mediaClipFrom(source, { ...at, startFlicks: base + at.start, rate });
    if (!made.ok) return;
    const clip = { ...made.value, ...part, audio: { ...made.value.audio, ...audio } };
    edits.push({ type: "insert-clip", clip, mode: "place", idBase: `${at.id}-n` });
  };
  for (const [index, shot] of cut.shots.entries()) {
    const { start, duration, sourceStart } = shot;
    const id = `${idBase}-s${index}`;
    const audio = { muted: cut.music !== null, fadeOut: 0 };
    add(shot.source, { id, trackId: pictures, start }, { duration, sourceStart }, audio);
  }
  if (cut.music !== null && sounds !== null) {
    const duration = Math.min(length, cut.music.facts.duration);
    const fadeOut = Math.min(MUSIC_FADE_FLICKS, Math.floor(duration / 4));
    const at = { id: `${idBase}-music`, trackId: sounds, start: 0 };
    add(cut.music, at, { duration, sourceStart: 0 }, { muted: false, fadeOut });
  }
  return ok({ label: "auto-cut", edits, seek: base });
}
