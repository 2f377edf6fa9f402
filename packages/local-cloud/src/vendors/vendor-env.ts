/** The key that every simulated vendor takes. */
export const SIMULATED_KEY = "simulated-key";
/** What simulated vendors sign with, in the form of Standard Webhooks; the second once rotated. */
export const SIMULATED_SECRET = "whsec_c2ltdWxhdGVkLXNlY3JldC1vZi12ZW5kb3Jz";
export const SIMULATED_SECRET_NEXT = "whsec_dGhlLW5leHQtc2VjcmV0LW9mLXZlbmRvcnM=";

/** What the API has to be given to reach them, as if they were the real ones. */
export function vendorEnv(base: string): Readonly<Record<string, string>> {
  const secrets = `${SIMULATED_SECRET},${SIMULATED_SECRET_NEXT}`;
  return {
    RUNWAY_API_KEY: SIMULATED_KEY,
    RUNWAY_BASE_URL: `${base}/runway`,
    GEMINI_API_KEY: SIMULATED_KEY,
    GEMINI_BASE_URL: `${base}/veo`,
    LUMA_API_KEY: SIMULATED_KEY,
    LUMA_BASE_URL: `${base}/luma`,
    FAL_KEY: SIMULATED_KEY,
    FAL_BASE_URL: `${base}/fal`,
    FAL_JWKS_URL: `${base}/fal/.well-known/jwks.json`,
    REPLICATE_API_TOKEN: SIMULATED_KEY,
    REPLICATE_BASE_URL: `${base}/replicate`,
    REPLICATE_WEBHOOK_SECRETS: secrets,
    VIDEOS_API_KEY: SIMULATED_KEY,
    VIDEOS_BASE_URL: `${base}/openai-videos`,
    SELF_HOSTED_KEY: SIMULATED_KEY,
    SELF_HOSTED_URL: `${base}/self-hosted`,
    SELF_HOSTED_WEBHOOK_SECRETS: secrets,
  };
}
