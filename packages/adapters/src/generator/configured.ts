/** The vendors that a deployment has keys for. A vendor without a key is no vendor there (G1). */
import type { VendorName } from "@cutroom/domain";
import type { Generator } from "@cutroom/ports";
import type { VendorSettings } from "./call-vendor.ts";
import { createFal } from "./fal.ts";
import { createLuma } from "./luma.ts";
import { createOpenAiVideos } from "./openai-videos.ts";
import { createReplicate } from "./replicate.ts";
import { createRunway } from "./runway.ts";
import { createSelfHosted } from "./self-hosted.ts";
import { createVeo } from "./veo.ts";

/** As the environment of the API names them. */
export interface VendorKeys {
  readonly RUNWAY_API_KEY?: string | undefined;
  readonly RUNWAY_BASE_URL: string;
  readonly GEMINI_API_KEY?: string | undefined;
  readonly GEMINI_BASE_URL: string;
  readonly LUMA_API_KEY?: string | undefined;
  readonly LUMA_BASE_URL: string;
  readonly FAL_KEY?: string | undefined;
  readonly FAL_BASE_URL: string;
  readonly FAL_JWKS_URL?: string | undefined;
  readonly REPLICATE_API_TOKEN?: string | undefined;
  readonly REPLICATE_BASE_URL: string;
  readonly REPLICATE_WEBHOOK_SECRETS: readonly string[];
  readonly VIDEOS_API_KEY?: string | undefined;
  readonly VIDEOS_BASE_URL: string;
  readonly VIDEOS_MODEL?: string | undefined;
  readonly SELF_HOSTED_KEY?: string | undefined;
  readonly SELF_HOSTED_URL: string;
  readonly SELF_HOSTED_WEBHOOK_SECRETS: readonly string[];
}

interface Configured {
  readonly byVendor: ReadonlyMap<VendorName, Generator>;
  /** The hosts that requests go to, which whoever runs this has chosen. */
  readonly origins: ReadonlySet<string>;
}

export function createGenerators(keys: VendorKeys): Configured {
  const made: { readonly generator: Generator; readonly baseUrl: string }[] = [];
  const add = (
    apiKey: string | undefined,
    baseUrl: string,
    create: (settings: VendorSettings) => Generator,
  ) => {
    if (apiKey !== undefined) made.push({ generator: create({ apiKey, baseUrl }), baseUrl });
  };
  add(keys.RUNWAY_API_KEY, keys.RUNWAY_BASE_URL, createRunway);
  add(keys.GEMINI_API_KEY, keys.GEMINI_BASE_URL, createVeo);
  add(keys.LUMA_API_KEY, keys.LUMA_BASE_URL, createLuma);
  const { FAL_JWKS_URL: jwksUrl, VIDEOS_MODEL: model } = keys;
  add(keys.FAL_KEY, keys.FAL_BASE_URL, (settings) =>
    createFal(jwksUrl === undefined ? settings : { ...settings, jwksUrl }),
  );
  add(keys.REPLICATE_API_TOKEN, keys.REPLICATE_BASE_URL, (settings) =>
    createReplicate({ ...settings, webhookSecrets: keys.REPLICATE_WEBHOOK_SECRETS }),
  );
  add(keys.VIDEOS_API_KEY, keys.VIDEOS_BASE_URL, (settings) =>
    createOpenAiVideos(model === undefined ? settings : { ...settings, model }),
  );
  add(keys.SELF_HOSTED_KEY, keys.SELF_HOSTED_URL, (settings) =>
    createSelfHosted({ ...settings, webhookSecrets: keys.SELF_HOSTED_WEBHOOK_SECRETS }),
  );
  return {
    byVendor: new Map(made.map(({ generator }) => [generator.vendor, generator])),
    origins: new Set(made.map(({ baseUrl }) => new URL(baseUrl).origin)),
  };
}
