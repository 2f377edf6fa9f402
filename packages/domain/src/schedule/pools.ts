/**
 * Where steps run (C9). A pool is a kind of machine with its own queue: what waits in one never
 * holds up another. Workers say which pools they serve.
 */
export const POOL_NAMES = ["A", "B", "C", "C-spot", "render", "ingest", "vendor"] as const;
export type PoolName = (typeof POOL_NAMES)[number];
/** Pools whose work needs no key of a vendor: what machines of the farm may serve. */
export const FARM_POOL_NAMES = ["A", "B", "C", "C-spot", "render", "ingest"] as const;

/** Service classes, best first: 0 is p0 (enterprise), 1 is p1 (paid), 2 is p2 (free, batch). */
export const TIERS = [0, 1, 2] as const;
export type Tier = (typeof TIERS)[number];
export const WORST_TIER: Tier = 2;

export interface Pool {
  readonly hardware: string;
  /** How long one step usually takes, seconds. */
  readonly typicalSeconds: readonly [shortest: number, longest: number];
  /** Steps at once on one card or machine. */
  readonly stepsAtOnce: number;
  readonly tiers: readonly Tier[];
  /** Whether a p2 step may be stopped for a p0 step that waits. */
  readonly isPreemptible: boolean;
}

export const pools: Readonly<Record<PoolName, Pool>> = {
  A: {
    hardware: "L20 or 4090",
    typicalSeconds: [15, 25],
    stepsAtOnce: 4,
    tiers: [0, 1, 2],
    isPreemptible: false,
  },
  B: {
    hardware: "A100 40G",
    typicalSeconds: [45, 90],
    stepsAtOnce: 2,
    tiers: [0, 1],
    isPreemptible: false,
  },
  C: {
    hardware: "H20 or A100 80G",
    typicalSeconds: [120, 300],
    stepsAtOnce: 1,
    tiers: [0, 1, 2],
    isPreemptible: true,
  },
  "C-spot": {
    hardware: "reclaimable H20 or A100 80G",
    typicalSeconds: [120, 300],
    stepsAtOnce: 1,
    tiers: [2],
    isPreemptible: true,
  },
  render: {
    hardware: "CPU, with or without an encoder",
    typicalSeconds: [5, 600],
    stepsAtOnce: 1,
    tiers: [0, 1, 2],
    isPreemptible: true,
  },
  ingest: {
    hardware: "CPU",
    typicalSeconds: [2, 120],
    stepsAtOnce: 1,
    tiers: [0, 1, 2],
    isPreemptible: false,
  },
  vendor: {
    hardware: "none: the API asks vendors",
    typicalSeconds: [30, 300],
    stepsAtOnce: 100,
    tiers: [0, 1, 2],
    isPreemptible: false,
  },
};
