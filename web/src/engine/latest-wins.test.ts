import { expect, test } from "vitest";
import { LatestWins } from "./latest-wins.ts";

function gate() {
  const started: number[] = [];
  const finish: (() => void)[] = [];
  const queue = new LatestWins<number, number>((request) => {
    started.push(request);
    return new Promise((resolve) => finish.push(() => resolve(request * 10)));
  });
  return { started, finish, queue };
}

test("of many requests during one decode only the newest is decoded", async () => {
  const { started, finish, queue } = gate();
  const answers = [1, 2, 3, 4].map((request) => queue.ask(request));
  finish[0]?.();
  expect(await answers[0]).toBe(10);
  expect(await answers[1]).toBeNull();
  expect(await answers[2]).toBeNull();
  finish[1]?.();
  expect(await answers[3]).toBe(40);
  expect(started).toEqual([1, 4]);
});

test("never two at once, even when a request arrives as another is let in", async () => {
  const { started, finish, queue } = gate();
  const first = queue.ask(1);
  const second = queue.ask(2);
  finish[0]?.();
  await first;
  const third = queue.ask(3);
  expect(started).toEqual([1, 2]);
  finish[1]?.();
  expect(await second).toBe(20);
  finish[2]?.();
  expect(await third).toBe(30);
});

test("a failed job lets the next one run", async () => {
  let calls = 0;
  const queue = new LatestWins<number, number>(async (request) => {
    calls += 1;
    if (calls === 1) throw new Error("decoder lost");
    return request;
  });
  const first = queue.ask(1);
  const second = queue.ask(2);
  await expect(first).rejects.toThrow("decoder lost");
  expect(await second).toBe(2);
});
