import type { lookup } from "node:dns";
import { createServer } from "node:http";
import type { Server } from "node:http";
import type { AddressInfo } from "node:net";
import { notifierCases } from "@cutroom/ports/notifier.cases";
import type { Heard, NotifierCase } from "@cutroom/ports/notifier.cases";
import { Webhook } from "standardwebhooks";
import { afterAll, describe, expect, it } from "vitest";
import { createFetchOutbound } from "./outbound-fetch.ts";
import { createNodeOutbound } from "./outbound-node.ts";
import { createWebhookNotifier } from "@cutroom/adapters/notifier/webhook";
import type { Outbound } from "./deps.ts";

const servers: Server[] = [];
afterAll(() => {
  for (const server of servers) {
    server.closeAllConnections();
    server.close();
  }
});

type Answer = Parameters<NotifierCase["receive"]>[0];

async function receive(answer: Answer): Promise<{ url: string; heard: readonly Heard[] }> {
  const heard: Heard[] = [];
  const server = createServer((asked, answering) => {
    const chunks: Buffer[] = [];
    asked.on("data", (chunk: Buffer) => chunks.push(chunk));
    asked.on("end", () => {
      const headers = Object.fromEntries(
        Object.entries(asked.headers).map(([name, value]) => [name, String(value)]),
      );
      heard.push({ headers, rawBody: Buffer.concat(chunks).toString("utf8") });
      const given = answer();
      if (given !== null) answering.writeHead(given.status, given.headers).end("secret answer");
    });
  });
  servers.push(server);
  await new Promise<void>((resolve) => {
    server.listen(0, "127.0.0.1", resolve);
  });
  return { url: `http://127.0.0.1:${(server.address() as AddressInfo).port}/hook`, heard };
}

const secretOf = (letter: string) => `whsec_${btoa(letter.repeat(24))}`;
const open = (outbound: Outbound) => async (): Promise<NotifierCase> => ({
  notifier: createWebhookNotifier(outbound, { timeoutMs: 1_000 }),
  receive,
  verify: (heard, secret) => {
    new Webhook(secret).verify(heard.rawBody, heard.headers);
  },
  secret: secretOf("a"),
  otherSecret: secretOf("b"),
});

describe("webhooks from Node", () => {
  notifierCases(open(createNodeOutbound({ allowPrivate: true })));

  it("reach no private address, whatever its name was a moment before (F127)", async () => {
    const { url, heard } = await receive(() => ({ status: 200 }));
    const { port } = new URL(url);
    const asked: string[] = [];
    const resolve = ((name: string, _options: unknown, found: (...found: unknown[]) => void) => {
      asked.push(name);
      found(null, [
        { address: "93.184.216.34", family: 4 },
        { address: "127.0.0.1", family: 4 },
      ]);
    }) as unknown as typeof lookup;
    const guarded = createNodeOutbound({ allowPrivate: false, resolve });
    const request = { headers: {}, body: "{}", timeoutMs: 1_000 };
    expect(await guarded({ ...request, url: `https://rebind.example.com:${port}/` })).toBe(
      "blocked",
    );
    expect(asked).toEqual(["rebind.example.com"]);
    expect(await guarded({ ...request, url })).toBe("blocked");
    expect(heard).toHaveLength(0);
  });
});

describe("webhooks from the edge", () => {
  notifierCases(open(createFetchOutbound({ allowPrivate: true })));
});
