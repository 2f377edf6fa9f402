/**
 * A document as a CMX3600 edit list: the main track's cuts and dissolves with their own sound
 * on channel 1, and the lowest track of sound on channel 2. Times are timecode of the project's
 * rate, drop-frame where that has one; the film begins at one hour, as tapes do.
 */
import {
  clipEnd,
  clipsOnTrack,
  flicksToFrameNearest,
  formatTimecode,
  framesToFlicks,
  isDropFrame,
  nominalRate,
  parseTimecode,
} from "@cutroom/timeline";
import type { Flicks, MediaClip, ProjectDocument, Rate, Transition } from "@cutroom/timeline";
import type { Sources } from "../formats.ts";
import { mainTrack, soundTrack } from "../main-track.ts";
import { meanSpeed } from "../pace.ts";
import { reelNames } from "./reels.ts";

interface Event {
  readonly clip: MediaClip;
  /** `B`: picture and channel 1. `V`: picture. `A2`: channel 2. */
  readonly channel: "B" | "V" | "A2";
  /** On the timeline; whole frames. */
  readonly from: number;
  readonly to: number;
  readonly dissolve: {
    readonly frames: number;
    readonly from: MediaClip;
    readonly kind: string;
  } | null;
}

interface Writing {
  readonly document: ProjectDocument;
  readonly sources: Sources;
  readonly rate: Rate;
  readonly reels: ReadonlyMap<string, string>;
}

function mediaOn(document: ProjectDocument, trackId: string | undefined): MediaClip[] {
  if (trackId === undefined) return [];
  return clipsOnTrack(document, trackId).flatMap((clip) => (clip.kind === "media" ? [clip] : []));
}

function transitionInto(document: ProjectDocument, clip: MediaClip): Transition | undefined {
  return Object.values(document.transitions).find((one) => one.rightClipId === clip.id);
}

/** A dissolve belongs to the clip that it leads to: its event begins where the dissolve does. */
function pictureEvents({ document, sources, rate }: Writing): Event[] {
  const clips = mediaOn(document, mainTrack(document)?.id);
  const frameOf = (time: Flicks) => flicksToFrameNearest(time, rate);
  const leadOf = (clip: MediaClip | undefined) => {
    const transition = clip && transitionInto(document, clip);
    return transition ? Math.floor(frameOf(transition.duration) / 2) : 0;
  };
  return clips.map((clip, index): Event => {
    const transition = transitionInto(document, clip);
    const left = clips[index - 1];
    const next = clips[index + 1];
    const touches = next !== undefined && next.start === clipEnd(clip);
    const heard = !clip.audio.muted && Boolean(sources.get(clip.assetId)?.facts.audio);
    return {
      clip,
      channel: heard ? "B" : "V",
      from: frameOf(clip.start) - leadOf(clip),
      to: frameOf(clipEnd(clip)) - (touches ? leadOf(next) : 0),
      dissolve:
        transition && left
          ? { frames: frameOf(transition.duration), from: left, kind: transition.kind }
          : null,
    };
  });
}

function soundEvents({ document, rate }: Writing): Event[] {
  return mediaOn(document, soundTrack(document)?.id)
    .filter((clip) => !clip.audio.muted)
    .map((clip) => ({
      clip,
      channel: "A2" as const,
      from: flicksToFrameNearest(clip.start, rate),
      to: flicksToFrameNearest(clipEnd(clip), rate),
      dissolve: null,
    }))
    .filter(({ from, to }) => to > from);
}

/** The source's frame, counted at the project's rate, that is on at a frame of the timeline. */
function sourceFrame(clip: MediaClip, frame: number, rate: Rate): number {
  if (clip.frozen === true) return flicksToFrameNearest(clip.sourceStart, rate);
  const before = framesToFlicks(frame, rate) - clip.start;
  const { n, d } = meanSpeed(clip);
  const moved = (before * n) / d;
  return Math.max(0, flicksToFrameNearest(clip.sourceStart + Math.round(moved), rate));
}

/** One hour, where programs expect the first frame of a film. */
function originFrame(rate: Rate): number {
  const hour = parseTimecode("01:00:00:00", rate);
  return hour.ok ? flicksToFrameNearest(hour.value, rate) : 0;
}

interface Line {
  readonly number: number;
  readonly clip: MediaClip;
  readonly channel: string;
  readonly kind: string;
  /** Frames of the source, then of the timeline. */
  readonly times: readonly [number, number, number, number];
}

function line({ reels, rate }: Writing, { number, clip, channel, kind, times }: Line): string {
  const origin = originFrame(rate);
  const code = (frame: number) => formatTimecode(framesToFlicks(frame, rate), rate);
  const [sourceIn, sourceOut, recordIn, recordOut] = times;
  const head = [(reels.get(clip.assetId) ?? "AX").padEnd(8), channel.padEnd(5), kind.padEnd(8)];
  const codes = [sourceIn, sourceOut, origin + recordIn, origin + recordOut].map(code);
  return `${String(number).padStart(3, "0")}  ${[...head, ...codes].join(" ")}`;
}

/** Motion: frames of the source in a second, backwards or none; of the same reel. */
function motion({ reels, rate }: Writing, clip: MediaClip, from: number): string[] {
  const { n, d } = meanSpeed(clip);
  if (n === d && clip.frozen !== true && clip.reversed !== true) return [];
  const size = clip.frozen === true ? 0 : (nominalRate(rate) * n) / d;
  const sign = clip.reversed === true ? "-" : "";
  const perSecond = sign + size.toFixed(1).padStart(5, "0");
  const at = formatTimecode(framesToFlicks(from, rate), rate);
  return [
    `M2   ${(reels.get(clip.assetId) ?? "AX").padEnd(8)}       ${perSecond}                ${at}`,
  ];
}

function fileName({ sources }: Writing, clip: MediaClip): string {
  return (sources.get(clip.assetId)?.name ?? clip.name).replaceAll(/\s+/g, " ");
}

function eventLines(writing: Writing, event: Event, number: number): string[] {
  const { clip, channel, from, to, dissolve } = event;
  const { rate } = writing;
  const sourceIn = sourceFrame(clip, from, rate);
  const { n, d } = meanSpeed(clip);
  const sourceOut = sourceIn + (clip.frozen === true ? 1 : Math.round(((to - from) * n) / d));
  const base = { number, channel };
  const name = fileName(writing, clip);
  if (dissolve === null) {
    const times = [sourceIn, sourceOut, from, to] as const;
    return [
      line(writing, { ...base, clip, kind: "C", times }),
      ...motion(writing, clip, sourceIn),
      `* FROM CLIP NAME: ${name}`,
    ];
  }
  const left = sourceFrame(dissolve.from, from, rate);
  const kind = `D    ${String(dissolve.frames).padStart(3, "0")}`;
  return [
    line(writing, { ...base, clip: dissolve.from, kind: "C", times: [left, left, from, from] }),
    line(writing, { ...base, clip, kind, times: [sourceIn, sourceOut, from, to] }),
    ...motion(writing, clip, sourceIn),
    `* FROM CLIP NAME: ${fileName(writing, dissolve.from)}`,
    `* TO CLIP NAME: ${name}`,
    ...(dissolve.kind === "crossfade" ? [] : [`* EFFECT NAME: ${dissolve.kind.toUpperCase()}`]),
  ];
}

/** The text of an `.edl` file. `name` is its title. */
export function writeEdl(document: ProjectDocument, sources: Sources, name: string): string {
  const { rate } = document.settings;
  const used = [mainTrack(document)?.id, soundTrack(document)?.id]
    .flatMap((id) => mediaOn(document, id))
    .map((clip) => ({
      assetId: clip.assetId,
      name: sources.get(clip.assetId)?.name ?? clip.name,
    }));
  const writing: Writing = { document, sources, rate, reels: reelNames(used) };
  const events = [...pictureEvents(writing), ...soundEvents(writing)].toSorted(
    (a, b) => a.from - b.from,
  );
  const title = name.replaceAll(/\s+/g, " ").trim().slice(0, 70);
  return [
    `TITLE: ${title}`,
    `FCM: ${isDropFrame(rate) ? "DROP FRAME" : "NON-DROP FRAME"}`,
    "",
    ...events.flatMap((event, index) => eventLines(writing, event, index + 1)),
    "",
  ].join("\r\n");
}
