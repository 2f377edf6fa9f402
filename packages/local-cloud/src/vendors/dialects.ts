import type { Dialect } from "./dialect.ts";
import { createFalDialect } from "./fal.ts";
import { createLumaDialect } from "./luma.ts";
import { createOpenAiVideosDialect } from "./openai-videos.ts";
import { createReplicateDialect } from "./replicate.ts";
import { createRunwayDialect } from "./runway.ts";
import { createSelfHostedDialect } from "./self-hosted.ts";
import { createVeoDialect } from "./veo.ts";

const CREATE = {
  runway: createRunwayDialect,
  veo: createVeoDialect,
  luma: createLumaDialect,
  fal: createFalDialect,
  replicate: createReplicateDialect,
  "openai-videos": createOpenAiVideosDialect,
  "self-hosted": createSelfHostedDialect,
} as const;
export type SimulatedVendor = keyof typeof CREATE;
const SIMULATED_VENDORS = Object.keys(CREATE) as SimulatedVendor[];

export function createDialects(apiKey: string): ReadonlyMap<SimulatedVendor, Dialect> {
  return new Map(SIMULATED_VENDORS.map((name) => [name, CREATE[name](apiKey)]));
}
