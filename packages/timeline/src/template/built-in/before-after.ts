import { PLAIN_LOOK } from "../../look.ts";
import type { Template } from "../template.ts";
import { MUSIC_SLOT, documentOf, musicFor, pictureAt, pictureSlot, titleAt } from "./pieces.ts";

const SIDE_BY_SIDE_S = 3.5;
const WHOLE_S = 2.5;
/** The middle half of a picture. */
const HALF = { ...PLAIN_LOOK, cropLeft: 0.25, cropRight: 0.25 };
const ACCENT = "#2a9d8f";

/** Both halves side by side, then each whole, wiped from the one to the other. */
export function beforeAfter(): Template {
  const before = { at: SIDE_BY_SIDE_S, lasts: WHOLE_S };
  const after = { at: SIDE_BY_SIDE_S + WHOLE_S, lasts: WHOLE_S };
  const total = after.at + after.lasts;
  const side = { x: 0, y: 0, scale: 1, rotationDeg: 0 };
  const both = { at: 0, lasts: SIDE_BY_SIDE_S };
  const label = { size: 0.06, weight: 700, boxColour: ACCENT, shadow: false } as const;
  return {
    document: documentOf(
      { width: 1920, height: 1080 },
      [
        pictureAt("before", both, { id: "left", look: HALF, transform: { ...side, x: -0.25 } }),
        pictureAt("after", both, {
          id: "right",
          look: HALF,
          trackId: "overlay-1",
          transform: { ...side, x: 0.25 },
        }),
        pictureAt("before", before),
        pictureAt("after", after),
        titleAt("title", "{{title}}", both, {
          style: { size: 0.075, weight: 700, boxColour: "#000000", boxOpacity: 0.6, shadow: false },
        }),
        titleAt("label-before", "{{label-1}}", before, { style: label, x: -0.32, y: 0.36 }),
        titleAt("label-after", "{{label-2}}", after, { style: label, x: 0.32, y: 0.36 }),
        musicFor(total),
      ],
      [["before", "after", "wipe-right", 1.2]],
    ),
    slots: [
      pictureSlot("before", "Before", { length: "fixed" }),
      pictureSlot("after", "After", { hint: "From the same place, if you can", length: "fixed" }),
      MUSIC_SLOT,
    ],
    texts: [
      { id: "title", label: "Title", sample: "One weekend later" },
      { id: "label-1", label: "Label of the first", sample: "Before" },
      { id: "label-2", label: "Label of the second", sample: "After" },
    ],
    colours: [{ id: "accent", label: "Accent", value: ACCENT }],
  };
}
