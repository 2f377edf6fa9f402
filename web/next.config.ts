import { resolve } from "node:path";
import type { NextConfig } from "next";
import { buildEnv } from "./src/env.ts";

/** Headers that are the same for every answer; the content policy is made per request in proxy.ts. */
const headers = [
  { key: "X-Content-Type-Options", value: "nosniff" },
  { key: "X-Frame-Options", value: "DENY" },
  { key: "Referrer-Policy", value: "strict-origin-when-cross-origin" },
  {
    key: "Permissions-Policy",
    value: "camera=(self), display-capture=(self), geolocation=(), microphone=(self), payment=()",
  },
];

const config: NextConfig = {
  distDir: buildEnv().distDir,
  poweredByHeader: false,
  reactStrictMode: true,
  devIndicators: false,
  turbopack: { root: resolve(import.meta.dirname, "..") },
  transpilePackages: [
    "@cutroom/compiler",
    "@cutroom/contracts",
    "@cutroom/domain",
    "@cutroom/timeline",
    "@cutroom/titles",
  ],
  headers: () => Promise.resolve([{ source: "/:path*", headers }]),
};

export default config;
