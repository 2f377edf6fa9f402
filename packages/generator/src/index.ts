export { createPainter } from "./paint/painter.ts";
export type { Painter } from "./paint/painter.ts";
export { animatePictures } from "./picture/animate-pictures.ts";
export type { ClipRequest } from "./request.ts";
export { composeSound } from "./sound.ts";
export { planClip } from "./storyboard.ts";
export type { Storyboard } from "./storyboard.ts";
