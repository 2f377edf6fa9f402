/** As much of a WebSocket as the Neon driver needs, straight to Postgres without a proxy. */
import { connect } from "node:net";
import type { Socket } from "node:net";

type Listener = (event: { readonly data: ArrayBuffer } | Error | undefined) => void;

export class TcpSocket {
  binaryType = "arraybuffer";
  readyState = 0;
  readonly #socket: Socket;
  readonly #listeners = new Map<string, Listener[]>();

  /** @param url `ws://host:port` of the server itself */
  constructor(url: string) {
    const { hostname, port } = new URL(url);
    this.#socket = connect({ host: hostname, port: Number(port), noDelay: true });
    this.#socket.on("connect", () => {
      this.readyState = 1;
      this.#tell("open");
    });
    this.#socket.on("data", (chunk) =>
      this.#tell("message", { data: new Uint8Array(chunk).buffer }),
    );
    this.#socket.on("error", (error) => this.#tell("error", error));
    this.#socket.on("close", () => {
      this.readyState = 3;
      this.#tell("close");
    });
  }

  #tell(name: string, event?: Parameters<Listener>[0]): void {
    for (const listener of this.#listeners.get(name) ?? []) listener(event);
  }

  addEventListener(name: string, listener: Listener): void {
    this.#listeners.set(name, [...(this.#listeners.get(name) ?? []), listener]);
  }

  send(data: Uint8Array): void {
    this.#socket.write(data);
  }

  close(): void {
    this.#socket.end();
  }
}
