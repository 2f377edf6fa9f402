import { createServer } from "node:http";
import type { Server } from "node:http";
import { connect } from "node:net";
import { WebSocketServer } from "ws";
import type { RawData, WebSocket } from "ws";

/** Bytes waiting for a slow side above which the fast side is paused. */
const HIGH_WATER_BYTES = 1 << 20;

function asBuffer(data: RawData): Buffer {
  if (Buffer.isBuffer(data)) return data;
  return Array.isArray(data) ? Buffer.concat(data) : Buffer.from(data);
}

/** One WebSocket, one TCP connection; when either ends, so does the other. */
function tunnel(socket: WebSocket, target: { host: string; port: number }): void {
  const database = connect({ ...target, noDelay: true });
  socket.on("message", (data) => {
    const written = database.write(asBuffer(data));
    if (!written) {
      socket.pause();
      database.once("drain", () => socket.resume());
    }
  });
  database.on("data", (chunk) => {
    socket.send(chunk, { binary: true }, () => {
      if (database.isPaused() && socket.bufferedAmount < HIGH_WATER_BYTES) database.resume();
    });
    if (socket.bufferedAmount >= HIGH_WATER_BYTES) database.pause();
  });
  socket.on("close", () => database.destroy());
  socket.on("error", () => database.destroy());
  database.on("error", () => socket.terminate());
  database.on("close", () => socket.close());
}

function isTarget(address: string, target: { host: string; port: number }): boolean {
  const separator = address.lastIndexOf(":");
  const host = address.slice(0, separator).replaceAll(/^\[|\]$/gu, "");
  return host === target.host && Number(address.slice(separator + 1)) === target.port;
}

export interface WsProxy {
  readonly server: Server;
  close(): Promise<void>;
}

/**
 * The WebSocket side of Neon in front of any Postgres: `ws://host:port/v1?address=...` carries
 * the Postgres protocol in binary messages. It reaches the one database it was made for and
 * nothing else, so it is no open relay.
 */
export function createWsProxy(databaseUrl: string): WsProxy {
  const url = new URL(databaseUrl);
  const target = {
    host: url.hostname.replace(/^\[|\]$/gu, ""),
    port: Number(url.port === "" ? 5432 : url.port),
  };
  const server = createServer((_request, response) => {
    response.writeHead(426, { "content-type": "text/plain" });
    response.end("This is a WebSocket proxy for Postgres.\n");
  });
  const sockets = new WebSocketServer({ noServer: true, perMessageDeflate: false });
  server.on("upgrade", (request, connection, head) => {
    const asked = new URL(request.url ?? "/", "http://proxy").searchParams.get("address");
    if (asked !== null && !isTarget(asked, target)) {
      connection.end("HTTP/1.1 403 Forbidden\r\nconnection: close\r\n\r\n");
      return;
    }
    sockets.handleUpgrade(request, connection, head, (socket) => tunnel(socket, target));
  });
  return {
    server,
    close: () =>
      new Promise((resolve) => {
        for (const socket of sockets.clients) socket.terminate();
        sockets.close();
        server.close(() => resolve());
        server.closeAllConnections();
      }),
  };
}
