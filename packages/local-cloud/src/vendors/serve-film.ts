/** The finished clip of a simulated job: a real film, by ranges, and all that can go wrong. */
import { readFileSync } from "node:fs";
import type { IncomingMessage, ServerResponse } from "node:http";
import type { FaultOf } from "./faults.ts";

const film = (name: string): Buffer => readFileSync(new URL(`./film/${name}.mp4`, import.meta.url));
const WIDE = film("wide");
const TALL = film("tall");

function rangeOf(header: string | undefined, size: number): readonly [number, number] | null {
  const match = /^bytes=(\d+)-(\d*)$/u.exec(header ?? "");
  if (match === null) return null;
  const last = match[2] === "" ? size - 1 : Math.min(Number(match[2]), size - 1);
  return [Number(match[1]), last];
}

function sendWhole(response: ServerResponse, bytes: Buffer, fault: FaultOf<"file"> | null): void {
  response.writeHead(200, { "content-type": "video/mp4", "content-length": bytes.length });
  if (fault !== "file-cut") return void response.end(bytes);
  response.write(bytes.subarray(0, Math.floor(bytes.length / 2)), () => response.destroy());
}

function sendFaulty(response: ServerResponse, bytes: Buffer, fault: FaultOf<"file">): boolean {
  switch (fault) {
    case "file-expired":
      response.writeHead(403, { "content-type": "application/xml" }).end("<Error>Expired</Error>");
      return true;
    case "file-html":
      response.writeHead(200, { "content-type": "text/html" }).end("<html>Sign in</html>");
      return true;
    case "file-truncated": {
      const part = bytes.subarray(0, Math.floor(bytes.length / 2));
      sendWhole(response, part, null);
      return true;
    }
    case "file-wrong-size":
      // More is announced than is ever sent.
      response.writeHead(200, { "content-type": "video/mp4", "content-length": bytes.length + 9 });
      response.write(bytes, () => response.destroy());
      return true;
    case "file-cut":
    case "file-no-range":
      return false;
  }
}

export function serveFilm(
  request: IncomingMessage,
  response: ServerResponse,
  of: { readonly isTall: boolean; readonly fault: FaultOf<"file"> | null },
): void {
  const bytes = of.isTall ? TALL : WIDE;
  const { fault } = of;
  if (fault !== null && sendFaulty(response, bytes, fault)) return;
  const range = fault === "file-no-range" ? null : rangeOf(request.headers.range, bytes.length);
  if (range === null) return sendWhole(response, bytes, fault);
  const [first, last] = range;
  if (first > last) {
    response.writeHead(416, { "content-range": `bytes */${bytes.length}` }).end();
    return;
  }
  response.writeHead(206, {
    "content-type": "video/mp4",
    "content-length": last - first + 1,
    "content-range": `bytes ${first}-${last}/${bytes.length}`,
  });
  response.end(bytes.subarray(first, last + 1));
}
