/**
 * A document as OpenTimelineIO 0.17 writes it. What the format has words for is in its own
 * fields; the whole of each clip, track and marker is in `metadata.cutroom`, so that reading
 * the file back gives the same document.
 */
import { clipEnd, clipsOnTrack, framesToFlicks } from "@cutroom/timeline";
import type {
  Clip,
  Flicks,
  Marker,
  MediaClip,
  ProjectDocument,
  Rate,
  SourceAsset,
  Track,
  Transition,
} from "@cutroom/timeline";
import type { Sources } from "../formats.ts";
import { isOn } from "../main-track.ts";
import { nearestColour } from "./marker-colours.ts";
import { toRange, toRational } from "./rational.ts";
import { timeEffects } from "./speed.ts";

interface Writing {
  readonly document: ProjectDocument;
  readonly sources: Sources;
  readonly rate: Rate;
}

type Json = Readonly<Record<string, unknown>>;

const item = (name: string, metadata: Json) => ({ name, metadata: { cutroom: metadata } });
const plain = { effects: [], markers: [], enabled: true };

function gap({ rate }: Writing, duration: Flicks) {
  return {
    OTIO_SCHEMA: "Gap.1",
    ...item("", {}),
    ...plain,
    source_range: toRange(toRational(0, rate), toRational(duration, rate)),
  };
}

/** Frames of a film are counted at its own rate, anything else at the project's. */
function sourceRate({ rate }: Writing, source: SourceAsset | undefined): Rate {
  return source?.facts.video?.rate ?? rate;
}

const labelOf = (clip: Clip): string =>
  clip.kind === "text" || clip.kind === "caption" ? clip.text : clip.name;

function reference(writing: Writing, clip: Clip) {
  if (clip.kind !== "media") {
    return {
      OTIO_SCHEMA: "GeneratorReference.1",
      ...item(labelOf(clip), {}),
      available_range: null,
      available_image_bounds: null,
      generator_kind: `cutroom.${clip.kind}`,
      parameters: clip.kind === "shape" ? { figure: clip.shape.figure } : { text: labelOf(clip) },
    };
  }
  const source = writing.sources.get(clip.assetId);
  const rate = sourceRate(writing, source);
  const name = source?.name ?? clip.name;
  return {
    OTIO_SCHEMA: "ExternalReference.1",
    ...item(name, { assetId: clip.assetId, checksum: clip.checksum, mediaKind: clip.mediaKind }),
    available_range:
      clip.sourceDuration === null
        ? null
        : toRange(toRational(0, rate), toRational(clip.sourceDuration, rate)),
    available_image_bounds: null,
    target_url: encodeURIComponent(name),
  };
}

function clipItem(writing: Writing, clip: Clip, metadata: Json) {
  const media = clip.kind === "media" ? clip : null;
  const from = sourceRate(writing, media ? writing.sources.get(media.assetId) : undefined);
  return {
    OTIO_SCHEMA: "Clip.2",
    ...item(labelOf(clip), metadata),
    ...plain,
    // A warp changes how fast the source runs through the clip, not how long the clip is.
    effects: media === null ? [] : timeEffects(media),
    source_range: toRange(
      toRational(media?.sourceStart ?? 0, from),
      toRational(clip.duration, writing.rate),
    ),
    media_references: { DEFAULT_MEDIA: reference(writing, clip) },
    active_media_reference_key: "DEFAULT_MEDIA",
  };
}

/** Of n frames, floor(n / 2) lie before the cut (T10). */
function transitionItem({ rate }: Writing, transition: Transition) {
  const frame = framesToFlicks(1, rate);
  const before = Math.floor(transition.duration / frame / 2) * frame;
  return {
    OTIO_SCHEMA: "Transition.1",
    ...item(transition.kind, { id: transition.id, kind: transition.kind }),
    in_offset: toRational(before, rate),
    out_offset: toRational(transition.duration - before, rate),
    transition_type: transition.kind === "crossfade" ? "SMPTE_Dissolve" : "Custom_Transition",
  };
}

function children(writing: Writing, clips: readonly Clip[], describe: (clip: Clip) => Json) {
  const after = new Map(
    Object.values(writing.document.transitions).map((one) => [one.leftClipId, one]),
  );
  const items: Json[] = [];
  let at = 0;
  for (const clip of clips) {
    if (clip.start > at) items.push(gap(writing, clip.start - at));
    items.push(clipItem(writing, clip, describe(clip)));
    const transition = after.get(clip.id);
    if (transition) items.push(transitionItem(writing, transition));
    at = clipEnd(clip);
  }
  return items;
}

function trackItem(writing: Writing, track: Track) {
  const clips = clipsOnTrack(writing.document, track.id);
  return {
    OTIO_SCHEMA: "Track.1",
    ...item(track.name, { track }),
    ...plain,
    enabled: isOn(writing.document, track),
    source_range: null,
    children: children(writing, clips, (clip) => ({ clip })),
    kind: track.kind === "audio" ? "Audio" : "Video",
  };
}

/** Others read no sound from a picture's track, so it has one beside it; we pass that by. */
function ownSound(writing: Writing, track: Track) {
  const heard = clipsOnTrack(writing.document, track.id).filter(
    (clip): clip is MediaClip =>
      clip.kind === "media" &&
      clip.mediaKind === "video" &&
      !clip.audio.muted &&
      Boolean(writing.sources.get(clip.assetId)?.facts.audio),
  );
  if (heard.length === 0) return [];
  return [
    {
      OTIO_SCHEMA: "Track.1",
      ...item(track.name, { soundOf: track.id }),
      ...plain,
      enabled: !track.muted,
      source_range: null,
      children: children(writing, heard, () => ({})).filter(
        (one) => one["OTIO_SCHEMA"] !== "Transition.1",
      ),
      kind: "Audio",
    },
  ];
}

function markerItem({ rate }: Writing, marker: Marker) {
  return {
    OTIO_SCHEMA: "Marker.2",
    ...item(marker.name, { marker }),
    color: nearestColour(marker.colour),
    comment: marker.note ?? "",
    marked_range: toRange(toRational(marker.at, rate), toRational(0, rate)),
  };
}

/** The text of an `.otio` file. `name` is the timeline's. */
export function writeOtio(document: ProjectDocument, sources: Sources, name: string): string {
  const writing = { document, sources, rate: document.settings.rate };
  const tracks = document.trackOrder.flatMap((id) => document.tracks[id] ?? []);
  const markers = Object.values(document.markers).toSorted((a, b) => a.at - b.at);
  const timeline = {
    OTIO_SCHEMA: "Timeline.1",
    ...item(name, { schemaVersion: document.schemaVersion, settings: document.settings }),
    global_start_time: null,
    tracks: {
      OTIO_SCHEMA: "Stack.1",
      ...item("tracks", {}),
      ...plain,
      source_range: null,
      markers: markers.map((marker) => markerItem(writing, marker)),
      children: [
        ...tracks.map((track) => trackItem(writing, track)),
        ...tracks.flatMap((track) => (track.kind === "audio" ? [] : ownSound(writing, track))),
      ],
    },
  };
  return `${JSON.stringify(timeline, null, 2)}\n`;
}
