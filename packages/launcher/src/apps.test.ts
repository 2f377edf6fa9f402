import { readFileSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { describe, expect, it } from "vitest";
import { describeApps } from "./apps.ts";
import { readLauncherEnv } from "./env.ts";

const ROOT = fileURLToPath(new URL("../../..", import.meta.url));
const PORTS = { web: 1, api: 2, farm: 3 };
const URLS = { WEB_URL: "http://h:1", API_URL: "http://h:2", FARM_URL: "http://h:3" };

/** A value other than the default for every setting that only an app understands. */
const SET = {
  PLATFORM_MAX_IN_FLIGHT: "7",
  PLATFORM_CREDITS_PER_MINUTE: "8",
  POOL_MAX_IN_FLIGHT: "9",
  MODEL_MAX_IN_FLIGHT: "10",
  RUNWAY_API_KEY: "runway-key",
  RUNWAY_BASE_URL: "http://runway.test",
  GEMINI_API_KEY: "gemini-key",
  GEMINI_BASE_URL: "http://gemini.test",
  LUMA_API_KEY: "luma-key",
  LUMA_BASE_URL: "http://luma.test",
  FAL_KEY: "fal-key",
  FAL_BASE_URL: "http://fal.test",
  FAL_JWKS_URL: "http://fal.test/jwks",
  REPLICATE_API_TOKEN: "replicate-token",
  REPLICATE_BASE_URL: "http://replicate.test",
  REPLICATE_WEBHOOK_SECRETS: "whsec_a",
  VIDEOS_API_KEY: "videos-key",
  VIDEOS_BASE_URL: "http://videos.test",
  VIDEOS_MODEL: "videos-model",
  SELF_HOSTED_KEY: "own-key",
  SELF_HOSTED_URL: "http://own.test",
  SELF_HOSTED_WEBHOOK_SECRETS: "whsec_b",
  STREAM_LIMIT: "0",
  CLIENT_IP_HEADER: "x-real-ip",
  S3_FALLBACK_ENDPOINT: "http://other.store",
  KEY_VALUE_PREFIX: "mine:",
  WEBHOOK_ALLOW_PRIVATE: "1",
  OPERATOR_EMAILS: "a@b.c",
  DEMO_SIGN_IN: "0",
  FARM_POOLS: "ingest",
  FARM_CACHE_MIB: "11",
  C2PA_CERTIFICATE: "-----BEGIN CERTIFICATE-----",
  C2PA_KEY: "-----BEGIN PRIVATE KEY-----",
  FARM_SANDBOX: "off",
  FARM_CONCURRENCY: "5",
  FARM_ENGINE: "wasm",
  HOST: "h",
};
/** What the local cloud, or the user in its place, and the installation say to all. */
const SHARED = Object.fromEntries(
  [
    ["DATABASE_URL", "DATABASE_WS_PROXY", "UPSTASH_REDIS_REST_URL", "UPSTASH_REDIS_REST_TOKEN"],
    ["QSTASH_URL", "QSTASH_TOKEN", "QSTASH_CURRENT_SIGNING_KEY", "QSTASH_NEXT_SIGNING_KEY"],
    ["S3_ENDPOINT", "S3_REGION", "S3_BUCKET", "S3_ACCESS_KEY_ID", "S3_SECRET_ACCESS_KEY"],
    ["CDN_BASE_URL", "AUTH_SECRET", "FARM_TOKEN"],
  ]
    .flat()
    .map((name) => [name, `shared ${name}`]),
);

function appsWith(source: Record<string, string>) {
  const env = readLauncherEnv({ ...source, CUTROOM_ROOT: ROOT, CUTROOM_DATA_DIR: "/data" });
  return describeApps(env, { ...SHARED, ...URLS }, { ports: PORTS, urls: URLS });
}

/** The variables that an app's env.ts reads, without the PATH that every program has. */
const readBy = (app: string): string[] =>
  Array.from(
    readFileSync(`${ROOT}/${app}/src/env.ts`, "utf8").matchAll(/^ {2}([A-Z][A-Z\d_]+):/gm),
    ([, name]) => name ?? "",
  ).filter((name) => name !== "PATH");

describe("what npm start hands to the apps", () => {
  it.each(["edge-api", "render-farm", "web"])("%s gets every variable that it reads", (name) => {
    const app = appsWith(SET).find((one) => one.name === name);
    expect(readBy(name).length).toBeGreaterThan(4);
    expect(readBy(name).filter((variable) => app?.env[variable] === undefined)).toEqual([]);
  });

  it("every app gets what the user set, unchanged", () => {
    for (const { name, env } of appsWith(SET)) {
      const meant = Object.entries(SET).filter(([variable]) => readBy(name).includes(variable));
      expect(env).toMatchObject(Object.fromEntries(meant));
    }
  });

  it("what the user did not set is left to the app's own default", () => {
    const handed = appsWith({}).flatMap(({ env }) => Object.keys(env));
    const ofApps = new Set(["STREAM_LIMIT", "KEY_VALUE_PREFIX", "FARM_POOLS", "FARM_SANDBOX"]);
    expect(handed.filter((name) => ofApps.has(name))).toEqual([]);
  });
});
