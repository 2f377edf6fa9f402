import { createHash } from "node:crypto";
import { evaluateDelayMs } from "./delay-expression.ts";
import { parseDurationMs } from "./duration.ts";
import type { CallbackTarget, Delivery, FlowControl } from "./message.ts";

/** A refusal that the client can mend; becomes `{"error": ...}`. */
export class QstashRefusal extends Error {
  readonly status: number;
  constructor(status: number, message: string) {
    super(message);
    this.name = "QstashRefusal";
    this.status = status;
  }
}

/** Header lookup by lower-case name. */
export type Headers = Readonly<Record<string, string | undefined>>;

export interface Publish {
  readonly delivery: Delivery;
  readonly notBeforeMs: number;
  readonly delayMs: number;
  readonly deduplicationId: string | null;
}

const METHODS = new Set(["GET", "POST", "PUT", "PATCH", "DELETE"]);
const DEFAULT_RETRIES = 3;
const DEFAULT_TIMEOUT_MS = 15 * 60 * 1000;
const NAME = /^[\w.-]+$/u;

export function requireUrl(text: string, what: string): string {
  if (!isUrl(text)) {
    throw new QstashRefusal(400, `invalid ${what}: it must start with http:// or https://`);
  }
  return text;
}

export const isUrl = (text: string): boolean =>
  /^https?:\/\/[^/]/u.test(text) && URL.canParse(text);

/** A destination: an address, or the name of a URL group. */
function requireDestination(text: string): string {
  if (isUrl(text) || NAME.test(text)) return text;
  throw new QstashRefusal(
    400,
    "invalid destination url: it must start with http:// or https://, or name a URL group",
  );
}

/** @throws {QstashRefusal} 400 unless it is made of letters, digits, `_`, `-` and `.` */
export function requireName(text: string, what: string): string {
  if (!NAME.test(text)) {
    throw new QstashRefusal(
      400,
      `${what} can only contain alphanumeric characters, hyphen, underscore, or period`,
    );
  }
  return text;
}

function readDuration(headers: Headers, name: string, usualMs: number): number {
  const text = headers[name];
  if (text === undefined) return usualMs;
  const ms = parseDurationMs(text);
  if (ms === null) throw new QstashRefusal(400, `invalid ${name} header: ${text}`);
  return ms;
}

function readRetries(headers: Headers, name: string): number {
  const text = headers[name];
  if (text === undefined) return DEFAULT_RETRIES;
  if (!/^\d{1,3}$/u.test(text)) throw new QstashRefusal(400, `invalid ${name} header: ${text}`);
  return Number(text);
}

function readRetryDelay(headers: Headers, name: string): string | null {
  const text = headers[name];
  if (text === undefined) return null;
  if (evaluateDelayMs(text, 0) === null) {
    throw new QstashRefusal(400, `invalid ${name} header: ${text}`);
  }
  return text;
}

function readMethod(headers: Headers, name: string): string {
  const method = (headers[name] ?? "POST").toUpperCase();
  if (!METHODS.has(method)) throw new QstashRefusal(400, `invalid ${name} header: ${method}`);
  return method;
}

/** Headers to pass on: `<prefix>forward-x: y` -> `x: y`. */
function readForwarded(headers: Headers, prefix: string): (readonly [string, string])[] {
  const start = `${prefix}forward-`;
  return Object.entries(headers).flatMap(([name, value]) =>
    name.startsWith(start) && value !== undefined ? [[name.slice(start.length), value]] : [],
  );
}

function readCallback(headers: Headers, name: string): CallbackTarget | null {
  const url = headers[name];
  if (url === undefined || url === "") return null;
  return {
    url: requireUrl(url, name),
    method: readMethod(headers, `${name}-method`),
    headers: readForwarded(headers, `${name}-`),
    retries: readRetries(headers, `${name}-retries`),
    retryDelay: readRetryDelay(headers, `${name}-retry-delay`),
    timeoutMs: readDuration(headers, `${name}-timeout`, DEFAULT_TIMEOUT_MS),
    delayMs: readDuration(headers, `${name}-delay`, 0),
  };
}

function readFlow(headers: Headers): FlowControl | null {
  const key = headers["upstash-flow-control-key"];
  if (key === undefined) return null;
  const fields = new Map(
    (headers["upstash-flow-control-value"] ?? "").split(",").map((pair) => {
      const [name = "", value = ""] = pair.split("=");
      return [name.trim().toLowerCase(), value.trim()] as const;
    }),
  );
  const count = (name: string): number | null => {
    const text = fields.get(name);
    if (text === undefined) return null;
    if (!/^\d+$/u.test(text)) throw new QstashRefusal(400, `invalid flow control ${name}: ${text}`);
    return Number(text);
  };
  const flow = { parallelism: count("parallelism"), rate: count("rate") };
  if (flow.parallelism === null && flow.rate === null) {
    throw new QstashRefusal(400, "flow control needs parallelism or rate");
  }
  const periodMs = parseDurationMs(fields.get("period") ?? "1s");
  if (periodMs === null) throw new QstashRefusal(400, "invalid flow control period");
  return { key: requireName(key, "flow control key"), ...flow, periodMs };
}

function readDeduplicationId(headers: Headers, url: string, body: Buffer): string | null {
  const id = headers["upstash-deduplication-id"];
  if (id !== undefined) {
    if (id === "" || id.includes(":")) {
      throw new QstashRefusal(400, "deduplication id cannot be empty or contain ':'");
    }
    return id;
  }
  if (headers["upstash-content-based-deduplication"]?.toLowerCase() !== "true") return null;
  const hash = createHash("sha256").update(url);
  for (const [name, value] of readForwarded(headers, "upstash-"))
    hash.update(`\0${name}\0${value}`);
  return `content-${hash.update("\0\0").update(body).digest("hex")}`;
}

/**
 * One publish, from its headers.
 * @throws {QstashRefusal} 400 when a header does not make sense.
 */
export function readPublish(
  request: {
    readonly destination: string;
    readonly headers: Headers;
    readonly body: Buffer;
    readonly queue: string | null;
    readonly callerIp: string;
  },
  nowMs: number,
): Publish {
  const { headers, body } = request;
  const url = requireDestination(request.destination);
  const contentType = headers["content-type"];
  const forwarded = readForwarded(headers, "upstash-");
  const hasType = forwarded.some(([name]) => name === "content-type");
  const delayMs = readDuration(headers, "upstash-delay", 0);
  const notBeforeS = headers["upstash-not-before"];
  if (notBeforeS !== undefined && !/^\d+$/u.test(notBeforeS)) {
    throw new QstashRefusal(400, "invalid upstash-not-before header");
  }
  const queue = request.queue ?? headers["upstash-queue-name"] ?? null;
  return {
    delivery: {
      url,
      method: readMethod(headers, "upstash-method"),
      headers:
        contentType === undefined || hasType
          ? forwarded
          : [["content-type", contentType], ...forwarded],
      bodyBase64: body.toString("base64"),
      retries: readRetries(headers, "upstash-retries"),
      retryDelay: readRetryDelay(headers, "upstash-retry-delay"),
      timeoutMs: readDuration(headers, "upstash-timeout", DEFAULT_TIMEOUT_MS),
      callback: readCallback(headers, "upstash-callback"),
      failureCallback: readCallback(headers, "upstash-failure-callback"),
      flow: readFlow(headers),
      queue: queue === null ? null : requireName(queue, "queue name"),
      label: headers["upstash-label"] ?? null,
      callerIp: request.callerIp,
    },
    delayMs,
    notBeforeMs: notBeforeS === undefined ? nowMs + delayMs : Number(notBeforeS) * 1000,
    deduplicationId: readDeduplicationId(headers, url, body),
  };
}
