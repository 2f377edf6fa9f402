/**
 * A document as FCPXML 1.10. The main track is the storyline; clips of the other tracks are
 * connected, in a lane for each track, to whatever the storyline shows when they begin.
 */
import {
  clipEnd,
  clipsOnTrack,
  documentDuration,
  framesToFlicks,
  isDropFrame,
} from "@cutroom/timeline";
import type { Clip, Flicks, Marker, MediaClip, ProjectDocument, TextClip } from "@cutroom/timeline";
import type { Sources } from "../formats.ts";
import { mainTrack } from "../main-track.ts";
import { clipItem, localStart } from "./items.ts";
import { Resources } from "./resources.ts";
import { seconds } from "./time.ts";
import { printXml, xml } from "./xml.ts";
import type { XmlElement } from "./xml.ts";

/** A stretch of the storyline: a clip, or the gap between two. */
interface Stretch {
  readonly start: Flicks;
  readonly end: Flicks;
  readonly clip: MediaClip | TextClip | null;
}

interface Connected {
  readonly clip: MediaClip | TextClip;
  readonly lane: number;
}

const isWritten = (clip: Clip): clip is MediaClip | TextClip =>
  clip.kind === "media" || clip.kind === "text";

/** The storyline reaches as far as anything that is connected to it, or marked on it. */
function stretchesOf(document: ProjectDocument, end: Flicks): Stretch[] {
  const track = mainTrack(document);
  const clips = track === null ? [] : clipsOnTrack(document, track.id).filter(isWritten);
  const stretches: Stretch[] = [];
  let at = 0;
  for (const clip of clips) {
    if (clip.start > at) stretches.push({ start: at, end: clip.start, clip: null });
    stretches.push({ start: clip.start, end: clipEnd(clip), clip });
    at = clipEnd(clip);
  }
  if (end > at) stretches.push({ start: at, end, clip: null });
  return stretches;
}

/** Pictures above the main track have lanes 1, 2 and so on; below it, and sound, -1, -2. */
function connectedOf(document: ProjectDocument): Connected[] {
  const main = mainTrack(document);
  const tracks = document.trackOrder.flatMap((id) => document.tracks[id] ?? []);
  const middle = main === null ? -1 : tracks.indexOf(main);
  const others = tracks.filter((track) => track !== main && track.kind !== "caption");
  const above = others.filter((track) => track.kind !== "audio" && tracks.indexOf(track) > middle);
  const below = others.filter((track) => !above.includes(track)).toReversed();
  const laneOf = new Map([
    ...above.map((track, index) => [track.id, index + 1] as const),
    ...below.map((track, index) => [track.id, -index - 1] as const),
  ]);
  return Object.values(document.clips)
    .filter(isWritten)
    .flatMap((clip) => {
      const lane = laneOf.get(clip.trackId);
      return lane === undefined ? [] : [{ clip, lane }];
    })
    .toSorted((a, b) => a.clip.start - b.clip.start || a.lane - b.lane);
}

interface Writing {
  readonly document: ProjectDocument;
  readonly resources: Resources;
  readonly connected: readonly Connected[];
  readonly markers: readonly Marker[];
}

const within = ({ start, end }: Stretch, at: Flicks) => at >= start && at < end;

function stretchItem(writing: Writing, stretch: Stretch): XmlElement {
  const { document, resources } = writing;
  const local = stretch.clip === null ? 0 : localStart(stretch.clip);
  const clock = (at: Flicks) => local + at - stretch.start;
  const frame = seconds(framesToFlicks(1, document.settings.rate));
  const children = [
    ...writing.connected
      .filter((one) => within(stretch, one.clip.start))
      .map((one) => {
        const offset = clock(one.clip.start);
        return clipItem(document, resources, {
          clip: one.clip,
          lane: one.lane,
          offset,
          children: [],
        });
      }),
    ...writing.markers
      .filter(({ at }) => within(stretch, at))
      .map((marker) =>
        xml("marker", {
          start: seconds(clock(marker.at)),
          duration: frame,
          value: marker.name,
          ...(marker.note === undefined ? {} : { note: marker.note }),
        }),
      ),
  ];
  const { clip, start: offset } = stretch;
  if (clip !== null) return clipItem(document, resources, { clip, lane: 0, offset, children });
  const times = { offset: seconds(offset), start: "0s", duration: seconds(stretch.end - offset) };
  return xml("gap", { name: "Gap", ...times }, children);
}

/** Of n frames, floor(n / 2) lie before the cut (T10). */
function transitionItem(document: ProjectDocument, stretch: Stretch): XmlElement[] {
  const found = Object.values(document.transitions).find(
    (one) => one.leftClipId === stretch.clip?.id,
  );
  if (found === undefined) return [];
  const frame = framesToFlicks(1, document.settings.rate);
  const before = Math.floor(found.duration / frame / 2) * frame;
  return [
    xml("transition", {
      name: "Cross Dissolve",
      offset: seconds(stretch.end - before),
      duration: seconds(found.duration),
    }),
  ];
}

/** The text of an `.fcpxml` file. `name` is the project's. */
export function writeFcpxml(document: ProjectDocument, sources: Sources, name: string): string {
  const resources = new Resources(document, sources);
  const format = resources.projectFormat();
  const { rate } = document.settings;
  const frame = framesToFlicks(1, rate);
  const markers = Object.values(document.markers).toSorted((a, b) => a.at - b.at);
  const connected = connectedOf(document);
  const reach = Math.max(
    documentDuration(document),
    ...markers.map(({ at }) => at + frame),
    ...connected.map(({ clip }) => clip.start + frame),
  );
  const end = Math.ceil(reach / frame) * frame;
  const writing = { document, resources, connected, markers };
  const spine: XmlElement[] = [];
  for (const stretch of stretchesOf(document, end)) {
    spine.push(stretchItem(writing, stretch), ...transitionItem(document, stretch));
  }
  const sequence = xml(
    "sequence",
    {
      format,
      duration: seconds(end),
      tcStart: "0s",
      tcFormat: isDropFrame(rate) ? "DF" : "NDF",
      audioLayout: "stereo",
      audioRate: "48k",
    },
    [xml("spine", {}, spine)],
  );
  const root = xml("fcpxml", { version: "1.10" }, [
    xml("resources", {}, resources.elements()),
    xml("library", {}, [xml("event", { name }, [xml("project", { name }, [sequence])])]),
  ]);
  return `<?xml version="1.0" encoding="UTF-8"?>\n<!DOCTYPE fcpxml>\n\n${printXml(root)}`;
}
