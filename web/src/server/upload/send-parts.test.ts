import { describe, expect, it } from "vitest";
import { partsOf } from "./parts.ts";
import type { PutOutcome } from "./put-part.ts";
import { type PartsTransport, PartFailed, sendParts } from "./send-parts.ts";

function transportOf(answer: (part: number, url: string, tries: number) => PutOutcome) {
  const tries = new Map<number, number>();
  const stored: number[] = [];
  let generation = 0;
  const transport: PartsTransport = {
    sign: (numbers) => {
      generation += 1;
      return Promise.resolve(
        new Map(numbers.map((n) => [n, `https://store/${n}?g=${generation}`])),
      );
    },
    put: async (url, part, { onSent }) => {
      const count = (tries.get(part.number) ?? 0) + 1;
      tries.set(part.number, count);
      onSent(1);
      const outcome = answer(part.number, url, count);
      if (outcome === "stored") stored.push(part.number);
      return outcome;
    },
    whenOnline: () => Promise.resolve(),
    pause: () => Promise.resolve(),
  };
  return { transport, tries, stored };
}

const run = (transport: PartsTransport, onSent: (bytes: number) => void = () => {}) =>
  sendParts(partsOf(95, 10), transport, { signal: new AbortController().signal, onSent });

describe("sending parts (M1)", () => {
  it("stores every part once and reports every byte", async () => {
    const { transport, stored, tries } = transportOf(() => "stored");
    let last = 0;
    await run(transport, (bytes) => (last = bytes));
    expect(stored.toSorted((a, b) => a - b)).toEqual([1, 2, 3, 4, 5, 6, 7, 8, 9, 10]);
    expect([...tries.values()].every((count) => count === 1)).toBe(true);
    expect(last).toBe(95);
  });

  it("a part that fails is sent again alone", async () => {
    const { transport, tries } = transportOf((part, _, count) =>
      part === 4 && count < 3 ? "failed" : "stored",
    );
    await run(transport);
    expect(tries.get(4)).toBe(3);
    expect([...tries.values()].reduce((a, b) => a + b)).toBe(12);
  });

  it("a refused address is replaced by a new one before the next try", async () => {
    const used: string[] = [];
    const { transport } = transportOf((part, url, count) => {
      if (part === 2) used.push(url);
      return part === 2 && count === 1 ? "refused" : "stored";
    });
    await run(transport);
    expect(used).toHaveLength(2);
    expect(used[0]).not.toBe(used[1]);
  });

  it("gives up with PartFailed when a part never gets through", async () => {
    const { transport } = transportOf((part) => (part === 3 ? "failed" : "stored"));
    await expect(run(transport)).rejects.toBeInstanceOf(PartFailed);
  });

  it("stops when it is paused", async () => {
    const stop = new AbortController();
    const { transport, stored } = transportOf((part) => {
      if (part === 3) stop.abort(new Error("paused"));
      return "stored";
    });
    await expect(
      sendParts(partsOf(95, 10), transport, { signal: stop.signal, onSent: () => {} }),
    ).rejects.toThrow("paused");
    expect(stored.length).toBeLessThan(7);
  });
});
