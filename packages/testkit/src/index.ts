export {
  SIMULATED_KEY,
  SIMULATED_SECRET,
  SIMULATED_SECRET_NEXT,
  startVendors,
} from "@cutroom/local-cloud";
export type { SimulatedVendor, VendorControl, Vendors } from "@cutroom/local-cloud";
export { fixedClock } from "./fixed-clock.ts";
export type { FixedClock } from "./fixed-clock.ts";
export { freePort } from "./free-port.ts";
export { ownRedis } from "./own-redis.ts";
export type { OwnRedis } from "./own-redis.ts";
export { seededIds } from "./seeded-ids.ts";
export type { SeededIds } from "./seeded-ids.ts";
export { cloudEnv, testDatabase } from "./stack.ts";
export type { TestDatabase } from "./stack.ts";
export { tinyMedia } from "./tiny-media.ts";
export type { ClipShape } from "./tiny-media.ts";
export { titleClip } from "./title-clip.ts";
