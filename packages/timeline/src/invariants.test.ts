import { describe, expect, test } from "vitest";
import { projectDocument } from "./document.ts";
import type { CompoundClip, MediaClip, ProjectDocument } from "./document.ts";
import { MAX_DOCUMENT_FLICKS, RULES, checkChange, checkDocument } from "./invariants.ts";
import type { RuleId } from "./invariants.ts";
import type { CaptionWord } from "./captions/caption.ts";
import { DEFAULT_CAPTION_STYLE, captionClipFrom } from "./captions/new-captions.ts";
import { FRAME, crossfade, lay, mediaAt, shapeAt, textAt } from "./lanes.cases.ts";
import { plainTrack } from "./new-project.ts";

const sound = crossfade(
  crossfade(
    lay({ "video-1": "A0-30 B30-60 C60-90", "audio-1": "M0-60", "text-1": "T0-30" }),
    "A",
    "B",
    10,
  ),
  "B",
  "C",
  10,
);

function withClip(id: string, changes: Partial<MediaClip>): ProjectDocument {
  const clip = { ...sound.clips[id], ...changes } as MediaClip;
  return { ...sound, clips: { ...sound.clips, [id]: clip } };
}

const STILL = { mediaKind: "image", sourceDuration: null } as const;

function withTransition(id: string, changes: object): ProjectDocument {
  const transition = { ...sound.transitions["A-B"]!, id, ...changes };
  return { ...sound, transitions: { ...sound.transitions, [id]: transition } };
}

const BREACHES: readonly (readonly [RuleId, string, ProjectDocument])[] = [
  ["T1", "a clip under another key", { ...sound, clips: { ...sound.clips, X: sound.clips["M"]! } }],
  ["T2", "a track listed twice", { ...sound, trackOrder: [...sound.trackOrder, "video-1"] }],
  ["T2", "a track that is not listed", { ...sound, trackOrder: sound.trackOrder.slice(1) }],
  ["T2", "a listed track that is not there", { ...sound, trackOrder: [...sound.trackOrder, "x"] }],
  ["T3", "a clip on no track", withClip("M", { trackId: "nowhere" })],
  ["T4", "sound on a video track", withClip("M", { trackId: "video-2" })],
  ["T4", "a video on an audio track", withClip("A", { trackId: "audio-2" })],
  [
    "T4",
    "a title on a video track",
    { ...sound, clips: { ...sound.clips, T: textAt("T", "video-2", [0, 9]) } },
  ],
  [
    "T4",
    "a shape on a video track",
    { ...sound, clips: { ...sound.clips, S: shapeAt("S", "video-2", [0, 9]) } },
  ],
  [
    "T5",
    "a picture between two frames",
    withClip("C", { start: 60 * FRAME + 1, duration: 30 * FRAME - 1 }),
  ],
  ["T5", "a picture that ends between two frames", withClip("C", { duration: 30 * FRAME - 1 })],
  ["T5", "sound of less than a frame", withClip("M", { duration: FRAME - 1 })],
  ["T6", "two clips at once", withClip("C", { start: 59 * FRAME })],
  ["T7", "more source than there is", withClip("C", { sourceStart: 971 * FRAME })],
  [
    "T7",
    "at double speed, twice as much",
    withClip("C", { sourceStart: 941 * FRAME, speed: { n: 2, d: 1 } }),
  ],
  ["T7", "a still with an end", withClip("C", { mediaKind: "image" })],
  ["T7", "a video without one", withClip("C", { sourceDuration: null })],
  ["T8", "fades longer than the clip", withClip("C", { fadeIn: 20 * FRAME, fadeOut: 11 * FRAME })],
  [
    "T8",
    "sound fades longer than the clip",
    withClip("M", { audio: { gainDb: 0, muted: false, fadeIn: 61 * FRAME, fadeOut: 0 } }),
  ],
  ["T9", "a transition over a gap", withClip("A", { duration: 29 * FRAME })],
  ["T9", "a transition of nobody", withTransition("A-B", { leftClipId: "nobody" })],
  ["T10", "a transition between two frames", withTransition("A-B", { duration: FRAME + 1 })],
  ["T10", "no handle on the left", withClip("A", { sourceDuration: 134 * FRAME })],
  ["T10", "no handle on the right", withClip("C", { sourceStart: 4 * FRAME })],
  ["T11", "two transitions at one cut", withTransition("again", {})],
  ["T12", "transitions that meet inside a clip", withTransition("A-B", { duration: 52 * FRAME })],
  [
    "T13",
    "a frame that is no whole number of flicks",
    { ...sound, settings: { ...sound.settings, rate: { n: 11, d: 1 } } },
  ],
  ["T14", "a clip after 24 h", withClip("M", { start: MAX_DOCUMENT_FLICKS })],
  ["T15", "a speed beyond 100", withClip("M", { speed: { n: 101, d: 1 } })],
  ["T15", "a speed of huge terms", withClip("M", { speed: { n: 1_000_001, d: 1_000_000 } })],
  ["T18", "a still that plays backwards", withClip("A", { ...STILL, reversed: true })],
  ["T18", "a still that is frozen", withClip("A", { ...STILL, frozen: true })],
  ["T18", "a frozen clip backwards", withClip("A", { frozen: true, reversed: true })],
  ["T18", "a frame beyond the source", withClip("A", { frozen: true, sourceStart: 1000 * FRAME })],
  [
    "T18",
    "speed keys out of order",
    withClip("M", {
      speedKeys: [
        { at: FRAME, value: 100, ease: "hold" },
        { at: 0, value: 50, ease: "hold" },
      ],
    }),
  ],
  [
    "T17",
    "keys of volume out of order",
    withClip("M", {
      audio: {
        gainDb: 0,
        muted: false,
        fadeIn: 0,
        fadeOut: 0,
        gainKeys: [
          { at: FRAME, value: 0, ease: "hold" },
          { at: 0, value: -6, ease: "hold" },
        ],
      },
    }),
  ],
  [
    "T19",
    "a clip that is none of its takes",
    withClip("C", {
      takes: [{ assetId: "other", checksum: "c".repeat(64), sourceDuration: 1000 * FRAME }],
    }),
  ],
  ["T16", "words beyond the text", withCue([{ at: 0, from: 0, to: 6 }])],
  ["T16", "words beyond the cue", withCue([{ at: 30 * FRAME, from: 0, to: 5 }])],
  [
    "T16",
    "words over one another",
    withCue([
      { at: 0, from: 0, to: 3 },
      { at: FRAME, from: 2, to: 5 },
    ]),
  ],
  [
    "T16",
    "a film in the style of captions",
    {
      ...sound,
      tracks: {
        ...sound.tracks,
        "video-1": { ...plainTrack("video-1", "video", "V"), captionStyle: DEFAULT_CAPTION_STYLE },
      },
    },
  ],
  ["T5", "a compound clip that begins between two frames", withCompound({ sourceStart: 1 })],
  ["T6", "two clips at once in a sequence", withCompound({}, { C: mediaAt("C", "v", [9, 30]) })],
  ["T20", "a compound clip of nothing", withCompound({ sequenceId: "nowhere" })],
  ["T21", "a sequence within itself", withCompound({}, { K: compoundAt("v", [60, 90]) })],
  ["T22", "captions in a sequence", withCompound({}, {}, plainTrack("v", "caption", "Captions"))],
];

function compoundAt(trackId: string, [from, to]: readonly [number, number]): CompoundClip {
  const place = { trackId, start: from * FRAME, duration: (to - from) * FRAME };
  const audio = { gainDb: 0, muted: false };
  const empty = { id: "K", name: "K", linkId: null, sequenceId: "inside", sourceStart: 0, audio };
  return { kind: "compound", ...place, ...empty };
}

/** A compound clip of a film of ten frames, and whatever else is in there. */
function withCompound(
  changes: Partial<CompoundClip>,
  others: ProjectDocument["clips"] = {},
  track = plainTrack("v", "video", "V"),
): ProjectDocument {
  const clips = { A: mediaAt("A", "v", [0, 10]), ...others };
  const inside = { trackOrder: ["v"], tracks: { v: track }, clips, transitions: {}, markers: {} };
  const clip = { ...compoundAt("video-2", [0, 30]), ...changes };
  return { ...sound, clips: { ...sound.clips, K: clip }, sequences: { inside } };
}

function withCue(words: CaptionWord[]): ProjectDocument {
  const cue = { start: 0, duration: 30 * FRAME, text: "Hello", words };
  return {
    ...sound,
    trackOrder: [...sound.trackOrder, "captions"],
    tracks: { ...sound.tracks, captions: plainTrack("captions", "caption", "Captions") },
    clips: { ...sound.clips, cue: captionClipFrom(cue, "cue", "captions") },
  };
}

describe("rules of a document", () => {
  test("a sound document breaks none", () => {
    expect(checkDocument(sound)).toEqual([]);
    expect(projectDocument.parse(sound)).toEqual(sound);
  });

  test.each(BREACHES)("%s finds %s", (rule, _what, document) => {
    expect(checkDocument(document).map((violation) => violation.rule)).toContain(rule);
  });

  test("every rule has a planted breach", () => {
    expect(new Set(BREACHES.map(([rule]) => rule))).toEqual(new Set(RULES));
  });

  test("T4 overlay tracks take titles too; T5 sound may start anywhere; T7 stills have no end", () => {
    const document = {
      ...sound,
      clips: {
        ...sound.clips,
        T: textAt("T", "overlay-1", [0, 30]),
        M: { ...mediaAt("M", "audio-1", [0, 60]), start: 17, duration: 59 * FRAME + 3 },
        I: mediaAt("I", "video-2", [0, 9000], { mediaKind: "image", sourceDuration: null }),
      },
    };
    expect(checkDocument(document)).toEqual([]);
  });

  test("T10 the handle may be used to its last frame", () => {
    const exact = withClip("A", { sourceDuration: 135 * FRAME });
    expect(checkDocument(exact)).toEqual([]);
  });

  test("ids that every object has are no ids, so nothing is found where nothing is", () => {
    for (const id of ["__proto__", "constructor", "toString"]) {
      const named = { ...sound, trackOrder: [id], tracks: { [id]: plainTrack(id, "video", "V") } };
      expect(projectDocument.safeParse(named).success).toBe(false);
    }
  });
});

describe("checking only what changed", () => {
  test.each(BREACHES)(
    "%s: finds what looking at everything finds: %s",
    (_rule, _what, document) => {
      expect(checkChange(sound, document)).toEqual(checkDocument(document));
    },
  );

  test("does not trust a document that was broken before", () => {
    const broken = withClip("M", { trackId: "nowhere" });
    const after = { ...broken, markers: {} };
    expect(checkChange(broken, after)).toEqual(checkDocument(after));
  });
});
