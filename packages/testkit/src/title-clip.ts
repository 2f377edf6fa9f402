/** A plain white title from the first frame on; `durationFlicks` long. */
export function titleClip(clip: {
  readonly id: string;
  readonly trackId: string;
  readonly durationFlicks: number;
  readonly text?: string;
}) {
  return {
    kind: "text",
    id: clip.id,
    trackId: clip.trackId,
    name: "Title",
    start: 0,
    duration: clip.durationFlicks,
    linkId: null,
    text: clip.text ?? "Hello",
    style: {
      size: 0.1,
      weight: 600,
      colour: "#ffffff",
      align: "center",
      lineHeight: 1.2,
      outlineColour: null,
      outlineWidth: 0,
      boxColour: null,
      boxOpacity: 0,
      shadow: false,
    },
    transform: { x: 0, y: 0, scale: 1, rotationDeg: 0 },
    opacity: 1,
    fadeIn: 0,
    fadeOut: 0,
  } as const;
}
