import type { Template } from "../template.ts";
import {
  MUSIC_SLOT,
  documentOf,
  kenBurns,
  musicFor,
  pictureAt,
  pictureSlot,
  ramp,
  titleAt,
} from "./pieces.ts";

const SHOT_S = 2;
const SHOTS = ["shot-1", "shot-2", "shot-3", "shot-4", "shot-5"] as const;
const ACCENT = "#ffd166";

/** Five quick shots upright, cut on the beat, with the place over the first and the last. */
export function travelReel(): Template {
  const total = SHOTS.length * SHOT_S;
  return {
    document: documentOf(
      { width: 1080, height: 1920 },
      [
        titleAt(
          "place",
          "{{place}}",
          { at: 0, lasts: 2 * SHOT_S },
          {
            style: { size: 0.075, weight: 700 },
            y: -0.06,
            keys: { scale: ramp(0.9, 1.05, 2 * SHOT_S, "ease-out") },
          },
        ),
        titleAt(
          "when",
          "{{when}}",
          { at: total - SHOT_S, lasts: SHOT_S },
          {
            style: {
              size: 0.035,
              colour: "#1a1a1a",
              boxColour: ACCENT,
              shadow: false,
            },
            y: 0.32,
          },
        ),
        ...SHOTS.map((slot, index) =>
          pictureAt(slot, { at: index * SHOT_S, lasts: SHOT_S }, { keys: kenBurns(index, SHOT_S) }),
        ),
        musicFor(total),
      ],
      [
        ["shot-1", "shot-2", "push-left", 0.4],
        ["shot-2", "shot-3", "push-up", 0.4],
        ["shot-3", "shot-4", "push-left", 0.4],
        ["shot-4", "shot-5", "dip-to-white", 0.4],
      ],
    ),
    slots: [
      pictureSlot("shot-1", "Arriving", { hint: "The view that says where you are" }),
      pictureSlot("shot-2", "On the way", { hint: "Something that moves" }),
      pictureSlot("shot-3", "A detail", { hint: "Close: food, hands, a sign" }),
      pictureSlot("shot-4", "People"),
      pictureSlot("shot-5", "Leaving", { hint: "A sunset is never wrong here" }),
      MUSIC_SLOT,
    ],
    texts: [
      { id: "place", label: "Place", sample: "Lisbon" },
      { id: "when", label: "When", sample: "Three days in May" },
    ],
    colours: [{ id: "accent", label: "Accent", value: ACCENT }],
  };
}
