/** What the tests of routing share: any snapshot and any wish. */
import * as fc from "fast-check";
import { CLIP_RATIOS, FRAME_ROLES, GENERATION_MODES } from "../generate/models.ts";
import type { ModelName } from "../generate/models.ts";
import { VENDOR_NAMES } from "../generate/vendor-status.ts";
import { BREAKER_STATES } from "../schedule/breaker.ts";
import { ROUTED_MODELS } from "./route.ts";
import type { ClipWish, RoutingSnapshot } from "./route.ts";

const model = fc.constantFrom(...ROUTED_MODELS);
const models = fc.uniqueArray(model);
const byModel = <T>(value: fc.Arbitrary<T>) =>
  fc
    .uniqueArray(fc.tuple(model, value), { selector: ([name]) => name })
    .map((entries): ReadonlyMap<ModelName, T> => new Map(entries));

export const wishes: fc.Arbitrary<ClipWish> = fc.record({
  mode: fc.constantFrom(...GENERATION_MODES),
  frames: fc.array(
    fc.record({
      role: fc.constantFrom(...FRAME_ROLES),
      kind: fc.constantFrom("image" as const, "video" as const),
    }),
    { maxLength: 2 },
  ),
  ratio: fc.constantFrom(...CLIP_RATIOS),
  durationMs: fc.constantFrom(2_000, 4_000, 5_000, 8_000, 10_000, 11_000),
  negativePrompt: fc.constantFrom(undefined, "", "rain"),
  mostCredits: fc.option(fc.nat(300)),
});

export const snapshots: fc.Arbitrary<RoutingSnapshot> = fc.record({
  here: fc.subarray([...VENDOR_NAMES]).map((names) => new Set(names)),
  tenant: fc.record({
    vendors: fc.option(fc.subarray([...VENDOR_NAMES])),
    regions: fc.option(fc.subarray(["us", "own", "eu"])),
  }),
  standings: byModel(
    fc.record({
      breaker: fc.constantFrom(...BREAKER_STATES),
      openMs: fc.nat(60_000),
      isProbed: fc.boolean(),
      restMs: fc.constantFrom(0, 0, 5_000),
    }),
  ),
  loads: byModel(fc.record({ running: fc.nat(5), waiting: fc.nat(5), cap: fc.nat(8) })),
  retired: models.map((names) => new Set(names)),
  tried: byModel(fc.constantFrom(0, 30_000)),
});

/** Everything is there, allowed, idle and well. */
export const CALM: RoutingSnapshot = {
  here: new Set(VENDOR_NAMES),
  tenant: { vendors: null, regions: null },
  standings: new Map(),
  loads: new Map(),
  retired: new Set(),
  tried: new Map(),
};

export const WORDS: ClipWish = {
  mode: "text",
  frames: [],
  ratio: "16:9",
  durationMs: 5_000,
  mostCredits: null,
};
