/** An object store for tests: GET with ranges, PUT, and connections that break on demand. */
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";

export interface ObjectShelf {
  readonly base: string;
  readonly objects: Map<string, Buffer>;
  /** Content types of what was PUT, by path. */
  readonly types: Map<string, string>;
  /** The next GET of `path` closes the connection after this share of its bytes. */
  breakOnce(path: string, share: number): void;
  /** The next PUTs answer 500 this many times. */
  refusePuts(times: number): void;
  close(): Promise<void>;
}

export async function openShelf(): Promise<ObjectShelf> {
  const objects = new Map<string, Buffer>();
  const types = new Map<string, string>();
  const breaks = new Map<string, number>();
  let refusals = 0;
  const server = createServer((request, response) => {
    const path = request.url ?? "";
    if (request.method === "PUT") {
      const chunks: Buffer[] = [];
      request.on("data", (chunk: Buffer) => chunks.push(chunk));
      request.on("end", () => {
        if (refusals > 0) {
          refusals -= 1;
          response.writeHead(500).end();
          return;
        }
        if (request.headers["content-length"] === undefined) {
          response.writeHead(411).end();
          return;
        }
        objects.set(path, Buffer.concat(chunks));
        types.set(path, request.headers["content-type"] ?? "");
        response.writeHead(200).end();
      });
      return;
    }
    const body = objects.get(path);
    if (body === undefined) {
      response.writeHead(404).end();
      return;
    }
    const asked = /^bytes=(\d+)-(\d*)$/.exec(request.headers.range ?? "");
    const last = asked?.[2] ? Number(asked[2]) : body.length - 1;
    const part = body.subarray(Number(asked?.[1] ?? 0), last + 1);
    response.writeHead(asked === null ? 200 : 206, { "content-length": part.length });
    const share = breaks.get(path);
    if (share === undefined) {
      response.end(part);
      return;
    }
    breaks.delete(path);
    response.write(part.subarray(0, Math.floor(part.length * share)), () => response.destroy());
  });
  await new Promise<void>((resolve) => {
    server.listen(0, "127.0.0.1", resolve);
  });
  return {
    base: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    objects,
    types,
    breakOnce: (path, share) => void breaks.set(path, share),
    refusePuts(times) {
      refusals = times;
    },
    close: () =>
      new Promise((resolve) => {
        server.closeAllConnections();
        server.close(() => resolve());
      }),
  };
}
