import { timingSafeEqual } from "node:crypto";
import { createServer } from "node:http";
import type { IncomingMessage, Server, ServerResponse } from "node:http";
import { LocalCloudError } from "../local-cloud-error.ts";
import { startBuiltinBackend } from "./engine/builtin-backend.ts";
import { RedisError, Status } from "./reply.ts";
import type { RedisBackend, Reply } from "./reply.ts";
import { ScriptNames } from "./script-names.ts";
import { findRedisServer, startServerBackend } from "./server-backend.ts";

const MAX_BODY_BYTES = 10 * 1024 * 1024;

/** Commands that make no sense on a connection that everybody shares. */
const REFUSED = new Set(
  (
    "AUTH BLMOVE BLMPOP BLPOP BRPOP BRPOPLPUSH BZMPOP BZPOPMAX BZPOPMIN CLIENT CONFIG DEBUG DISCARD " +
    "EXEC HELLO MODULE MONITOR MULTI PSUBSCRIBE PUNSUBSCRIBE QUIT REPLICAOF RESET SELECT SHUTDOWN " +
    "SLAVEOF SSUBSCRIBE SUBSCRIBE UNSUBSCRIBE UNWATCH WAIT WATCH"
  ).split(" "),
);

class BadRequest extends Error {
  readonly status: number;
  constructor(status: number, message: string) {
    super(message);
    this.status = status;
  }
}

async function readBody(request: IncomingMessage): Promise<string> {
  const chunks: Buffer[] = [];
  let sizeBytes = 0;
  for await (const chunk of request as AsyncIterable<Buffer>) {
    sizeBytes += chunk.length;
    if (sizeBytes > MAX_BODY_BYTES) throw new BadRequest(413, "ERR max request size exceeded");
    chunks.push(chunk);
  }
  return Buffer.concat(chunks).toString("utf8");
}

function parseJson(body: string): unknown {
  try {
    return JSON.parse(body);
  } catch {
    throw new BadRequest(400, "ERR failed to parse command");
  }
}

function asCommand(value: unknown): readonly string[] {
  const isCommand =
    Array.isArray(value) &&
    value.length > 0 &&
    value.every((arg) => ["string", "number", "boolean"].includes(typeof arg));
  if (!isCommand) throw new BadRequest(400, "ERR failed to parse command");
  return value.map(String);
}

const asCommands = (value: unknown): readonly (readonly string[])[] => {
  if (!Array.isArray(value)) throw new BadRequest(400, "ERR failed to parse pipeline request");
  return value.map(asCommand);
};

type Shown = string | number | null | readonly Shown[];

function show(reply: Reply, isBase64: boolean): Shown {
  if (reply instanceof RedisError) return reply.message;
  if (reply === null || typeof reply === "number") return reply;
  if (reply instanceof Status) {
    const encode = isBase64 && reply.text !== "OK";
    return encode ? Buffer.from(reply.text).toString("base64") : reply.text;
  }
  if (Buffer.isBuffer(reply)) return reply.toString(isBase64 ? "base64" : "utf8");
  return reply.map((item) => show(item, isBase64));
}

const outcome = (reply: Reply, isBase64: boolean): { result: Shown } | { error: string } =>
  reply instanceof RedisError ? { error: reply.message } : { result: show(reply, isBase64) };

function send(response: ServerResponse, status: number, value: unknown): void {
  const body = JSON.stringify(value);
  response.writeHead(status, {
    "content-type": "application/json",
    "content-length": Buffer.byteLength(body),
  });
  response.end(body);
}

class RedisRest {
  readonly #backend: RedisBackend;
  readonly #token: Buffer;
  readonly #log: (line: string) => void;
  readonly #scripts = new ScriptNames();

  constructor(backend: RedisBackend, token: string, log: (line: string) => void) {
    this.#backend = backend;
    this.#token = Buffer.from(token);
    this.#log = log;
  }

  #isAllowed(request: IncomingMessage, url: URL): boolean {
    const bearer = /^Bearer (.+)$/iu.exec(request.headers.authorization ?? "")?.[1];
    const given = Buffer.from(bearer ?? url.searchParams.get("_token") ?? "");
    return given.length === this.#token.length && timingSafeEqual(given, this.#token);
  }

  #refusal(command: readonly string[]): RedisError | null {
    const name = (command[0] ?? "").toUpperCase();
    return REFUSED.has(name) ? new RedisError(`ERR Command is not available: '${name}'`) : null;
  }

  async #run(command: readonly string[]): Promise<Reply> {
    const refusal = this.#refusal(command);
    if (refusal !== null) return refusal;
    const reply = await this.#backend.run(this.#scripts.translate(command));
    const name = this.#scripts.loadedAs(command);
    return name === null || reply instanceof RedisError ? reply : Buffer.from(name);
  }

  async #transaction(commands: readonly (readonly string[])[], isBase64: boolean) {
    const refusal = commands.map((command) => this.#refusal(command)).find((item) => item !== null);
    const translated = commands.map((command) => this.#scripts.translate(command));
    const replies = refusal ?? (await this.#backend.transaction(translated));
    if (replies instanceof RedisError) throw new BadRequest(400, replies.message);
    return replies.map((reply) => outcome(reply, isBase64));
  }

  async #subscribe(channel: string, response: ServerResponse): Promise<void> {
    response.writeHead(200, { "content-type": "text/event-stream", "cache-control": "no-cache" });
    const unsubscribe = await this.#backend.subscribe(channel, (message) => {
      response.write(`data: message,${channel},${message.toString("utf8")}\n\n`);
    });
    response.once("close", unsubscribe);
    response.write(`data: subscribe,${channel},1\n\n`);
  }

  async #serve(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const url = new URL(request.url ?? "/", "http://redis");
    if (url.pathname === "/healthz") {
      send(response, 200, { ok: true });
      return;
    }
    if (!this.#isAllowed(request, url)) throw new BadRequest(401, "Unauthorized");
    const method = request.method ?? "GET";
    if (!["GET", "POST", "PUT", "HEAD"].includes(method)) {
      throw new BadRequest(405, "ERR method not allowed");
    }
    const isBase64 = request.headers["upstash-encoding"] === "base64";
    const segments = url.pathname.split("/").slice(1).map(decodeURIComponent);
    const [first = ""] = segments;
    if (first === "subscribe" && segments[1] !== undefined) {
      await this.#subscribe(segments[1], response);
      return;
    }
    const body = method === "POST" || method === "PUT" ? await readBody(request) : "";
    if (first === "pipeline") {
      const commands = asCommands(parseJson(body));
      const replies = await Promise.all(commands.map((command) => this.#run(command)));
      send(
        response,
        200,
        replies.map((reply) => outcome(reply, isBase64)),
      );
      return;
    }
    if (first === "multi-exec") {
      send(response, 200, await this.#transaction(asCommands(parseJson(body)), isBase64));
      return;
    }
    const options = Array.from(url.searchParams)
      .filter(([name]) => name !== "_token")
      .flatMap(([name, value]) => (value === "" ? [name] : [name, value]));
    const command =
      first === ""
        ? asCommand(parseJson(body))
        : [...segments, ...(body === "" ? [] : [body]), ...options];
    const reply = await this.#run(command);
    send(response, reply instanceof RedisError ? 400 : 200, outcome(reply, isBase64));
  }

  async handle(request: IncomingMessage, response: ServerResponse): Promise<void> {
    try {
      await this.#serve(request, response);
    } catch (error) {
      if (response.headersSent) response.destroy();
      else if (error instanceof BadRequest) send(response, error.status, { error: error.message });
      else if (error instanceof URIError) send(response, 400, { error: "ERR malformed path" });
      else {
        this.#log(`redis: ${String(error)}`);
        send(response, 500, { error: "ERR the server behind this one does not answer" });
      }
    }
  }
}

async function chooseBackend(options: RedisRestOptions): Promise<RedisBackend> {
  const { engine, dataDir, log } = options;
  const command = engine === "builtin" ? null : findRedisServer();
  if (command !== null) return startServerBackend(command, dataDir, log);
  if (engine === "server") {
    throw new LocalCloudError("part-failed", "There is no redis-server on PATH.");
  }
  log("no redis-server found: using the built-in engine (data is not kept between starts)");
  return startBuiltinBackend(Date.now);
}

export interface RedisRestOptions {
  readonly dataDir: string;
  readonly token: string;
  readonly engine: "auto" | "server" | "builtin";
  readonly log: (line: string) => void;
}

/**
 * Upstash's REST interface in front of a redis-server, or of a small engine in this process
 * when there is none.
 */
export async function startRedisRest(
  options: RedisRestOptions,
): Promise<{ readonly server: Server; close(): Promise<void> }> {
  const backend = await chooseBackend(options);
  const rest = new RedisRest(backend, options.token, options.log);
  const server = createServer((request, response) => void rest.handle(request, response));
  server.keepAliveTimeout = 65_000;
  return {
    server,
    close: async () => {
      await new Promise<void>((resolve) => {
        server.close(() => resolve());
        server.closeAllConnections();
      });
      await backend.close();
    },
  };
}
