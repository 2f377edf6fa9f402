import { expect, test } from "vitest";
import type { ProjectDocument } from "../document.ts";
import { FRAME, done, lay } from "../lanes.cases.ts";
import { clipEnd } from "../source.ts";
import { shownPictures } from "./shown-pictures.ts";

const make = (document: ProjectDocument, clipIds: readonly string[], name = "C") =>
  done(document, {
    type: "make-compound",
    clipIds,
    sequenceId: `inside-${name}`,
    name,
    idBase: name,
  });

const pictures = (document: ProjectDocument) =>
  Object.values(document.clips)
    .filter((clip) => clip.kind === "compound")
    .flatMap((clip) => shownPictures(document, clip))
    .map((one) => `${one.name} ${one.start / FRAME}-${clipEnd(one) / FRAME}`);

test("a compound clip shows the films within it, cut at its edges and in its place (E15)", () => {
  const films = lay({
    "video-1": "Z0-30 A30-90 B90-150",
    "text-1": "T40-80",
    "audio-1": "M30-150",
  });
  const whole = make(films, ["A", "B", "T", "M"]);
  expect(pictures(whole)).toEqual(["A 30-90", "B 90-150"]);
  const shorter = done(whole, {
    type: "trim-clip",
    clipId: "C-1",
    edge: "end",
    deltaFlicks: -80 * FRAME,
    ripple: "none",
  });
  expect(pictures(shorter)).toEqual(["A 30-70"]);
  expect(pictures(make(whole, ["Z", "C-1"], "D"))).toEqual(["A 30-90", "B 90-150", "Z 0-30"]);
});

test("what is in front comes first, and a hidden track shows nothing (E15)", () => {
  const inset = lay({ "video-1": "A0-60", "overlay-1": "P10-20" });
  expect(pictures(make(inset, ["A", "P"]))).toEqual(["P 10-20", "A 0-60"]);
  const hidden = done(inset, { type: "set-track", trackId: "overlay-1", hidden: true });
  expect(pictures(make(hidden, ["A", "P"]))).toEqual(["A 0-60"]);
});
