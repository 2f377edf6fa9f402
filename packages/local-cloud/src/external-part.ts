import { LocalCloudError } from "./local-cloud-error.ts";

export type Environment = Readonly<Record<string, string | undefined>>;

/** The variables of each part that can be somebody else's: all that are needed, or none. */
const PARTS = {
  postgres: { required: ["DATABASE_URL"], optional: ["DATABASE_WS_PROXY"] },
  redis: { required: ["UPSTASH_REDIS_REST_URL", "UPSTASH_REDIS_REST_TOKEN"], optional: [] },
  qstash: {
    required: [
      "QSTASH_TOKEN",
      "QSTASH_CURRENT_SIGNING_KEY",
      "QSTASH_NEXT_SIGNING_KEY",
      "QSTASH_URL",
    ],
    optional: [],
  },
  s3: {
    required: ["S3_ENDPOINT", "S3_REGION", "S3_BUCKET", "S3_ACCESS_KEY_ID", "S3_SECRET_ACCESS_KEY"],
    optional: ["CDN_BASE_URL"],
  },
} as const;

/**
 * The variables of an external part, or null when the part is to be started here.
 * @throws {LocalCloudError} `half-configured` when some required ones are missing.
 */
export function externalPart(part: keyof typeof PARTS, use: Environment): Environment | null {
  const { required, optional } = PARTS[part];
  const names: readonly string[] = [...required, ...optional];
  const present = names.filter((name) => (use[name] ?? "") !== "");
  const missing = required.filter((name) => (use[name] ?? "") === "");
  // That a CDN is set does not say whose store it stands before.
  const wanted = present.filter((name) => name !== "CDN_BASE_URL");
  if (wanted.length === 0) return null;
  if (missing.length > 0) {
    throw new LocalCloudError(
      "half-configured",
      `${wanted.join(", ")} is set but ${missing.join(", ")} is not. Set all of them to use ` +
        `your own ${part}, or none to use the embedded one.`,
    );
  }
  return Object.fromEntries(present.map((name) => [name, use[name]]));
}
