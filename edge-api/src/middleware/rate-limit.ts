import type { Context } from "hono";
import type { AppEnv } from "../app-env.ts";
import type { Deps } from "../deps.ts";
import { refuse } from "../refusal.ts";

const WINDOW_MS = 60_000;

/**
 * Counts this request against `limit` a minute (0: unlimited) and tells what is left by the
 * RateLimit headers. Null admits. With the key-value store down everything is admitted: the
 * limits that protect money are decided in the database.
 */
export async function countRequest(
  deps: Deps,
  context: Context<AppEnv>,
  who: string,
  limit: number,
) {
  if (limit === 0) return null;
  try {
    const requestId = context.get("requestId");
    const { count, resetsInMs } = await deps.keyValue.countInWindow(
      `rate:${who}`,
      requestId,
      WINDOW_MS,
    );
    const resetS = Math.ceil(resetsInMs / 1000);
    context.header("ratelimit-policy", `"requests";q=${limit};w=${WINDOW_MS / 1000}`);
    context.header("ratelimit", `"requests";r=${Math.max(0, limit - count)};t=${resetS}`);
    return count > limit ? refuse("rate.limited", { limit, retry_after_s: resetS }) : null;
  } catch (error) {
    deps.log({ level: "warn", message: "rate limit not counted", error: String(error) });
    return null;
  }
}
