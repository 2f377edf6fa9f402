/**
 * Binds handlers to the endpoint table: parse by the row's schemas, check who calls, answer by
 * the row's status. A handler can only refuse with the codes that its row lists.
 */
import { endpoints, readOutput } from "@cutroom/contracts";
import type { Endpoint, EndpointName, ProblemCode } from "@cutroom/contracts";
import type { RequestKind } from "@cutroom/domain";
import type { Result } from "@cutroom/timeline";
import type { Context, Hono } from "hono";
import type { z } from "zod";
import type { AppEnv } from "../app-env.ts";
import type { FarmCaller, OperatorCaller, PublicCaller, UserCaller } from "../caller.ts";
import type { Deps } from "../deps.ts";
import { admit } from "../middleware/admit.ts";
import { answerProblem } from "../middleware/problem.ts";
import type { Refusal } from "../refusal.ts";
import { noteRequest, requestKindOf } from "../usecases/service-level/count-requests.ts";
import { Verbatim } from "../verbatim.ts";

type Table = typeof endpoints;
type Parsed<Row, Key extends string> =
  Row extends Record<Key, infer Schema extends z.ZodType> ? z.output<Schema> : undefined;
type CallerOf<Row> = Row extends { audience: "farm" }
  ? FarmCaller
  : Row extends { audience: "public" }
    ? PublicCaller
    : Row extends { audience: "operator" }
      ? OperatorCaller
      : UserCaller;

export interface Call<Name extends EndpointName> {
  readonly deps: Deps;
  readonly caller: CallerOf<Table[Name]>;
  readonly params: Parsed<Table[Name], "params">;
  readonly query: Parsed<Table[Name], "query">;
  readonly body: Parsed<Table[Name], "body">;
  readonly idempotencyKey: Table[Name] extends { idempotent: "key-required" } ? string : undefined;
  readonly signal: AbortSignal;
}

/** Codes of the row, and those that the door itself may give. */
type CodesOf<Name extends EndpointName> =
  | Extract<Table[Name]["failures"][number], ProblemCode>
  | "service.unavailable";
type Output<Name extends EndpointName> = Table[Name] extends {
  output: infer Schema extends z.ZodType;
}
  ? z.output<Schema>
  : undefined;

type CallName = {
  [Name in EndpointName]: Table[Name] extends { stream: "sse" } ? never : Name;
}[EndpointName];
type StreamName = Exclude<EndpointName, CallName>;

/** One use case per endpoint; a missing one does not compile. */
export type Routes = {
  readonly [Name in CallName]: (
    call: Call<Name>,
  ) => Promise<Result<Output<Name> | Verbatim, Refusal<CodesOf<Name>>>>;
} & {
  readonly [Name in StreamName]: (
    call: Call<Name>,
    context: Context<AppEnv>,
  ) => Response | Promise<Response>;
};

type LooseHandler = (
  call: Record<string, unknown>,
  context: Context<AppEnv>,
) => Promise<Result<unknown, Refusal> | Response>;

function invalid(issues: readonly z.core.$ZodIssue[], where: string): Refusal {
  return {
    code: "request.invalid",
    errors: issues.map((issue) => ({
      path: [where, ...issue.path].join("."),
      message: issue.message,
    })),
  };
}

async function readBody(context: Context<AppEnv>): Promise<unknown> {
  const text = await context.req.text();
  if (text === "") return {};
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

async function parse(
  row: Endpoint,
  context: Context<AppEnv>,
): Promise<Result<Record<string, unknown>, Refusal>> {
  const sources = [
    ["params", row.params, () => context.req.param()],
    ["query", row.query, () => context.req.query()],
    ["body", row.body, () => readBody(context)],
  ] as const;
  const parsed: Record<string, unknown> = {};
  for (const [where, schema, read] of sources) {
    if (schema === undefined) continue;
    const result = schema.safeParse(await read());
    if (!result.success) return { ok: false, failure: invalid(result.error.issues, where) };
    parsed[where] = result.data;
  }
  return { ok: true, value: parsed };
}

function idempotencyKey(
  row: Endpoint,
  context: Context<AppEnv>,
): Result<string | undefined, Refusal> {
  if (row.idempotent === undefined) return { ok: true, value: undefined };
  const key = context.req.header("idempotency-key") ?? "";
  if (key.length >= 8 && key.length <= 255) return { ok: true, value: key };
  return { ok: false, failure: { code: "idempotency.missing" } };
}

async function serve(
  row: Endpoint,
  handler: LooseHandler,
  context: Context<AppEnv>,
): Promise<Response> {
  const deps = context.get("deps");
  const admitted = await admit(deps, row, context);
  if (!admitted.ok) return answerProblem(context, admitted.failure);
  const key = idempotencyKey(row, context);
  if (!key.ok) return answerProblem(context, key.failure);
  const input = await parse(row, context);
  if (!input.ok) return answerProblem(context, input.failure);
  const call = {
    ...input.value,
    deps,
    caller: admitted.value,
    idempotencyKey: key.value,
    signal: context.req.raw.signal,
  };
  const result = await handler(call, context);
  if (result instanceof Response) return result;
  if (!result.ok) return answerProblem(context, result.failure);
  if (result.value instanceof Verbatim) {
    context.header("content-type", "application/json");
    return context.body(result.value.json, row.status as 200);
  }
  if (row.output === undefined) return context.body(null, 204);
  if (row.text !== undefined) {
    context.header("content-type", `${row.text}; charset=utf-8`);
    return context.body(String(result.value), row.status as 200);
  }
  // Reading drops every field that the contract does not name: nothing leaks by accident.
  const { value, unknown } = readOutput(row.output, result.value);
  if (unknown.length > 0) {
    deps.log({ level: "warn", message: "words of another version", path: row.path, unknown });
  }
  return context.json(value, row.status as 200);
}

/** Serves and counts how that went. What is thrown is a fault of ours, whatever it becomes. */
async function serveCounted(
  kind: RequestKind,
  context: Context<AppEnv>,
  serveIt: () => Promise<Response>,
): Promise<Response> {
  const deps = context.get("deps");
  const beganMs = deps.clock.nowMs();
  const waits = Number(context.req.query("wait_s") ?? 0) > 0;
  let status = 500;
  try {
    const response = await serveIt();
    ({ status } = response);
    return response;
  } finally {
    noteRequest(deps, { kind, status, tookMs: waits ? null : deps.clock.nowMs() - beganMs });
  }
}

/** Mounts every row of the table, and nothing else. */
export function mountRoutes(app: Hono<AppEnv>, routes: Routes): void {
  const rows = Object.entries(endpoints) as [EndpointName, Endpoint][];
  const handlers = routes as unknown as Record<string, LooseHandler>;
  for (const [name, row] of rows) {
    const handler = handlers[name];
    if (handler === undefined) throw new Error(`no handler for ${name}`);
    const kind = requestKindOf(name);
    app.on(row.method, row.path, (context) => {
      const serveIt = () => serve(row, handler, context);
      return kind === null ? serveIt() : serveCounted(kind, context, serveIt);
    });
  }
}
