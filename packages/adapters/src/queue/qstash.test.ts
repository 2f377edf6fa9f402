import { createServer } from "node:http";
import type { Server } from "node:http";
import type { AddressInfo } from "node:net";
import { afterEach, describe, expect, it, vi } from "vitest";
import { createQstashQueue } from "./qstash.ts";

let server: Server | undefined;
afterEach(() => {
  server?.closeAllConnections();
  server?.close();
  vi.restoreAllMocks();
});

/** A queue that refuses every list with `status`, and single messages for bad addresses. */
async function openQueue(status: number) {
  vi.spyOn(console, "error").mockImplementation(() => undefined);
  const heard: string[] = [];
  server = createServer((request, response) => {
    const path = request.url ?? "";
    heard.push(path);
    const isGood = path.startsWith("/v2/publish/") && !path.endsWith("/bad");
    const body = isGood ? { messageId: `msg_${path.at(-1)}` } : { error: "malformed" };
    response.writeHead(isGood ? 201 : status, { "content-type": "application/json" });
    request.resume().on("end", () => response.end(JSON.stringify(body)));
  });
  await new Promise<void>((resolve) => {
    server?.listen(0, "127.0.0.1", resolve);
  });
  const { port } = server.address() as AddressInfo;
  return { queue: createQstashQueue({ url: `http://127.0.0.1:${port}`, token: "t" }), heard };
}

async function publishAll(queue: Awaited<ReturnType<typeof openQueue>>["queue"]) {
  const paths = ["1", "bad", "2"];
  const settled = await Promise.allSettled(
    paths.map((path) =>
      queue.publish({ url: `https://farm.test/${path}`, body: "{}", deduplicationId: path }),
    ),
  );
  return settled.map((one) => (one.status === "fulfilled" ? one.value.messageId : null));
}

describe("a list of messages that the queue refuses as a whole", () => {
  it("is sent one by one, so that only the malformed one is refused (C7)", async () => {
    const { queue, heard } = await openQueue(400);
    expect(await publishAll(queue)).toEqual(["msg_1", null, "msg_2"]);
    expect(heard[0]).toBe("/v2/batch");
    expect(heard.slice(1).toSorted()).toEqual(
      ["1", "2", "bad"].map((path) => `/v2/publish/https://farm.test/${path}`),
    );
  });

  it("is not repeated when nobody knows whether it was taken: all are told (C7)", async () => {
    const { queue, heard } = await openQueue(500);
    expect(await publishAll(queue)).toEqual([null, null, null]);
    expect(heard.filter((path) => path !== "/v2/batch")).toEqual([]);
  });
});
