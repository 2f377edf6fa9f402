import { problems } from "@cutroom/contracts";
import type { ProblemBody } from "@cutroom/contracts";
import type { Context } from "hono";
import type { AppEnv } from "../app-env.ts";
import type { Refusal } from "../refusal.ts";

/** A refusal as RFC 9457 problem+json: the only place where a code becomes a status. */
export function answerProblem(context: Context<AppEnv>, refusal: Refusal): Response {
  const [status, title] = problems[refusal.code];
  const body: ProblemBody = {
    type: `/problems/${refusal.code}`,
    code: refusal.code,
    title,
    status,
    ...(refusal.errors === undefined ? {} : { errors: refusal.errors }),
    ...(refusal.details === undefined ? {} : { details: { ...refusal.details } }),
    request_id: context.get("requestId"),
  };
  if (status === 401) context.header("www-authenticate", "Bearer");
  const retry = refusal.details?.["retry_after_s"];
  if (retry !== undefined) context.header("retry-after", String(retry));
  context.header("content-type", "application/problem+json");
  return context.body(JSON.stringify(body), status);
}

/** Every error in a chain of causes: drivers wrap what happened. */
function* causes(error: unknown): Generator<Record<string, unknown>> {
  let current: unknown = error;
  for (let depth = 0; depth < 8 && typeof current === "object" && current !== null; depth += 1) {
    yield current as Record<string, unknown>;
    current = "cause" in current ? current.cause : undefined;
  }
}

/** SQLSTATE of the database's refusal, when there is one in the chain. */
export function sqlState(error: unknown): string | null {
  for (const cause of causes(error)) {
    const { code } = cause;
    if (typeof code === "string" && /^[0-9A-Z]{5}$/.test(code)) return code;
  }
  return null;
}

/** The status that an object store answered with, as its client keeps it. */
function storeStatus(cause: Record<string, unknown>): number {
  const metadata = cause["$metadata"];
  if (typeof metadata !== "object" || metadata === null) return 0;
  return "httpStatusCode" in metadata ? Number(metadata.httpStatusCode) : 0;
}

/**
 * A part that is down rather than a bug: connection trouble (08), no resources (53), shutdown
 * (57P), a store that is full or broken (5xx), or no answer at all. The caller may repeat the
 * request.
 */
function isOutage(error: unknown): boolean {
  const state = sqlState(error);
  if (state !== null) return /^(08|53|57P)/.test(state);
  for (const cause of causes(error)) {
    if (storeStatus(cause) >= 500) return true;
    const text = `${String(cause["name"])} ${String(cause["code"])} ${String(cause["message"])} ${String(cause["type"])}`;
    if (
      /ECONN|ETIMEDOUT|ENOTFOUND|EPIPE|fetch failed|Connection terminated|connection.*closed|timeout exceeded|ErrorEvent/i.test(
        text,
      )
    ) {
      return true;
    }
  }
  return false;
}

/** What was thrown is a bug or an outage: logged whole, answered without its text. */
export function answerThrown(error: unknown, context: Context<AppEnv>): Response {
  const outage = isOutage(error);
  context.get("deps").log({
    level: "error",
    message: outage ? "a part is not reachable" : "unexpected error",
    requestId: context.get("requestId"),
    path: context.req.path,
    error: [...causes(error)].map((cause) => String(cause["stack"] ?? cause["message"])).join("\n"),
  });
  return answerProblem(context, { code: outage ? "service.unavailable" : "internal.error" });
}
