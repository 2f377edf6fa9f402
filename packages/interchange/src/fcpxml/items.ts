/** One clip as an element of a Final Cut Pro storyline. */
import type {
  Clip,
  Flicks,
  MediaClip,
  PlainClip,
  ProjectDocument,
  TextClip,
} from "@cutroom/timeline";
import { isOn } from "../main-track.ts";
import { meanSpeed } from "../pace.ts";
import type { Resources } from "./resources.ts";
import { seconds } from "./time.ts";
import { xml } from "./xml.ts";
import type { XmlElement } from "./xml.ts";

export interface Placed {
  readonly clip: MediaClip | TextClip;
  /** Where it begins on its parent's clock. */
  readonly offset: Flicks;
  /** Above the main storyline, or below it; 0: in it. */
  readonly lane: number;
  /** Connected clips, then markers. */
  readonly children: readonly XmlElement[];
}

const number = (value: number) => String(Number(value.toFixed(6)));

/** Where a clip begins on its own clock: the source's, as fast as the clip runs. */
export function localStart(clip: Clip): Flicks {
  if (clip.kind !== "media" || clip.mediaKind === "image" || clip.frozen === true) return 0;
  const { n, d } = meanSpeed(clip);
  if (clip.reversed !== true) return Math.round((clip.sourceStart * d) / n);
  const read = clip.sourceStart + Math.floor((clip.duration * n) / d);
  return Math.max(0, Math.round((((clip.sourceDuration ?? read) - read) * d) / n));
}

/** Positions are in hundredths of the frame's height, upwards; turns go against the clock. */
function placement(clip: PlainClip, { settings }: ProjectDocument): XmlElement[] {
  const { x, y, scale, rotationDeg } = clip.transform;
  const moved = x !== 0 || y !== 0 || scale !== 1 || rotationDeg !== 0;
  const across = (x * 100 * settings.width) / settings.height;
  return [
    ...(moved
      ? [
          xml("adjust-transform", {
            position: `${number(across)} ${number(-y * 100)}`,
            scale: `${number(scale)} ${number(scale)}`,
            rotation: number(-rotationDeg),
          }),
        ]
      : []),
    ...(clip.opacity === 1 ? [] : [xml("adjust-blend", { amount: number(clip.opacity) })]),
  ];
}

/** The source's time at two times of the clip's clock; they are one for a frame that is held. */
function timeMap(clip: MediaClip): XmlElement[] {
  const { n, d } = meanSpeed(clip);
  const { sourceDuration, sourceStart, frozen, reversed } = clip;
  if (sourceDuration === null || (n === d && frozen !== true && reversed !== true)) return [];
  const end = frozen === true ? clip.duration : Math.floor((sourceDuration * d) / n);
  const last = Math.floor((end * n) / d);
  const point = (time: Flicks, value: Flicks) =>
    xml("timept", { time: seconds(time), value: seconds(value), interp: "linear" });
  const [first, then] =
    frozen === true ? [sourceStart, sourceStart] : reversed === true ? [last, 0] : [0, last];
  const preservesPitch = clip.audio.pitch === "follows" ? "0" : undefined;
  return [xml("timeMap", { preservesPitch }, [point(0, first), point(end, then)])];
}

function volume(clip: MediaClip, trackGainDb: number): XmlElement[] {
  const gainDb = clip.audio.gainDb + trackGainDb;
  return gainDb === 0 ? [] : [xml("adjust-volume", { amount: `${number(gainDb)}dB` })];
}

function mediaItem(
  document: ProjectDocument,
  resources: Resources,
  placed: Placed,
  clip: MediaClip,
) {
  const track = document.tracks[clip.trackId];
  const heard = !clip.audio.muted && track?.muted !== true && clip.frozen !== true;
  const source = clip.mediaKind === "audio" ? "audio" : heard ? undefined : "video";
  const on = track === undefined || isOn(document, track);
  const isStill = clip.mediaKind === "image";
  return xml(
    isStill ? "video" : "asset-clip",
    {
      ref: resources.asset(clip),
      ...(placed.lane === 0 ? {} : { lane: String(placed.lane) }),
      offset: seconds(placed.offset),
      name: clip.name,
      start: seconds(localStart(clip)),
      duration: seconds(clip.duration),
      enabled: on && (clip.mediaKind !== "audio" || heard) ? undefined : "0",
      srcEnable: isStill ? undefined : source,
    },
    [
      ...timeMap(clip),
      ...(clip.mediaKind === "audio" ? [] : placement(clip, document)),
      ...(isStill ? [] : volume(clip, track?.gainDb ?? 0)),
      ...placed.children,
    ],
  );
}

function colour(hex: string): string {
  const parts = [1, 3, 5].map((at) => Number.parseInt(hex.slice(at, at + 2), 16) / 255);
  return `${parts.map(number).join(" ")} 1`;
}

function titleItem(
  document: ProjectDocument,
  resources: Resources,
  placed: Placed,
  clip: TextClip,
) {
  const { style } = clip;
  const track = document.tracks[clip.trackId];
  const id = `ts-${clip.id}`;
  const look = {
    font: "Helvetica Neue",
    fontSize: number(style.size * document.settings.height),
    fontColor: colour(style.colour),
    bold: style.weight > 400 ? "1" : "0",
    alignment: style.align,
  };
  return xml(
    "title",
    {
      ref: resources.titleEffect(),
      ...(placed.lane === 0 ? {} : { lane: String(placed.lane) }),
      offset: seconds(placed.offset),
      name: clip.name,
      start: "0s",
      duration: seconds(clip.duration),
      enabled: track === undefined || isOn(document, track) ? undefined : "0",
    },
    [
      xml("text", {}, [xml("text-style", { ref: id }, [clip.text])]),
      xml("text-style-def", { id }, [xml("text-style", look)]),
      ...placement(clip, document),
      ...placed.children,
    ],
  );
}

export function clipItem(
  document: ProjectDocument,
  resources: Resources,
  placed: Placed,
): XmlElement {
  return placed.clip.kind === "media"
    ? mediaItem(document, resources, placed, placed.clip)
    : titleItem(document, resources, placed, placed.clip);
}
