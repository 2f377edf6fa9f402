import type { Template } from "../template.ts";
import {
  MUSIC_SLOT,
  documentOf,
  musicFor,
  pictureAt,
  pictureSlot,
  ramp,
  titleAt,
} from "./pieces.ts";

const HERO_S = 4;
const DETAIL_S = 3;
const END_S = 3;
const ACCENT = "#e4572e";

const SECOND_S = HERO_S + DETAIL_S;
const CARD_S = SECOND_S + DETAIL_S;

function point(id: string, at: number) {
  return titleAt(
    id,
    `{{${id}}}`,
    { at, lasts: DETAIL_S },
    {
      style: { size: 0.06, weight: 700, align: "left", boxColour: ACCENT, shadow: false },
      x: -0.25,
      y: 0.3,
      keys: { x: ramp(-0.32, -0.25, 0.6, "ease-out") },
    },
  );
}

function endCard() {
  const lasts = { at: CARD_S, lasts: END_S };
  const address = titleAt("address", "{{address}}", lasts, {
    style: { size: 0.045, colour: ACCENT, shadow: false },
    y: 0.1,
    keys: { opacity: ramp(0, 1, 0.8) },
  });
  const call = titleAt("call", "{{call}}", lasts, {
    style: { size: 0.08, weight: 700, shadow: false },
    y: -0.04,
  });
  return [call, { ...address, trackId: "overlay-1" }];
}

/** The product, two things about it with their names, and a card that says where to get it. */
export function productPromo(): Template {
  return {
    document: documentOf(
      { width: 1920, height: 1080, background: "#101014" },
      [
        titleAt(
          "name",
          "{{name}}",
          { at: 0.5, lasts: HERO_S - 0.5 },
          { style: { size: 0.13, weight: 700 }, y: 0.3 },
        ),
        point("point-1", HERO_S),
        point("point-2", SECOND_S),
        ...endCard(),
        pictureAt("hero", { at: 0, lasts: HERO_S }, { keys: { scale: ramp(1, 1.1, HERO_S) } }),
        pictureAt("detail-1", { at: HERO_S, lasts: DETAIL_S }),
        pictureAt("detail-2", { at: SECOND_S, lasts: DETAIL_S }),
        musicFor(CARD_S + END_S),
      ],
      [
        ["hero", "detail-1", "soft-left", 0.6],
        ["detail-1", "detail-2", "soft-left", 0.6],
      ],
    ),
    slots: [
      pictureSlot("hero", "The product", { hint: "All of it, on a quiet ground" }),
      pictureSlot("detail-1", "First detail", { hint: "Close, for the first point" }),
      pictureSlot("detail-2", "Second detail", { hint: "Close, for the second point" }),
      MUSIC_SLOT,
    ],
    texts: [
      { id: "name", label: "Name", sample: "Kettle No. 4" },
      { id: "point-1", label: "First point", sample: "Boils in two minutes" },
      { id: "point-2", label: "Second point", sample: "Whisper quiet" },
      { id: "call", label: "Call", sample: "Ready when you are" },
      { id: "address", label: "Address", sample: "example.com" },
    ],
    colours: [{ id: "accent", label: "Accent", value: ACCENT }],
  };
}
