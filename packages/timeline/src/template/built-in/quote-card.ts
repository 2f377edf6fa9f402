import { PLAIN_LOOK } from "../../look.ts";
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

const LASTS_S = 7;
const INK = "#f4f1de";

/** Somebody's words, large, on a picture that was darkened and softened for them. */
export function quoteCard(): Template {
  const look = { ...PLAIN_LOOK, exposureEv: -1.4, saturation: -0.35, blur: 0.12, vignette: 0.5 };
  return {
    document: documentOf(
      { width: 1080, height: 1080, background: "#1f2328" },
      [
        titleAt(
          "quote",
          "{{quote}}",
          { at: 0.5, lasts: LASTS_S - 0.5 },
          {
            style: { size: 0.072, weight: 700, colour: INK, lineHeight: 1.3, shadow: false },
            y: -0.05,
            keys: { y: ramp(-0.02, -0.05, 1, "ease-out") },
          },
        ),
        {
          ...titleAt(
            "author",
            "{{author}}",
            { at: 1.5, lasts: LASTS_S - 1.5 },
            {
              style: { size: 0.04, weight: 600, colour: INK, shadow: false },
              y: 0.3,
            },
          ),
          trackId: "overlay-1",
        },
        pictureAt(
          "ground",
          { at: 0, lasts: LASTS_S },
          {
            look,
            keys: { scale: ramp(1.02, 1.14, LASTS_S) },
          },
        ),
        musicFor(LASTS_S),
      ],
      [],
    ),
    slots: [
      pictureSlot("ground", "Picture behind the words", {
        hint: "Calm, without faces",
        length: "fixed",
      }),
      MUSIC_SLOT,
    ],
    texts: [
      { id: "quote", label: "Words", sample: "What is seen\nonce is never\nseen again." },
      { id: "author", label: "Who said it", sample: "A passer-by" },
    ],
    colours: [{ id: "ink", label: "Ink", value: INK }],
  };
}
