import { describe, expect, it } from "vitest";
import { gather } from "./gather.ts";

/** Calls that end when the test says so. */
function slowCalls() {
  const calls: { items: readonly number[]; end: (error?: Error) => void }[] = [];
  const run = (items: readonly number[]) =>
    new Promise<readonly number[]>((resolve, reject) => {
      calls.push({
        items: [...items],
        end: (error) => (error === undefined ? resolve(items.map((n) => -n)) : reject(error)),
      });
    });
  return { calls, run };
}
const turn = () => new Promise((resolve) => setImmediate(resolve));

/** Eight events, one for each bit of `order`: somebody asks, or the oldest call ends. */
async function live(limits: { readonly lanes: number; readonly most: number }, order: number) {
  const { calls, run } = slowCalls();
  const ask = gather(run, limits);
  const answers: Promise<number>[] = [];
  let ended = 0;
  const end = () => {
    calls[ended]?.end();
    ended += ended < calls.length ? 1 : 0;
  };
  for (let bit = 0; bit < 8; bit += 1) {
    if ((order >> bit) % 2 === 0) answers.push(ask(answers.length));
    else end();
    await turn();
    expect(calls.length - ended).toBeLessThanOrEqual(limits.lanes);
  }
  while (ended < calls.length) {
    end();
    await turn();
  }
  expect(Math.max(0, ...calls.map(({ items }) => items.length))).toBeLessThanOrEqual(limits.most);
  const asked = answers.map((_, n) => n);
  return {
    asked,
    called: calls.flatMap(({ items }) => items),
    answers: await Promise.all(answers),
  };
}

describe("gather", () => {
  it("serves whoever asks first at once, and those who ask meanwhile together (C8)", async () => {
    const { calls, run } = slowCalls();
    const ask = gather(run, { lanes: 1, most: 10 });
    const first = ask(1);
    await turn();
    expect(calls.map(({ items }) => items)).toEqual([[1]]);
    const others = [ask(2), ask(3)];
    await turn();
    others.push(ask(4));
    expect(calls).toHaveLength(1);
    calls[0]?.end();
    expect(await first).toBe(-1);
    await turn();
    expect(calls[1]?.items).toEqual([2, 3, 4]);
    calls[1]?.end();
    expect(await Promise.all(others)).toEqual([-2, -3, -4]);
  });

  it("takes those who ask in the same moment together, even when nothing is under way", async () => {
    const { calls, run } = slowCalls();
    const ask = gather(run, { lanes: 1, most: 10 });
    const asked = [ask(1), ask(2)];
    await turn();
    expect(calls.map(({ items }) => items)).toEqual([[1, 2]]);
    calls[0]?.end();
    expect(await Promise.all(asked)).toEqual([-1, -2]);
  });

  it("counts what each asks for where that has a weight: what is too heavy goes alone (C8)", async () => {
    const { calls, run } = slowCalls();
    const ask = gather(run, { lanes: 4, most: 10, weigh: (item) => item });
    const asked = [6, 3, 4, 20, 1].map(ask);
    await turn();
    expect(calls.map(({ items }) => items)).toEqual([[6, 3], [4], [20], [1]]);
    for (const { end } of calls) end();
    expect(await Promise.all(asked)).toEqual([-6, -3, -4, -20, -1]);
  });

  it("keeps within its lanes and its size, and answers everybody once, in every order of events", async () => {
    const kinds = [1, 2].flatMap((lanes) => [1, 2, 3].map((most) => ({ lanes, most })));
    for (const limits of kinds) {
      for (let order = 0; order < 256; order += 1) {
        const { asked, called, answers } = await live(limits, order);
        expect({ called, answers }).toEqual({ called: asked, answers: asked.map((n) => -n) });
      }
    }
  });

  it("fails all that a call was made for, and goes on", async () => {
    const { calls, run } = slowCalls();
    const ask = gather(run, { lanes: 1, most: 10 });
    const failing = [ask(1), ask(2)].map((answer) => answer.catch((error: Error) => error.message));
    await turn();
    const next = ask(3);
    calls[0]?.end(new Error("no connection"));
    expect(await Promise.all(failing)).toEqual(["no connection", "no connection"]);
    await turn();
    calls[1]?.end();
    expect(await next).toBe(-3);
  });
});
