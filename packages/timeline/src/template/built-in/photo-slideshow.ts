import type { Template } from "../template.ts";
import {
  MUSIC_SLOT,
  documentOf,
  kenBurns,
  musicFor,
  pictureAt,
  pictureSlot,
  seconds,
  titleAt,
} from "./pieces.ts";

const PHOTO_S = 3.5;
const PHOTOS = ["photo-1", "photo-2", "photo-3", "photo-4", "photo-5", "photo-6"] as const;

/** Six photos that never quite stand still, dissolving into one another. */
export function photoSlideshow(): Template {
  const total = PHOTOS.length * PHOTO_S;
  return {
    document: documentOf(
      { width: 1920, height: 1080 },
      [
        titleAt(
          "title",
          "{{title}}",
          { at: 0.4, lasts: PHOTO_S - 0.8 },
          {
            style: { size: 0.1, weight: 700 },
            y: 0.32,
          },
        ),
        ...PHOTOS.map((slot, index) =>
          pictureAt(
            slot,
            { at: index * PHOTO_S, lasts: PHOTO_S },
            {
              keys: kenBurns(index, PHOTO_S),
              ...(index === PHOTOS.length - 1 ? { fadeOut: seconds(1) } : {}),
            },
          ),
        ),
        musicFor(total),
      ],
      PHOTOS.slice(1).map((right, index) => [PHOTOS[index] ?? right, right, "crossfade", 1]),
    ),
    slots: [...PHOTOS.map((slot, index) => pictureSlot(slot, `Photo ${index + 1}`)), MUSIC_SLOT],
    texts: [{ id: "title", label: "Title", sample: "Summer, in six pictures" }],
    colours: [],
  };
}
