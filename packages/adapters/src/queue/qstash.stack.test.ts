import { createServer } from "node:http";
import type { IncomingMessage, Server } from "node:http";
import type { AddressInfo } from "node:net";
import { text } from "node:stream/consumers";
import { queueCases } from "@cutroom/ports/queue.cases";
import type { Delivered, QueueReceiver } from "@cutroom/ports/queue.cases";
import { cloudEnv } from "@cutroom/testkit";
import { afterAll, describe } from "vitest";
import { createQstashQueue, createQstashVerifier } from "./qstash.ts";

interface Inbox {
  readonly deliveries: Delivered[];
  readonly answer: (index: number) => number | Promise<number>;
}

async function startReceiver(): Promise<{ server: Server; receiver: QueueReceiver }> {
  const inboxes = new Map<string, Inbox>();
  async function take(request: IncomingMessage, base: string): Promise<number> {
    const url = `${base}${request.url}`;
    const rawBody = await text(request);
    const inbox = inboxes.get(url);
    if (inbox === undefined) return 404;
    const signature = String(request.headers["upstash-signature"]);
    inbox.deliveries.push({ url, rawBody, signature, atMs: Date.now() });
    return inbox.answer(inbox.deliveries.length - 1);
  }
  let base = "";
  const server = createServer((request, response) => {
    void take(request, base).then((status) => response.writeHead(status).end());
  });
  await new Promise<void>((resolve) => {
    server.listen(0, "127.0.0.1", resolve);
  });
  base = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  return {
    server,
    receiver: {
      receive: async (answer) => {
        const url = `${base}/wake/${inboxes.size}?part=a%20b`;
        const inbox = { deliveries: [], answer };
        inboxes.set(url, inbox);
        return { url, deliveries: inbox.deliveries };
      },
    },
  };
}

describe("QStash adapter on the local cloud", () => {
  let server: Server | undefined;
  afterAll(() => {
    server?.closeAllConnections();
    server?.close();
  });
  queueCases(async () => {
    const env = await cloudEnv();
    const started = await startReceiver();
    server = started.server;
    return {
      queue: createQstashQueue({
        url: env["QSTASH_URL"] ?? "",
        token: env["QSTASH_TOKEN"] ?? "",
      }),
      verifier: createQstashVerifier({
        currentSigningKey: env["QSTASH_CURRENT_SIGNING_KEY"] ?? "",
        nextSigningKey: env["QSTASH_NEXT_SIGNING_KEY"] ?? "",
      }),
      receiver: started.receiver,
    };
  });
});
