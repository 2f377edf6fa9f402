/** The launcher's settings, read from the environment once. */
import { FARM_POOL_NAMES } from "@cutroom/contracts";
import { z } from "zod";

const wholeNumber = (least: number, most: number) => {
  const error = `must be a whole number from ${least} to ${most}`;
  return z
    .string()
    .regex(/^\d{1,6}$/, error)
    .transform(Number)
    .pipe(z.number().min(least, error).max(most, error));
};
const address = (...schemes: readonly string[]) =>
  z
    .string()
    .refine(
      (text) => URL.canParse(text) && schemes.includes(new URL(text).protocol),
      `must be an address that begins with ${schemes.map((scheme) => `${scheme}//`).join(" or ")}`,
    );
const oneOf = <const T extends readonly [string, ...string[]]>(values: T) =>
  z.enum(values, `must be ${values.join(" or ")}`);

const isPool = (name: string) => FARM_POOL_NAMES.some((pool) => pool === name);

const port = wholeNumber(1, 65_535).optional();
const web = address("http:", "https:").optional();
const word = z.string().regex(/^\S+$/, "must be one word, without spaces").optional();

const pem = z.string().startsWith("-----BEGIN ", "must be a PEM text").optional();

const limit = z
  .string()
  .regex(/^\d{1,9}$/, "must be a whole number; 0 means no limit")
  .optional();
const pools = z
  .string()
  .refine(
    (list) => list.split(",").every((name) => isPool(name.trim())),
    `must be names out of ${FARM_POOL_NAMES.join(", ")}, with commas between`,
  )
  .optional();

/** Handed to the API as they are; absent: the API's own defaults. */
const ofApi = {
  PLATFORM_MAX_IN_FLIGHT: limit,
  PLATFORM_CREDITS_PER_MINUTE: limit,
  POOL_MAX_IN_FLIGHT: limit,
  MODEL_MAX_IN_FLIGHT: limit,
  STREAM_LIMIT: limit,
  CLIENT_IP_HEADER: word,
  KEY_VALUE_PREFIX: word,
  S3_FALLBACK_ENDPOINT: web,
  WEBHOOK_ALLOW_PRIVATE: oneOf(["0", "1"]).optional(),
};

/** Vendors of clips, handed to the API alone: the farm has no keys. */
const ofVendors = {
  RUNWAY_API_KEY: word,
  RUNWAY_BASE_URL: web,
  GEMINI_API_KEY: word,
  GEMINI_BASE_URL: web,
  LUMA_API_KEY: word,
  LUMA_BASE_URL: web,
  FAL_KEY: word,
  FAL_BASE_URL: web,
  FAL_JWKS_URL: web,
  REPLICATE_API_TOKEN: word,
  REPLICATE_BASE_URL: web,
  REPLICATE_WEBHOOK_SECRETS: word,
  VIDEOS_API_KEY: word,
  VIDEOS_BASE_URL: web,
  VIDEOS_MODEL: word,
  SELF_HOSTED_KEY: word,
  SELF_HOSTED_URL: web,
  SELF_HOSTED_WEBHOOK_SECRETS: word,
};

/** Handed to the farm as they are; absent: the farm's own defaults. */
const ofFarm = {
  FARM_POOLS: pools,
  FARM_SANDBOX: oneOf(["auto", "off", "required"]).optional(),
  FARM_CACHE_MIB: z
    .string()
    .regex(/^\d{1,9}$/, "must be a whole number of MiB; 0 keeps nothing")
    .optional(),
  C2PA_CERTIFICATE: pem,
  C2PA_KEY: pem,
};

/** Every variable that `npm start` looks at; README.md explains each. */
const schema = z.object({
  CUTROOM_ROOT: z.string(),
  CUTROOM_DATA_DIR: z.string(),
  HOST: z
    .string()
    .regex(/^[a-z\d](?:[a-z\d.-]*[a-z\d])?$/i, "must be a host name or an IPv4 address")
    .default("localhost"),
  WEB_PORT: port,
  API_PORT: port,
  FARM_PORT: port,
  FARM_ENGINE: oneOf(["auto", "native", "wasm"]).default("auto"),
  FARM_CONCURRENCY: wholeNumber(1, 64).default(2),
  DEMO_SIGN_IN: oneOf(["0", "1"]).default("1"),
  OPERATOR_EMAILS: z
    .string()
    .regex(
      /^[^\s@,]+@[^\s@,]+(?:\s*,\s*[^\s@,]+@[^\s@,]+)*$/,
      "must be addresses a@b, with commas between",
    )
    .optional(),
  CUTROOM_SAMPLE: oneOf(["0", "1"]).default("1"),
  DATABASE_URL: address("postgres:", "postgresql:").optional(),
  DATABASE_WS_PROXY: z
    .string()
    .regex(/^[^\s/:]+:\d+(?:\/\S*)?$/, "must be host:port/path, without http://")
    .optional(),
  UPSTASH_REDIS_REST_URL: web,
  UPSTASH_REDIS_REST_TOKEN: word,
  QSTASH_URL: web,
  QSTASH_TOKEN: word,
  QSTASH_CURRENT_SIGNING_KEY: word,
  QSTASH_NEXT_SIGNING_KEY: word,
  S3_ENDPOINT: web,
  S3_REGION: word,
  S3_BUCKET: word,
  S3_ACCESS_KEY_ID: word,
  S3_SECRET_ACCESS_KEY: word,
  CDN_BASE_URL: web,
  SIMULATED_VENDORS: oneOf(["0", "1"]).default("0"),
  ...ofApi,
  ...ofVendors,
  ...ofFarm,
});

export type LauncherEnv = z.infer<typeof schema>;

export const LAUNCHER_VARIABLES: readonly string[] = Object.keys(schema.shape);

/** The settings among `names` that are set. */
function pick(env: LauncherEnv, names: readonly string[]): Record<string, string> {
  const found = Object.entries(env).filter(([name]) => names.includes(name));
  return Object.fromEntries(
    found.flatMap(([name, value]) => (value === undefined ? [] : [[name, String(value)]])),
  );
}

export const apiSettings = (env: LauncherEnv) => pick(env, Object.keys({ ...ofApi, ...ofVendors }));
export const farmSettings = (env: LauncherEnv) => pick(env, Object.keys(ofFarm));

/** Never shown, not even to say that they are wrong. */
const SECRET = /TOKEN|KEY|SECRET|CERTIFICATE|DATABASE_URL/;

/** @throws {Error} one sentence per variable that is wrong. */
export function readLauncherEnv(source: NodeJS.ProcessEnv): LauncherEnv {
  // An empty variable counts as absent: that is how most shells and panels "unset" one.
  const set = Object.fromEntries(Object.entries(source).filter(([, value]) => value !== ""));
  const parsed = schema.safeParse(set);
  const faults = new Map<string, string>();
  for (const issue of parsed.error?.issues ?? []) {
    const name = String(issue.path[0]);
    const shown = SECRET.test(name) ? "" : `, not ${JSON.stringify(set[name])}`;
    faults.set(name, `${name} ${issue.message}${shown}.`);
  }
  const ports = [set["WEB_PORT"], set["API_PORT"], set["FARM_PORT"]].filter(Boolean);
  if (new Set(ports).size < ports.length) {
    faults.set("ports", "WEB_PORT, API_PORT and FARM_PORT must be different from each other.");
  }
  if (parsed.success && faults.size === 0) return parsed.data;
  const lines = Array.from(faults.values()).join("\n  ");
  throw new Error(`These settings are not valid:\n  ${lines}`);
}
