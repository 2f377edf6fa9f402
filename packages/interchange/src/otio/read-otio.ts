/** An OpenTimelineIO file as a document. */
import {
  DEFAULT_SETTINGS,
  SCHEMA_VERSION,
  checkDocument,
  fail,
  flicksToFrameNearest,
  frameLength,
  framesToFlicks,
  marker as markerShape,
  ok,
  projectSettings,
} from "@cutroom/timeline";
import type {
  Clip,
  Marker,
  MediaClip,
  ProjectDocument,
  ProjectSettings,
  Rate,
  Result,
  SourceAsset,
} from "@cutroom/timeline";
import { NoteBook } from "../import-result.ts";
import type { Imported, InterchangeFailure } from "../import-result.ts";
import { colourNamed } from "./marker-colours.ts";
import { MediaMatcher } from "./match-media.ts";
import { exactRate, flicksOf } from "./rational.ts";
import { freshId, readTrack } from "./read-track.ts";
import type { ReadTrack } from "./read-track.ts";
import { withTransitions } from "./read-transitions.ts";
import { isClip, ours, timelineItem } from "./shape.ts";
import type { MarkerItem, TimelineItem } from "./shape.ts";

/** Hours of dense cuts are a few megabytes. */
export const MAX_INTERCHANGE_BYTES = 32 * 1024 * 1024;

const isUsable = (rate: Rate) => Number.isInteger(frameLength(rate)) && rate.n / rate.d <= 240;

/** The rate of the first clip of pictures whose frames are whole flicks; 30 when none says. */
function rateOf(timeline: TimelineItem): Rate {
  const videos = timeline.tracks.children.filter((track) => track.kind !== "Audio");
  const floats = videos
    .flatMap((track) => track.children.filter(isClip))
    .flatMap((clip) => clip.source_range?.duration.rate ?? []);
  const all = [timeline.global_start_time?.rate, ...floats].filter((one) => one !== undefined);
  return all.map(exactRate).find(isUsable) ?? DEFAULT_SETTINGS.rate;
}

/** Ours, when we wrote the file; else the size of the first film and the rate of its clips. */
function settingsOf(
  timeline: TimelineItem,
  sizes: (clips: readonly Clip[]) => Pick<ProjectSettings, "width" | "height"> | null,
  clips: readonly Clip[],
  rate: Rate,
): ProjectSettings {
  const own = ownSettings(timeline);
  return own ?? { ...DEFAULT_SETTINGS, ...sizes(clips), rate };
}

function ownSettings(timeline: TimelineItem): ProjectSettings | null {
  const own = projectSettings.safeParse(ours(timeline)["settings"]);
  return own.success && isUsable(own.data.rate) ? own.data : null;
}

function sizeIn(library: readonly SourceAsset[]) {
  const byId = new Map(library.map((asset) => [asset.assetId, asset.facts.video]));
  const even = (value: number, most: number) =>
    Math.min(most, Math.max(16, 2 * Math.round(value / 2)));
  return (clips: readonly Clip[]) => {
    for (const clip of clips) {
      const video = clip.kind === "media" ? byId.get(clip.assetId) : null;
      if (video) return { width: even(video.width, 7680), height: even(video.height, 4320) };
    }
    return null;
  };
}

function markerOf(item: MarkerItem, rate: Rate, takenIds: Set<string>): Marker {
  const own = markerShape.safeParse(ours(item)["marker"]);
  const name = typeof item.color === "string" ? item.color : (item.color?.name ?? "");
  const at = Math.max(0, flicksOf(item.marked_range.start_time));
  const note = (item.comment ?? "").slice(0, 2_000);
  return {
    id: freshId(takenIds, "marker", own.success ? own.data.id : null),
    at: own.success ? at : framesToFlicks(flicksToFrameNearest(at, rate), rate),
    name: (item.name ?? "").slice(0, 300),
    colour: own.success ? own.data.colour : colourNamed(name),
    ...(note === "" ? {} : { note }),
  };
}

/** Where sound has a track of its own, the film that it belongs to is silent: it would be heard twice. */
function withoutDoubles(clips: readonly Clip[]): readonly Clip[] {
  const isFile = (clip: Clip): clip is MediaClip => clip.kind === "media";
  const heard = new Set(
    clips
      .filter(isFile)
      .flatMap((one) => (one.mediaKind === "audio" ? `${one.assetId}/${one.start}` : [])),
  );
  return clips.map((clip) =>
    isFile(clip) && clip.mediaKind === "video" && heard.has(`${clip.assetId}/${clip.start}`)
      ? { ...clip, audio: { ...clip.audio, muted: true } }
      : clip,
  );
}

const byId = <T extends { readonly id: string }>(values: readonly T[]) =>
  Object.fromEntries(values.map((value) => [value.id, value]));

function parse(text: string): Result<TimelineItem, InterchangeFailure> {
  if (text.length > MAX_INTERCHANGE_BYTES) return fail("interchange.too-large");
  let json: unknown;
  try {
    json = JSON.parse(text);
  } catch {
    return fail("interchange.unreadable");
  }
  const parsed = timelineItem.safeParse(json);
  if (parsed.success) return ok(parsed.data);
  const [issue] = parsed.error.issues;
  return fail("interchange.not-otio", { path: issue?.path.join("/") ?? "" });
}

/**
 * `library`: the ready files that clips may be matched to. Clips of files that are not there
 * are kept and named in `missing`. Fails with a code of `INTERCHANGE_FAILURES`.
 */
export function readOtio(
  text: string,
  library: readonly SourceAsset[],
): Result<Imported, InterchangeFailure> {
  const timeline = parse(text);
  if (!timeline.ok) return timeline;
  const { value } = timeline;
  const isOurs = ownSettings(value) !== null;
  const rate = ownSettings(value)?.rate ?? rateOf(value);
  const notes = new NoteBook();
  const matcher = new MediaMatcher(library);
  const takenIds = new Set<string>();
  const reading = { matcher, notes, rate, takenIds };
  const tracks: ReadTrack[] = [];
  for (const item of value.tracks.children) {
    if (ours(item)["soundOf"] !== undefined) continue;
    const first = !tracks.some(({ track }) => track.kind === "video");
    tracks.push(readTrack(item, first, reading));
  }
  const found = tracks.flatMap((one) => one.clips);
  if (found.length === 0 && !isOurs) return fail("interchange.empty");
  const clips = isOurs ? found : withoutDoubles(found);
  const markers = [
    ...(value.tracks.markers ?? []),
    ...value.tracks.children.flatMap((track) => track.markers ?? []),
  ].map((item) => markerOf(item, rate, takenIds));
  const bare: ProjectDocument = {
    schemaVersion: SCHEMA_VERSION,
    settings: settingsOf(value, sizeIn(library), clips, rate),
    trackOrder: tracks.map(({ track }) => track.id),
    tracks: byId(tracks.map(({ track }) => track)),
    clips: byId(clips),
    transitions: {},
    markers: byId(markers),
  };
  const cuts = tracks.flatMap((one) => one.cuts);
  const document = withTransitions(bare, cuts, { notes, takenIds });
  const [broken] = checkDocument(document);
  if (broken) return fail("interchange.breaks-rule", { rule: broken.rule });
  const name = (value.name ?? "").slice(0, 200);
  return ok({ document, name, missing: matcher.missing(), notes: notes.list() });
}
