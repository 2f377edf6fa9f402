/**
 * The typed client of the endpoint table: one function per row. It is the same for the web
 * app, the farm, scripts and tests; only `fetch` and the headers differ.
 */
import type { Result } from "@cutroom/timeline";
import type { z } from "zod";
import type { Endpoint } from "./endpoint.ts";
import { problemBody, problems } from "./problem.ts";
import type { ProblemBody, ProblemCode } from "./problem.ts";
import { readOutput } from "./read-output.ts";
import { endpoints } from "./table.ts";
import type { EndpointName } from "./table.ts";

type Table = typeof endpoints;
/** Event streams are read by an EventSource, not by a call. */
type CallName = {
  [Name in EndpointName]: Table[Name] extends { stream: "sse" } ? never : Name;
}[EndpointName];

type Part<Row, Key extends string> =
  Row extends Record<Key, infer Schema extends z.ZodType>
    ? Partial<z.input<Schema>> extends z.input<Schema>
      ? { readonly [K in Key]?: z.input<Schema> }
      : { readonly [K in Key]: z.input<Schema> }
    : unknown;
type KeyPart<Row> = Row extends { idempotent: "key-required" }
  ? { readonly idempotencyKey: string }
  : unknown;

/** What a call sends: only the parts that its row has, required only when they must be. */
export type EndpointInput<Name extends EndpointName> = Part<Table[Name], "params"> &
  Part<Table[Name], "query"> &
  Part<Table[Name], "body"> &
  KeyPart<Table[Name]>;
export type EndpointOutput<Name extends EndpointName> = Table[Name] extends {
  output: infer Schema extends z.ZodType;
}
  ? z.output<Schema>
  : undefined;

export interface CallOptions {
  readonly signal?: AbortSignal;
}

type Call<Name extends EndpointName> =
  Partial<EndpointInput<Name>> extends EndpointInput<Name>
    ? (
        input?: EndpointInput<Name>,
        options?: CallOptions,
      ) => Promise<Result<EndpointOutput<Name>, ProblemBody>>
    : (
        input: EndpointInput<Name>,
        options?: CallOptions,
      ) => Promise<Result<EndpointOutput<Name>, ProblemBody>>;
export type Client = { readonly [Name in CallName]: Call<Name> };

/** The part of `fetch` that is used, so that a Hono app's `request` fits as well. */
export type FetchLike = (
  url: string,
  init: {
    method: string;
    headers: Record<string, string>;
    credentials: "include";
    body?: string;
    signal?: AbortSignal;
  },
) => Promise<Response> | Response;

export interface ClientSettings {
  /** Base of the API, no trailing slash. */
  readonly baseUrl: string;
  readonly fetch: FetchLike;
  /** Sent with every call: `{ authorization: "Bearer ..." }`. */
  readonly headers?: Readonly<Record<string, string>>;
}

interface LooseInput {
  readonly params?: Readonly<Record<string, unknown>>;
  readonly query?: Readonly<Record<string, unknown>>;
  readonly body?: unknown;
  readonly idempotencyKey?: string;
}

/** The address of a row with its `:name` segments filled in, also for EventSource and links. */
export function endpointUrl(
  baseUrl: string,
  path: string,
  params: Readonly<Record<string, unknown>> = {},
  query: Readonly<Record<string, unknown>> = {},
): string {
  const filled = path.replaceAll(/:([a-z_]+)/g, (_, name: string) =>
    encodeURIComponent(String(params[name])),
  );
  const search = Object.entries(query)
    .filter(([, value]) => value !== undefined)
    .map(([key, value]) => `${encodeURIComponent(key)}=${encodeURIComponent(String(value))}`)
    .join("&");
  return `${baseUrl}${filled}${search === "" ? "" : `?${search}`}`;
}

function problem(code: ProblemCode): ProblemBody {
  const [status, title] = problems[code];
  return { type: `about:blank#${code}`, code, title, status };
}

/** Text that is not ours (a proxy's error page, say) becomes the nearest problem. */
function readProblem(text: string): ProblemBody {
  try {
    const parsed = problemBody.safeParse(JSON.parse(text));
    if (parsed.success) return parsed.data;
  } catch {
    return problem("service.unavailable");
  }
  return problem("service.unavailable");
}

async function send(row: Endpoint, input: LooseInput, options: CallOptions, to: ClientSettings) {
  const headers: Record<string, string> = { accept: row.text ?? "application/json", ...to.headers };
  if (row.body !== undefined) headers["content-type"] = "application/json";
  if (input.idempotencyKey !== undefined) headers["idempotency-key"] = input.idempotencyKey;
  return to.fetch(endpointUrl(to.baseUrl, row.path, input.params, input.query), {
    method: row.method,
    headers,
    credentials: "include",
    ...(row.body === undefined ? {} : { body: JSON.stringify(input.body ?? {}) }),
    ...(options.signal === undefined ? {} : { signal: options.signal }),
  });
}

async function call(row: Endpoint, input: LooseInput, options: CallOptions, to: ClientSettings) {
  let response: Response;
  let text: string;
  try {
    response = await send(row, input, options, to);
    text = await response.text();
  } catch (error) {
    if (options.signal?.aborted === true) throw error;
    return { ok: false, failure: problem("service.unavailable") };
  }
  if (response.status !== row.status) return { ok: false, failure: readProblem(text) };
  if (row.output === undefined) return { ok: true, value: undefined };
  const answer: unknown = row.text === undefined ? JSON.parse(text) : text;
  return { ok: true, value: readOutput(row.output, answer).value };
}

/**
 * One function per endpoint: `client.getTask({ params: { task_id }, query: { wait_s: 30 } })`.
 * Every refusal, and a network that is down, is a `ProblemBody`; an answer that breaks the
 * contract throws, and so does an abort.
 */
export function createClient(settings: ClientSettings): Client {
  const rows: [string, Endpoint][] = Object.entries(endpoints);
  return Object.fromEntries(
    rows
      .filter(([, row]) => row.stream === undefined)
      .map(([name, row]) => [
        name,
        (input: LooseInput = {}, options: CallOptions = {}) => call(row, input, options, settings),
      ]),
  ) as unknown as Client;
}
