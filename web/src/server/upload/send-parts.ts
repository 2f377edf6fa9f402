import type { PutOutcome } from "./put-part.ts";
import type { Part } from "./parts.ts";

const PARALLEL = 3;
const TRIES = 6;
const SIGN_AHEAD = 6;
const WAITS_MS = [500, 1_000, 2_000, 4_000, 8_000] as const;

export interface PartsTransport {
  /** Fresh addresses for these parts. Throws when the upload itself has ended. */
  readonly sign: (numbers: readonly number[]) => Promise<ReadonlyMap<number, string>>;
  readonly put: (
    url: string,
    part: Part,
    options: { readonly signal: AbortSignal; readonly onSent: (bytes: number) => void },
  ) => Promise<PutOutcome>;
  readonly whenOnline: (signal: AbortSignal) => Promise<void>;
  readonly pause: (waitMs: number, signal: AbortSignal) => Promise<void>;
}

/** A part that could not be sent after every try. */
export class PartFailed extends Error {
  override readonly name = "PartFailed";
}

/**
 * Sends `parts`, three at a time; each is tried again by itself, with a new address when the old
 * one is refused. Rejects with `PartFailed`, or with the signal's reason when aborted.
 */
export async function sendParts(
  parts: readonly Part[],
  transport: PartsTransport,
  options: { readonly signal: AbortSignal; readonly onSent: (bytesOfTheseParts: number) => void },
): Promise<void> {
  const { signal } = options;
  const addresses = new Map<number, string>();
  const sent = new Map<number, number>();
  const queue = [...parts];
  let signing: Promise<void> = Promise.resolve();

  const signAhead = async (part: Part, before: Promise<void>): Promise<void> => {
    await before;
    if (addresses.has(part.number)) return;
    const ahead = [part, ...queue.slice(0, SIGN_AHEAD)].map(({ number }) => number);
    for (const [number, url] of await transport.sign(ahead)) addresses.set(number, url);
  };
  const addressOf = async (part: Part): Promise<string> => {
    // One signer at a time: workers that wait find their address made by the one before.
    signing = signAhead(part, signing);
    await signing;
    const url = addresses.get(part.number);
    if (url === undefined) throw new PartFailed(`no address for part ${part.number}`);
    return url;
  };

  const report = (part: Part, bytes: number) => {
    sent.set(part.number, bytes);
    options.onSent([...sent.values()].reduce((sum, value) => sum + value, 0));
  };

  const sendOne = async (part: Part): Promise<void> => {
    for (let tries = 0; tries < TRIES; tries += 1) {
      await transport.whenOnline(signal);
      const url = await addressOf(part);
      const outcome = await transport.put(url, part, {
        signal,
        onSent: (bytes) => report(part, bytes),
      });
      if (outcome === "stored") {
        report(part, part.end - part.start);
        return;
      }
      report(part, 0);
      addresses.delete(part.number);
      const waitMs = WAITS_MS[tries];
      if (waitMs !== undefined) await transport.pause(waitMs, signal);
    }
    throw new PartFailed(`part ${part.number} was not stored`);
  };

  const worker = async (): Promise<void> => {
    for (let part = queue.shift(); part !== undefined; part = queue.shift()) {
      signal.throwIfAborted();
      await sendOne(part);
    }
  };
  await Promise.all(Array.from({ length: Math.min(PARALLEL, parts.length) }, worker));
}
