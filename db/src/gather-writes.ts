import type { neonConfig } from "@neondatabase/serverless";

type SocketClass = NonNullable<(typeof neonConfig)["webSocketConstructor"]>;

const OPEN = 1;

function join(parts: readonly Uint8Array[]): Uint8Array {
  const [only] = parts;
  if (only !== undefined && parts.length === 1) return only;
  const whole = new Uint8Array(parts.reduce((sum, part) => sum + part.length, 0));
  let at = 0;
  for (const part of parts) {
    whole.set(part, at);
    at += part.length;
  }
  return whole;
}

/**
 * The same socket, but what is sent in one go of the program leaves as one message, when that go
 * ends. The driver gathers with a timer of its own, which on Node costs every statement a
 * millisecond: more than most statements take.
 */
export function gatherWrites(Socket: SocketClass): SocketClass {
  return class extends Socket {
    #waiting: Uint8Array[] = [];

    override send(data: Uint8Array): void {
      this.#waiting.push(data);
      if (this.#waiting.length === 1) queueMicrotask(() => this.#flush());
    }

    override close(code?: number, reason?: string): void {
      this.#flush();
      super.close(code, reason);
    }

    #flush(): void {
      const parts = this.#waiting;
      this.#waiting = [];
      // Nothing can be said any more to whoever has gone; the driver hears of it by the close.
      if (parts.length > 0 && this.readyState === OPEN) super.send(join(parts));
    }
  };
}
