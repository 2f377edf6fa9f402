import { readFileSync } from "node:fs";
import { describe, expect, it } from "vitest";
import { LAUNCHER_VARIABLES, readLauncherEnv } from "./env.ts";

const NEEDED = { CUTROOM_ROOT: "/repo", CUTROOM_DATA_DIR: "/data" };

/** Wrong values, and what the sentence about them says besides the name. */
const WRONG: readonly (readonly [name: string, value: string, says: string])[] = [
  ["HOST", "my host", "host name"],
  ["HOST", "http://x", "host name"],
  ["WEB_PORT", "abc", 'whole number from 1 to 65535, not "abc"'],
  ["API_PORT", "70000", "whole number from 1 to 65535"],
  ["FARM_PORT", "0", "whole number from 1 to 65535"],
  ["FARM_ENGINE", "gpu", "auto or native or wasm"],
  ["FARM_SANDBOX", "on", "auto or off or required"],
  ["FARM_CONCURRENCY", "1.5", "whole number from 1 to 64"],
  ["DEMO_SIGN_IN", "yes", "0 or 1"],
  ["CUTROOM_SAMPLE", "true", "0 or 1"],
  ["DATABASE_URL", "mysql://secret@h/db", "postgres:// or postgresql://"],
  ["DATABASE_WS_PROXY", "http://h:1", "host:port/path"],
  ["UPSTASH_REDIS_REST_URL", "redis://h", "http:// or https://"],
  ["UPSTASH_REDIS_REST_TOKEN", "a secret", "one word"],
  ["QSTASH_URL", "qstash", "http:// or https://"],
  ["QSTASH_TOKEN", "a secret", "one word"],
  ["QSTASH_CURRENT_SIGNING_KEY", "a secret", "one word"],
  ["QSTASH_NEXT_SIGNING_KEY", "a secret", "one word"],
  ["S3_ENDPOINT", "bucket.s3", "http:// or https://"],
  ["S3_FALLBACK_ENDPOINT", "other.s3", "http:// or https://"],
  ["S3_REGION", "us east", "one word"],
  ["S3_BUCKET", "my bucket", "one word"],
  ["S3_ACCESS_KEY_ID", "a secret", "one word"],
  ["S3_SECRET_ACCESS_KEY", "a secret", "one word"],
  ["OPERATOR_EMAILS", "a@b.c; d@e.f", "addresses a@b, with commas between"],
  ["CDN_BASE_URL", "//cdn", "http:// or https://"],
  ["PLATFORM_MAX_IN_FLIGHT", "-1", "whole number; 0 means no limit"],
  ["PLATFORM_CREDITS_PER_MINUTE", "lots", "whole number; 0 means no limit"],
  ["POOL_MAX_IN_FLIGHT", "1.5", "whole number; 0 means no limit"],
  ["MODEL_MAX_IN_FLIGHT", "many", "whole number; 0 means no limit"],
  ["STREAM_LIMIT", "1e3", "whole number; 0 means no limit"],
  ["KEY_VALUE_PREFIX", "a secret", "one word"],
  ["CLIENT_IP_HEADER", "two words", "one word"],
  ["WEBHOOK_ALLOW_PRIVATE", "yes", "0 or 1"],
  ["RUNWAY_API_KEY", "a secret", "one word"],
  ["GEMINI_API_KEY", "a secret", "one word"],
  ["LUMA_API_KEY", "a secret", "one word"],
  ["FAL_KEY", "a secret", "one word"],
  ["REPLICATE_API_TOKEN", "a secret", "one word"],
  ["REPLICATE_WEBHOOK_SECRETS", "a secret", "one word"],
  ["VIDEOS_API_KEY", "a secret", "one word"],
  ["SELF_HOSTED_KEY", "a secret", "one word"],
  ["SELF_HOSTED_WEBHOOK_SECRETS", "a secret", "one word"],
  ["RUNWAY_BASE_URL", "ftp://vendor", "http:// or https://"],
  ["GEMINI_BASE_URL", "ftp://vendor", "http:// or https://"],
  ["LUMA_BASE_URL", "ftp://vendor", "http:// or https://"],
  ["FAL_BASE_URL", "ftp://vendor", "http:// or https://"],
  ["FAL_JWKS_URL", "ftp://vendor", "http:// or https://"],
  ["REPLICATE_BASE_URL", "ftp://vendor", "http:// or https://"],
  ["VIDEOS_BASE_URL", "ftp://vendor", "http:// or https://"],
  ["SELF_HOSTED_URL", "ftp://vendor", "http:// or https://"],
  ["VIDEOS_MODEL", "two words", "one word"],
  ["SIMULATED_VENDORS", "yes", "0 or 1"],
  ["FARM_POOLS", "render,gpu", "names out of A, B, C, C-spot, render, ingest"],
  ["FARM_CACHE_MIB", "2 GiB", "whole number of MiB"],
  ["C2PA_CERTIFICATE", "a secret", "PEM text"],
  ["C2PA_KEY", "a secret", "PEM text"],
];

describe("the settings of npm start", () => {
  it("takes one operator and several", () => {
    for (const OPERATOR_EMAILS of ["a@b.c", "a@b.c,d@e.f", "a@b.c, d@e.f"]) {
      expect(readLauncherEnv({ ...NEEDED, OPERATOR_EMAILS })).toMatchObject({ OPERATOR_EMAILS });
    }
  });

  it.each(WRONG)("a wrong %s (%s) is named in a sentence that says what it must be", (...row) => {
    const [name, value, says] = row;
    const read = () => readLauncherEnv({ ...NEEDED, [name]: value });
    expect(read).toThrow(new RegExp(`^  ${name} must be .*\\.$`, "m"));
    expect(read).toThrow(says);
    expect(read).not.toThrow("secret");
  });

  it("has a wrong value here for every variable", () => {
    const tried = new Set([...Object.keys(NEEDED), ...WRONG.map(([name]) => name)]);
    expect(LAUNCHER_VARIABLES.filter((name) => !tried.has(name))).toEqual([]);
  });

  it("takes an empty variable for one that is not set", () => {
    const env = readLauncherEnv({ ...NEEDED, WEB_PORT: "", FARM_ENGINE: "", DATABASE_URL: "" });
    expect(env).toMatchObject({ FARM_ENGINE: "auto", HOST: "localhost" });
    expect(env.WEB_PORT).toBeUndefined();
  });

  it("refuses the same port twice", () => {
    const read = () => readLauncherEnv({ ...NEEDED, WEB_PORT: "4000", API_PORT: "4000" });
    expect(read).toThrow("different from each other");
  });

  it("are those of README.md, none missing and none made up", () => {
    const names = documented("README.md", "Configuration");
    // The root is told by `npm start` itself; nobody sets it.
    const read = LAUNCHER_VARIABLES.filter((name) => name !== "CUTROOM_ROOT");
    expect(new Set(names)).toEqual(new Set(read));
    expect(names).toHaveLength(read.length);
  });

  it("of the apps are those of ARCHITECTURE.md, none missing and none made up", () => {
    const names = documented("ARCHITECTURE.md", "Processes and their environment");
    const read = ["edge-api", "render-farm", "web"].flatMap((app) =>
      Array.from(textOf(`${app}/src/env.ts`).matchAll(/^ {2}([A-Z][A-Z\d_]+):/gm), ([, n]) => n),
    );
    // Every program has a PATH.
    expect(new Set(names)).toEqual(new Set(read.filter((name) => name !== "PATH")));
  });
});

const textOf = (path: string): string =>
  readFileSync(new URL(`../../../${path}`, import.meta.url), "utf8");

/** The variables in the first column of the table under a heading. */
function documented(path: string, heading: string): (string | undefined)[] {
  const section = textOf(path).split(`\n## ${heading}\n`)[1]?.split("\n## ")[0] ?? "";
  return section
    .split("\n")
    .filter((line) => line.startsWith("| `"))
    .flatMap((line) => Array.from(line.split("|")[1]?.matchAll(/`([A-Z\d_]+)`/g) ?? []))
    .map((match) => match[1]);
}
