/** The numbered rules of SPEC.md. A document that breaks one is refused wherever it comes from. */
import { wordsFit } from "./captions/caption.ts";
import { makesPicture } from "./bounds.ts";
import { endlessSequences, missingSequences } from "./compound/sequences.ts";
import type { Clip, MediaClip, ProjectDocument } from "./document.ts";
import { frameLength, onFrame } from "./frames.ts";
import { gainKeysFit } from "./gain-keys.ts";
import { keysFit } from "./keys.ts";
import { clipsOnTrack, lookUp, trackAccepts } from "./queries.ts";
import { clipEnd, pacedSourceSpan, paceOf, readsSource } from "./source.ts";
import { takesFit } from "./takes.ts";
import { FLICKS_PER_SECOND } from "./time.ts";
import { handleFrames, maxTransitionFrames, transitionsByEdge } from "./transition-fit.ts";

export const RULES = [
  "T1",
  "T2",
  "T3",
  "T4",
  "T5",
  "T6",
  "T7",
  "T8",
  "T9",
  "T10",
  "T11",
  "T12",
  "T13",
  "T14",
  "T15",
  "T16",
  "T17",
  "T18",
  "T19",
  "T20",
  "T21",
  "T22",
] as const;
export type RuleId = (typeof RULES)[number];

export interface Violation {
  readonly rule: RuleId;
  /** The entities that break the rule together. */
  readonly ids: readonly string[];
}

/** Longest document, in flicks: keeps every product of times inside the safe integers. */
export const MAX_DOCUMENT_FLICKS = 24 * 3600 * FLICKS_PER_SECOND;
export const MIN_SPEED = 0.01;
export const MAX_SPEED = 100;
const MAX_SPEED_TERM = 100_000;

/**
 * Every broken rule, in the order of the rules; empty for a sound document. Expects the shape
 * that the `projectDocument` schema checks. When the rate itself is unusable (T13) nothing
 * that is measured in frames is looked at.
 */
export function checkDocument(document: ProjectDocument): Violation[] {
  const insides = Object.values(document.sequences ?? {}).flatMap((sequence) =>
    checkPlain({ ...document, ...sequence }),
  );
  return inOrder([...checkPlain(document), ...insides, ...sequenceRules(document)]);
}

/** Without a look into what its compound clips show. */
function checkPlain(document: ProjectDocument): Violation[] {
  const found: Violation[] = [...keys(document), ...order(document), ...styles(document)];
  if (!Number.isInteger(frameLength(document.settings.rate))) {
    return [...found, { rule: "T13", ids: [] }];
  }
  for (const clip of Object.values(document.clips)) found.push(...clipRules(document, clip));
  for (const trackId of document.trackOrder) found.push(...overlaps(document, trackId));
  found.push(...transitionRules(document));
  return found;
}

function inOrder(found: readonly Violation[]): Violation[] {
  return found.toSorted((a, b) => RULES.indexOf(a.rule) - RULES.indexOf(b.rule));
}

/** What holds between compound clips and sequences. */
function* sequenceRules(document: ProjectDocument): Iterable<Violation> {
  const missing = missingSequences(document);
  if (missing.length > 0) yield { rule: "T20", ids: missing };
  const endless = endlessSequences(document);
  if (endless.length > 0) yield { rule: "T21", ids: endless };
  for (const { tracks } of Object.values(document.sequences ?? {})) {
    for (const { id, kind } of Object.values(tracks)) {
      if (kind === "caption") yield { rule: "T22", ids: [id] };
    }
  }
}

/** Documents that were found sound: documents never change, so that stays true. */
const sound = new WeakMap<ProjectDocument, boolean>();

function isSound(document: ProjectDocument): boolean {
  const known = sound.get(document);
  if (known !== undefined) return known;
  const answer = checkDocument(document).length === 0;
  sound.set(document, answer);
  return answer;
}

/**
 * As `checkDocument(after)`, at the price of the change: what `after` shares with a sound
 * `before` is not looked at again. A drag asks this at every move.
 */
export function checkChange(before: ProjectDocument, after: ProjectDocument): Violation[] {
  const comparable =
    before.settings === after.settings &&
    before.tracks === after.tracks &&
    before.trackOrder === after.trackOrder &&
    before.sequences === after.sequences &&
    isSound(before);
  const found = comparable ? changeRules(before, after) : checkDocument(after);
  if (found.length === 0) sound.set(after, true);
  return found;
}

function changeRules(before: ProjectDocument, after: ProjectDocument): Violation[] {
  const found: Violation[] = [...keys(after)];
  const touched = new Set<string>();
  for (const [id, clip] of Object.entries(after.clips)) {
    const old = lookUp(before.clips, id);
    if (old === clip) continue;
    touched.add(clip.trackId);
    found.push(...clipRules(after, clip));
  }
  for (const trackId of after.trackOrder) {
    if (touched.has(trackId)) found.push(...overlaps(after, trackId));
  }
  found.push(...transitionRules(after), ...sequenceRules(after));
  return inOrder(found);
}

function* keys(document: ProjectDocument): Iterable<Violation> {
  const { tracks, clips, transitions, markers } = document;
  for (const record of [tracks, clips, transitions, markers]) {
    for (const [key, entity] of Object.entries(record)) {
      if (key !== entity.id) yield { rule: "T1", ids: [key] };
    }
  }
}

function* order({ trackOrder, tracks }: ProjectDocument): Iterable<Violation> {
  const listed = new Set(trackOrder);
  if (listed.size !== trackOrder.length) yield { rule: "T2", ids: trackOrder };
  const odd = [
    ...trackOrder.filter((id) => !Object.hasOwn(tracks, id)),
    ...Object.keys(tracks).filter((id) => !listed.has(id)),
  ];
  if (odd.length > 0) yield { rule: "T2", ids: odd };
}

function* styles({ tracks }: ProjectDocument): Iterable<Violation> {
  for (const { id, kind, captionStyle } of Object.values(tracks)) {
    if (captionStyle !== undefined && kind !== "caption") yield { rule: "T16", ids: [id] };
  }
}

function* clipRules(document: ProjectDocument, clip: Clip): Iterable<Violation> {
  const ids = [clip.id];
  const track = lookUp(document.tracks, clip.trackId);
  if (!track) yield { rule: "T3", ids };
  else if (!trackAccepts(track.kind, clip)) yield { rule: "T4", ids };
  const { rate } = document.settings;
  const isAudio = clip.kind === "media" && clip.mediaKind === "audio";
  const onGrid = isAudio || (onFrame(clip.start, rate) && onFrame(clip.duration, rate));
  if (!onGrid || clip.duration < frameLength(rate)) yield { rule: "T5", ids };
  if (clip.start < 0 || clipEnd(clip) > MAX_DOCUMENT_FLICKS) yield { rule: "T14", ids };
  if (clip.kind === "compound") {
    if (!onFrame(clip.sourceStart, rate)) yield { rule: "T5", ids };
    return;
  }
  if (!fadesFit(clip, clip.duration)) yield { rule: "T8", ids };
  if (clip.kind === "caption" && clip.words && !wordsFit(clip.words, clip.text, clip.duration)) {
    yield { rule: "T16", ids };
  }
  if (
    clip.kind !== "caption" &&
    clip.keys !== undefined &&
    !(makesPicture(clip) && keysFit(clip.keys, (at) => onFrame(at, rate), MAX_DOCUMENT_FLICKS))
  ) {
    yield { rule: "T17", ids };
  }
  if (clip.kind !== "media") return;
  if (!fadesFit(clip.audio, clip.duration)) yield { rule: "T8", ids };
  const { gainKeys } = clip.audio;
  if (gainKeys && !gainKeysFit(gainKeys, MAX_DOCUMENT_FLICKS)) yield { rule: "T17", ids };
  if (!takesFit(clip)) yield { rule: "T19", ids };
  const { n, d } = clip.speed;
  const speed = n / d;
  if (speed < MIN_SPEED || speed > MAX_SPEED || Math.max(n, d) > MAX_SPEED_TERM) {
    yield { rule: "T15", ids };
  }
  if ((clip.mediaKind === "image") !== (clip.sourceDuration === null)) yield { rule: "T7", ids };
  else if (
    readsSource(clip) &&
    clip.sourceStart + pacedSourceSpan(clip.duration, paceOf(clip)) > clip.sourceDuration
  ) {
    yield { rule: "T7", ids };
  }
  if (!runsSoundly(clip)) yield { rule: "T18", ids };
}

/** Only what runs is paced or reversed, and only a film is held, on a frame it has. */
function runsSoundly(clip: MediaClip): boolean {
  const { speedKeys, reversed, frozen, sourceStart, sourceDuration } = clip;
  const paced = speedKeys !== undefined || reversed === true;
  if (frozen) {
    return clip.mediaKind === "video" && !paced && sourceStart < (sourceDuration ?? 0);
  }
  if (paced && !readsSource(clip)) return false;
  return speedKeys === undefined || gainKeysFit(speedKeys, MAX_DOCUMENT_FLICKS);
}

function fadesFit(fades: { fadeIn: number; fadeOut: number }, duration: number): boolean {
  return fades.fadeIn + fades.fadeOut <= duration;
}

function* overlaps(document: ProjectDocument, trackId: string): Iterable<Violation> {
  let before: Clip | undefined;
  for (const clip of clipsOnTrack(document, trackId)) {
    if (before && clipEnd(before) > clip.start) yield { rule: "T6", ids: [before.id, clip.id] };
    if (!before || clipEnd(clip) > clipEnd(before)) before = clip;
  }
}

function* transitionRules(document: ProjectDocument): Iterable<Violation> {
  const transitions = Object.values(document.transitions);
  const { heads, tails } = transitionsByEdge(transitions);
  const { rate } = document.settings;
  const frameFlicks = frameLength(rate);
  for (const transition of transitions) {
    const ids = [transition.id];
    const left = lookUp(document.clips, transition.leftClipId);
    const right = lookUp(document.clips, transition.rightClipId);
    if (!left || !right || left.trackId !== right.trackId || clipEnd(left) !== right.start) {
      yield { rule: "T9", ids };
      continue;
    }
    const head = heads.get(left.id);
    const tail = tails.get(right.id);
    // The maps keep the last one at an edge, so every other one at that edge is one too many.
    if (heads.get(right.id) !== transition || tails.get(left.id) !== transition) {
      yield { rule: "T11", ids };
      continue;
    }
    const cut = { left, right, frameFlicks, head, tail };
    const frames = transition.duration / frameFlicks;
    if (!onFrame(transition.duration, rate) || frames > handleFrames(cut)) {
      yield { rule: "T10", ids };
    } else if (frames > maxTransitionFrames(cut)) yield { rule: "T12", ids };
  }
}
