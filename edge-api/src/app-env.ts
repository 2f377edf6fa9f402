import type { Deps } from "./deps.ts";

/** What every request carries through Hono. */
export interface AppEnv {
  Variables: { deps: Deps; requestId: string };
}
