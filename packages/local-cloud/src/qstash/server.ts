import { timingSafeEqual } from "node:crypto";
import { mkdirSync } from "node:fs";
import { createServer } from "node:http";
import type { IncomingMessage, Server, ServerResponse } from "node:http";
import { join } from "node:path";
import { Broker } from "./broker.ts";
import type { SigningKeys } from "./key-ring.ts";
import { Journal } from "./journal.ts";
import { QstashRefusal } from "./read-publish.ts";
import type { Headers } from "./read-publish.ts";
import { ROUTES } from "./routes.ts";
import type { QstashReply } from "./call.ts";

const MAX_BODY_BYTES = 10 * 1024 * 1024;
/**
 * QStash's pages say 10 minutes, but it was seen to swallow repeats for up to 90 days. Who works
 * with the longer one works with both.
 */
const DEDUP_WINDOW_MS = 90 * 24 * 60 * 60 * 1000;

export interface QstashOptions {
  readonly dataDir: string;
  readonly token: string;
  /** Factor on every retry delay. */
  readonly retryScale: number;
  /** How long a deduplication id is remembered. Default: 90 days. */
  readonly dedupWindowMs?: number | undefined;
  readonly log: (line: string) => void;
}

export interface Qstash {
  readonly server: Server;
  keys(): SigningKeys;
  close(): Promise<void>;
}

async function readBody(request: IncomingMessage): Promise<Buffer> {
  const chunks: Buffer[] = [];
  let sizeBytes = 0;
  for await (const chunk of request as AsyncIterable<Buffer>) {
    sizeBytes += chunk.length;
    if (sizeBytes > MAX_BODY_BYTES) throw new QstashRefusal(413, "the message is too large");
    chunks.push(chunk);
  }
  return Buffer.concat(chunks);
}

const flatten = (request: IncomingMessage): Headers =>
  Object.fromEntries(
    Object.entries(request.headers).map(([name, value]) => [
      name,
      Array.isArray(value) ? value.join(", ") : value,
    ]),
  );

function send(response: ServerResponse, { status, body }: QstashReply): void {
  const text = body === undefined ? "" : JSON.stringify(body);
  response.writeHead(status, {
    "content-type": "application/json",
    "content-length": Buffer.byteLength(text),
  });
  response.end(text);
}

async function serve(
  request: IncomingMessage,
  broker: Broker,
  token: Buffer,
): Promise<QstashReply> {
  const target = request.url ?? "/";
  if (target === "/healthz") return { status: 200, body: { ok: true } };
  const query = new URLSearchParams(target.split(/\?(.*)/su)[1] ?? "");
  const bearer = /^Bearer (.+)$/iu.exec(request.headers.authorization ?? "")?.[1];
  const given = Buffer.from(bearer ?? query.get("qstash_token") ?? "");
  if (given.length !== token.length || !timingSafeEqual(given, token)) {
    throw new QstashRefusal(401, "unauthorized");
  }
  // A destination is the rest of the target as it is, with a query string of its own.
  const full = /^\/v2\/(.*)$/su.exec(target)?.[1] ?? "";
  const isDelivery = /^(?:publish|enqueue|schedules)\/.*:\//su.test(full);
  const path = isDelivery ? full : (full.split("?")[0] ?? "");
  for (const [method, pattern, route] of ROUTES) {
    const match = method === request.method ? pattern.exec(path) : null;
    if (match === null) continue;
    const groups = isDelivery ? match.slice(1) : match.slice(1).map(decodeURIComponent);
    const body = await readBody(request);
    const callerIp = request.socket.remoteAddress ?? "";
    const nowMs = Date.now();
    const call = { broker, nowMs, headers: flatten(request), query, body, callerIp };
    const reply = route(call, groups);
    if (method !== "GET") await broker.saved();
    return reply;
  }
  throw new QstashRefusal(404, `not found: ${request.method} ${path}`);
}

/**
 * QStash's API v2: keeps what it takes in `dataDir/qstash`, delivers it signed, and goes on
 * after a kill with what was not yet delivered.
 */
export async function startQstash(options: QstashOptions): Promise<Qstash> {
  const directory = join(options.dataDir, "qstash");
  mkdirSync(directory, { recursive: true });
  const journal = await Journal.open(join(directory, "journal.jsonl"));
  const broker = new Broker({
    journal,
    retryScale: options.retryScale,
    dedupWindowMs: options.dedupWindowMs ?? DEDUP_WINDOW_MS,
    nowMs: () => Date.now(),
  });
  await broker.saved();
  const token = Buffer.from(options.token);
  const server = createServer((request, response) => {
    serve(request, broker, token)
      .catch((error: unknown): QstashReply => {
        if (error instanceof QstashRefusal) {
          return { status: error.status, body: { error: error.message } };
        }
        if (error instanceof URIError) return { status: 400, body: { error: "malformed path" } };
        options.log(`qstash: ${String(error)}`);
        return { status: 500, body: { error: "internal error" } };
      })
      .then((reply) => send(response, reply))
      .catch(() => response.destroy());
  });
  server.keepAliveTimeout = 65_000;
  return {
    server,
    keys: () => broker.keys,
    close: async () => {
      await new Promise<void>((resolve) => {
        server.close(() => resolve());
        server.closeAllConnections();
      });
      await broker.close();
    },
  };
}
