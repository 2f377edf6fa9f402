import { createServer } from "node:http";
import type { IncomingHttpHeaders, Server } from "node:http";
import { text } from "node:stream/consumers";
import { setTimeout as sleep } from "node:timers/promises";
import { Client } from "@upstash/qstash";
import { listen } from "../process/ports.ts";
import { startQstash } from "../qstash/server.ts";
import type { QstashOptions } from "../qstash/server.ts";

export interface Taken {
  readonly body: string;
  readonly headers: IncomingHttpHeaders;
  readonly method: string;
  readonly url: string;
  readonly atMs: number;
}

export interface Reply {
  readonly status: number;
  readonly headers?: Record<string, string>;
  readonly body?: string;
  readonly afterMs?: number;
}

/** A receiver of deliveries that answers as a test wants. */
export class Inbox {
  readonly taken: Taken[] = [];
  readonly #server: Server;
  readonly #answers = new Map<string, (index: number) => Reply>();
  base = "";

  constructor() {
    this.#server = createServer((request, response) => {
      void text(request).then(async (body) => {
        const { headers, method = "", url = "" } = request;
        const index = this.at(url).length;
        this.taken.push({ body, headers, method, url, atMs: Date.now() });
        const reply = this.#answers.get(url)?.(index) ?? { status: 200 };
        await sleep(reply.afterMs ?? 0);
        return response.writeHead(reply.status, reply.headers).end(reply.body);
      });
    });
  }

  async open(): Promise<void> {
    this.base = `http://127.0.0.1:${await listen(this.#server, "127.0.0.1", 0)}`;
  }

  close(): void {
    this.#server.closeAllConnections();
    this.#server.close();
  }

  at(path: string): Taken[] {
    return this.taken.filter((item) => item.url === path);
  }

  /** A path that answers so. */
  answer(path: string, reply: (index: number) => Reply): string {
    this.#answers.set(path, reply);
    return `${this.base}${path}`;
  }

  async arrivals(path: string, count: number): Promise<Taken[]> {
    for (let waitedMs = 0; this.at(path).length < count; waitedMs += 10) {
      if (waitedMs > 10_000) throw new Error(`${this.at(path).length} of ${count} came to ${path}`);
      await sleep(10);
    }
    return this.at(path);
  }
}

/** The queue on a port of its own, and the official client of it. */
export async function openQstash(dataDir: string, more: Partial<QstashOptions> = {}) {
  const qstash = await startQstash({
    dataDir,
    token: "token",
    retryScale: 0.001,
    log: () => undefined,
    ...more,
  });
  const baseUrl = `http://127.0.0.1:${await listen(qstash.server, "127.0.0.1", 0)}`;
  return { qstash, baseUrl, client: new Client({ baseUrl, token: "token" }) };
}
