import type { Dialect } from "./dialect.ts";
import { createRunwayDialect } from "./runway.ts";

export const SIMULATED_VENDORS = ["runway"] as const;
export type SimulatedVendor = (typeof SIMULATED_VENDORS)[number];

/** The secret that simulated vendors sign with, in the form of Standard Webhooks. */
export const SIMULATED_SECRET = "whsec_c2ltdWxhdGVkLXNlY3JldC1vZi12ZW5kb3Jz";

export function createDialects(apiKey: string): ReadonlyMap<SimulatedVendor, Dialect> {
  return new Map<SimulatedVendor, Dialect>([["runway", createRunwayDialect(apiKey)]]);
}
