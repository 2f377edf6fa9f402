import {
  DEFAULT_TEXT_STYLE,
  PLAIN_LOOK,
  editWithin,
  framesToFlicks,
  mediaClip,
} from "@cutroom/timeline";
import type { ProjectDocument } from "@cutroom/timeline";
import { describe, expect, it } from "vitest";
import { INTERCHANGE_FORMATS } from "./formats.ts";
import { LOSS_CODES, lossesOf } from "./losses.ts";
import { readOtio } from "./otio/read-otio.ts";
import { documentOf, piece, shapeAt, titleAt } from "./samples.cases.ts";
import { writeInterchange } from "./write-interchange.ts";

const RATE = { n: 30, d: 1 };
const at = { trackId: "video-1", assetId: "a", from: 0, to: 30 };
const plain = documentOf(RATE, [piece(RATE, { ...at, id: "a" })]);

/** A little of everything that a document can say. */
function rich() {
  const look = { ...PLAIN_LOOK, maskShape: "ellipse" as const, contrast: 0.5 };
  const audio = {
    gainDb: -3,
    muted: false,
    fadeIn: 10,
    fadeOut: 0,
    pan: 0.5,
    stream: 1,
    pitch: "follows" as const,
  };
  const key = { at: 0, value: 0.5, ease: "hold" as const };
  const more = {
    look,
    audio,
    blend: "screen" as const,
    opacity: 0.5,
    linkId: "pair",
    groupId: "g",
  };
  const title = titleAt(RATE, "title", [0, 30], "Hello");
  const base = documentOf(RATE, [
    piece(RATE, {
      ...at,
      id: "a",
      more: { ...more, speedKeys: [{ ...key, value: 50 }], keys: { opacity: [key] } },
    }),
    piece(RATE, {
      ...at,
      id: "b",
      from: 30,
      to: 60,
      more: { look: { ...PLAIN_LOOK, maskShape: "rectangle" } },
    }),
    piece(RATE, { ...at, id: "over", trackId: "overlay-1" }),
    piece(RATE, { ...at, id: "over-2", trackId: "overlay-1", from: 30, to: 60 }),
    { ...title, style: { ...DEFAULT_TEXT_STYLE, boxColour: "#000000" } },
    shapeAt(RATE, "star", [30, 60]),
    { ...title, kind: "caption", id: "cue", trackId: "caption-1" },
  ]);
  const ducking = { depthDb: 12, thresholdDb: -30, attack: 1, release: 1, hold: 0 };
  const track = { ...base.tracks["audio-1"], ducking, pan: -1 };
  const transition = { kind: "iris-open" as const, duration: framesToFlicks(4, RATE) };
  return {
    ...base,
    settings: { ...base.settings, background: "#ffffff" },
    tracks: { ...base.tracks, "audio-1": track } as typeof base.tracks,
    markers: { m: { id: "m", at: 0, name: "", colour: "#ffffff" } },
    transitions: {
      t: { id: "t", leftClipId: "a", rightClipId: "b", ...transition },
      o: { id: "o", leftClipId: "over", rightClipId: "over-2", ...transition },
    },
  };
}

/** Fields that every format has, or that `losses.ts` counts. A new field must be one of the two. */
const SAID =
  "kind id trackId name start duration linkId groupId assetId checksum mediaKind sourceDuration " +
  "sourceStart speed speedKeys reversed frozen transform opacity fadeIn fadeOut keys blend look " +
  // Files that are not shown are no part of the cut; where clips were linked only our marks need.
  "audio takes linkedSource";

describe("what a format does not say", () => {
  it("counts compound clips, and besides what they show", () => {
    const made = editWithin(plain, null, {
      type: "make-compound",
      clipIds: ["a"],
      sequenceId: "inside",
      name: "a",
      idBase: "c",
    });
    if (!made.ok) throw new Error(made.failure.code);
    const losses = (document: ProjectDocument) => lossesOf(document, "edl");
    expect(losses(made.value)).toEqual([...losses(plain), { code: "compounds", count: 1 }]);
    expect(lossesOf(made.value, "json")).toEqual([]);
    const { text } = writeInterchange(made.value, [], { format: "otio", name: "Trip" });
    const back = readOtio(text, []);
    if (!back.ok) throw new Error(back.failure.code);
    const clip = Object.values(plain.clips)[0]!;
    const { name, start, duration } = clip;
    expect(Object.values(back.value.document.clips)).toMatchObject([{ name, start, duration }]);
  });

  it("is thought of for every field that a clip of media has", () => {
    expect(Object.keys(mediaClip.shape).toSorted()).toEqual(SAID.split(" ").toSorted());
  });

  it("is nothing for a plain cut, whatever the format", () => {
    for (const format of INTERCHANGE_FORMATS) expect(lossesOf(plain, format)).toEqual([]);
  });

  it("is counted by kind before anything is saved", () => {
    const losses = lossesOf(rich(), "fcpxml");
    expect(losses).toContainEqual({ code: "masks", count: 2 });
    expect(losses).toContainEqual({ code: "looks", count: 1 });
    expect(losses).toContainEqual({ code: "title-styles", count: 1 });
    expect(losses).toContainEqual({ code: "shapes", count: 1 });
    expect(losses).toContainEqual({ code: "pans", count: 2 });
    expect(losses).toContainEqual({ code: "transitions", count: 1 });
    expect(losses).toContainEqual({ code: "transition-kinds", count: 1 });
    expect(losses.map(({ code }) => code)).not.toContain("titles");
  });

  it("counts a clip whose look is only in its keys", () => {
    const clip = Object.values(plain.clips).find((one) => one.kind === "media");
    if (clip === undefined) throw new Error("no clip");
    const keys = { blur: [{ at: 0, value: 1, ease: "hold" as const }] };
    const keyed = { ...plain, clips: { ...plain.clips, [clip.id]: { ...clip, keys } } };
    expect(lossesOf(keyed, "fcpxml")).toEqual([
      { code: "keyframes", count: 1 },
      { code: "looks", count: 1 },
    ]);
  });

  it("is most for an edit list, which has one track and cuts, and nothing for our own file", () => {
    const codes = lossesOf(rich(), "edl").map(({ code }) => code);
    const others = new Set(["title-styles", "compounds"]);
    expect(codes).toEqual(LOSS_CODES.filter((code) => !others.has(code)));
    expect(lossesOf(rich(), "json")).toEqual([]);
  });
});
