import { connect } from "node:net";
import type { Socket } from "node:net";
import { RedisError, Status } from "./reply.ts";
import type { Reply } from "./reply.ts";

const CRLF = Buffer.from("\r\n");

export function encodeCommand(command: readonly string[]): string {
  const args = command.map((arg) => `$${Buffer.byteLength(arg)}\r\n${arg}\r\n`);
  return `*${command.length}\r\n${args.join("")}`;
}

/** A parsed value and where the next one begins; undefined when more bytes must arrive. */
type Parsed = { readonly value: Reply; readonly next: number } | undefined;

function parseArray(buffer: Buffer, length: number, start: number): Parsed {
  if (length === -1) return { value: null, next: start };
  const items: Reply[] = [];
  let next = start;
  for (let index = 0; index < length; index++) {
    const item = parseReply(buffer, next);
    if (item === undefined) return undefined;
    items.push(item.value);
    next = item.next;
  }
  return { value: items, next };
}

export function parseReply(buffer: Buffer, start: number): Parsed {
  const end = buffer.indexOf(CRLF, start);
  if (end === -1) return undefined;
  const line = buffer.toString("utf8", start + 1, end);
  const next = end + 2;
  switch (buffer[start] ?? 0) {
    case 0x2b: // +
      return { value: new Status(line), next };
    case 0x2d: // -
      return { value: new RedisError(line), next };
    case 0x3a: // :
      return { value: Number(line), next };
    case 0x24: {
      // $
      const length = Number(line);
      if (length === -1) return { value: null, next };
      if (buffer.length < next + length + 2) return undefined;
      return { value: Buffer.from(buffer.subarray(next, next + length)), next: next + length + 2 };
    }
    case 0x2a: // *
      return parseArray(buffer, Number(line), next);
    default:
      throw new Error("Redis answered something that is not RESP2.");
  }
}

/** One connection; replies come back in the order of the commands. */
export class RespClient {
  readonly #socket: Socket;
  #pending: Buffer = Buffer.alloc(0);
  readonly #waiting: ((reply: Reply | Error) => void)[] = [];
  #onPush: ((reply: Reply) => void) | null = null;

  private constructor(socket: Socket) {
    this.#socket = socket;
    socket.on("data", (chunk) => this.#take(chunk));
    socket.on("error", () => socket.destroy());
    socket.on("close", () => {
      for (const settle of this.#waiting.splice(0)) settle(new Error("Redis closed the line."));
    });
  }

  static connect(path: string): Promise<RespClient> {
    return new Promise((resolve, reject) => {
      const socket = connect({ path });
      socket.once("error", reject);
      socket.once("connect", () => {
        socket.removeListener("error", reject);
        resolve(new RespClient(socket));
      });
    });
  }

  get isClosed(): boolean {
    return this.#socket.destroyed;
  }

  #take(chunk: Buffer): void {
    this.#pending = this.#pending.length === 0 ? chunk : Buffer.concat([this.#pending, chunk]);
    let offset = 0;
    for (;;) {
      const parsed = parseReply(this.#pending, offset);
      if (parsed === undefined) break;
      offset = parsed.next;
      const settle = this.#waiting.shift();
      if (settle === undefined) this.#onPush?.(parsed.value);
      else settle(parsed.value);
    }
    this.#pending = this.#pending.subarray(offset);
  }

  /** Sends commands in one piece, so nothing of another caller comes in between. */
  async send(commands: readonly (readonly string[])[]): Promise<Reply[]> {
    if (this.#socket.destroyed) throw new Error("Redis closed the line.");
    const replies = commands.map(
      () =>
        new Promise<Reply>((resolve, reject) => {
          this.#waiting.push((reply) => {
            if (reply instanceof Error && !(reply instanceof RedisError)) reject(reply);
            else resolve(reply);
          });
        }),
    );
    this.#socket.write(commands.map(encodeCommand).join(""));
    return Promise.all(replies);
  }

  /** Messages that nobody asked for, after SUBSCRIBE. */
  onPush(handler: (reply: Reply) => void): void {
    this.#onPush = handler;
  }

  close(): void {
    this.#socket.destroy();
  }
}
