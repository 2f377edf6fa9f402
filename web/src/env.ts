import { z } from "zod";

const origin = z.url().transform((value) => value.replace(/\/+$/, ""));

const schema = z.object({
  API_URL: origin.default("http://localhost:8787"),
  WEB_URL: origin.optional(),
  DEMO_SIGN_IN: z.enum(["0", "1"]).default("0"),
  S3_ENDPOINT: z.url().optional(),
  CDN_BASE_URL: z.url().optional(),
});

export interface ServerEnv {
  readonly apiUrl: string;
  /** Public base of this app, for absolute links; absent: the host of the request. */
  readonly webUrl: string | undefined;
  readonly demoSignIn: boolean;
  /** Where media is read from and sent to; empty when it is not known to this app. */
  readonly mediaUrls: readonly string[];
  readonly development: boolean;
}

/**
 * The environment of the running server, read at each request and never at build, so that one
 * build serves every installation. Throws when a value is not usable.
 */
export function serverEnv(): ServerEnv {
  // An empty variable counts as absent: that is how most shells and panels "unset" one.
  const set = Object.entries(process.env).filter(([, value]) => value !== "");
  const env = schema.parse(Object.fromEntries(set));
  return {
    apiUrl: env.API_URL,
    webUrl: env.WEB_URL,
    demoSignIn: env.DEMO_SIGN_IN === "1",
    mediaUrls: [env.S3_ENDPOINT, env.CDN_BASE_URL].filter((url) => url !== undefined),
    development: process.env.NODE_ENV === "development",
  };
}

/** What the build itself may be told: where its output goes. */
export function buildEnv(): { readonly distDir: string } {
  return { distDir: process.env["NEXT_DIST"] ?? ".next" };
}
