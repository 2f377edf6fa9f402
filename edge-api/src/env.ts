/** The only reader of the environment. */
import { z } from "zod";

const base = z.url().transform((url) => url.replace(/\/+$/, ""));
const secret = z.string().min(1);

/** One, or the old and the new one while they are rotated, separated by a comma. */
const secrets = z
  .string()
  .default("")
  .transform((list) => list.split(",").flatMap((one) => one.trim() || []));

/** 0 means unlimited. */
const limit = z.coerce.number().int().min(0);

const schema = z.object({
  DATABASE_URL: z.string().min(1),
  DATABASE_WS_PROXY: z.string().min(1).optional(),
  UPSTASH_REDIS_REST_URL: z.url(),
  UPSTASH_REDIS_REST_TOKEN: secret,
  KEY_VALUE_PREFIX: z.string().default(""),
  QSTASH_URL: z.url(),
  QSTASH_TOKEN: secret,
  QSTASH_CURRENT_SIGNING_KEY: secret,
  QSTASH_NEXT_SIGNING_KEY: secret,
  S3_ENDPOINT: z.url(),
  /** Another way to the same bucket. */
  S3_FALLBACK_ENDPOINT: z.url().optional(),
  S3_REGION: z.string().min(1),
  S3_BUCKET: z.string().min(1),
  S3_ACCESS_KEY_ID: secret,
  S3_SECRET_ACCESS_KEY: secret,
  CDN_BASE_URL: base.optional(),
  API_URL: base,
  WEB_URL: base,
  FARM_URL: base,
  FARM_TOKEN: z.string().min(16),
  AUTH_SECRET: z.string().min(32),
  DEMO_SIGN_IN: z.enum(["0", "1"]).default("0"),
  PLATFORM_MAX_IN_FLIGHT: limit.default(6_000),
  PLATFORM_CREDITS_PER_MINUTE: limit.default(100_000),
  POOL_MAX_IN_FLIGHT: limit.default(540),
  MODEL_MAX_IN_FLIGHT: limit.default(200),
  /** Whose sessions see the operators' page, separated by commas; their addresses are verified. */
  OPERATOR_EMAILS: z
    .string()
    .default("")
    .transform((list) => list.split(",").flatMap((email) => email.trim().toLowerCase() || [])),
  /** The header in which the nearest proxy names the caller; absent: addresses are not counted. */
  CLIENT_IP_HEADER: z
    .string()
    .regex(/^[a-z-]+$/i)
    .optional(),
  /** Event streams that one process holds open; above it clients poll. 0 means unlimited. */
  STREAM_LIMIT: limit.default(1_000),
  /** `1` on one's own machine only: webhooks may go to addresses of this network. */
  WEBHOOK_ALLOW_PRIVATE: z.enum(["0", "1"]).default("0"),
  /** Vendors of clips: each is offered when its key is set. */
  RUNWAY_API_KEY: secret.optional(),
  RUNWAY_BASE_URL: base.default("https://api.dev.runwayml.com"),
  GEMINI_API_KEY: secret.optional(),
  GEMINI_BASE_URL: base.default("https://generativelanguage.googleapis.com"),
  LUMA_API_KEY: secret.optional(),
  LUMA_BASE_URL: base.default("https://agents.lumalabs.ai"),
  FAL_KEY: secret.optional(),
  FAL_BASE_URL: base.default("https://queue.fal.run"),
  FAL_JWKS_URL: z.url().optional(),
  REPLICATE_API_TOKEN: secret.optional(),
  REPLICATE_BASE_URL: base.default("https://api.replicate.com"),
  REPLICATE_WEBHOOK_SECRETS: secrets,
  VIDEOS_API_KEY: secret.optional(),
  VIDEOS_BASE_URL: base.default("https://api.openai.com/v1"),
  VIDEOS_MODEL: z.string().min(1).optional(),
  SELF_HOSTED_KEY: secret.optional(),
  SELF_HOSTED_URL: base.default("http://localhost:8700"),
  SELF_HOSTED_WEBHOOK_SECRETS: secrets,
  PORT: z.coerce.number().int().min(1).max(65_535).default(8787),
  HOST: z.string().min(1).default("localhost"),
});
export type Env = z.infer<typeof schema>;

/** An empty variable counts as absent: that is how most shells and panels "unset" one. */
function withoutEmpty(source: Readonly<Record<string, unknown>>): Record<string, unknown> {
  return Object.fromEntries(Object.entries(source).filter(([, value]) => value !== ""));
}

/** @throws {Error} with one line that names every variable that is wrong, and how. */
export function readEnv(source: Readonly<Record<string, unknown>>): Env {
  const parsed = schema.safeParse(withoutEmpty(source));
  if (parsed.success) return parsed.data;
  const faults = parsed.error.issues.map((issue) => `${issue.path.join(".")} (${issue.message})`);
  throw new Error(`edge-api: wrong or missing environment: ${faults.join(", ")}`);
}
