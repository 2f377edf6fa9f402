export { fixedClock } from "./fixed-clock.ts";
export type { FixedClock } from "./fixed-clock.ts";
export { freePort } from "./free-port.ts";
export { seededIds } from "./seeded-ids.ts";
export type { SeededIds } from "./seeded-ids.ts";
export { cloudEnv, testDatabase } from "./stack.ts";
export type { TestDatabase } from "./stack.ts";
export { tinyMedia } from "./tiny-media.ts";
export type { ClipShape } from "./tiny-media.ts";
