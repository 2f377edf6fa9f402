export { createApp } from "./app.ts";
export { createDeps } from "./deps.ts";
export type { Deps, Platform } from "./deps.ts";
export { readEnv } from "./env.ts";
export type { Env } from "./env.ts";
