import type { Template } from "../template.ts";
import { MUSIC_SLOT, documentOf, musicFor, pictureAt, pictureSlot, titleAt } from "./pieces.ts";

const CARD_S = 2.5;
const SHOT_S = 3.5;
const SHOTS = ["shot-1", "shot-2", "shot-3"] as const;
const GROUND = "#14213d";

/** A title on plain ground, then three shots, the last with a line of its own. */
export function titleAndShots(): Template {
  const at = (index: number) => CARD_S + index * SHOT_S;
  const total = at(SHOTS.length);
  return {
    document: documentOf(
      { width: 1920, height: 1080, background: GROUND },
      [
        titleAt(
          "title",
          "{{title}}",
          { at: 0, lasts: CARD_S },
          {
            style: { size: 0.12, weight: 700, shadow: false },
            y: -0.03,
          },
        ),
        titleAt(
          "subtitle",
          "{{subtitle}}",
          { at: at(2), lasts: SHOT_S },
          {
            style: { size: 0.055, boxColour: GROUND, boxOpacity: 0.8, shadow: false },
            y: 0.36,
          },
        ),
        ...SHOTS.map((slot, index) => pictureAt(slot, { at: at(index), lasts: SHOT_S })),
        musicFor(total),
      ],
      [
        ["shot-1", "shot-2", "crossfade", 0.6],
        ["shot-2", "shot-3", "crossfade", 0.6],
      ],
    ),
    slots: [
      pictureSlot("shot-1", "First shot", { hint: "Where it takes place: wide and calm" }),
      pictureSlot("shot-2", "Second shot", { hint: "Who or what it is about, closer" }),
      pictureSlot("shot-3", "Third shot", { hint: "How it ends" }),
      MUSIC_SLOT,
    ],
    texts: [
      { id: "title", label: "Title", sample: "A day by the sea" },
      { id: "subtitle", label: "Last line", sample: "To be continued" },
    ],
    colours: [{ id: "ground", label: "Ground", value: GROUND }],
  };
}
