import { expect, test } from "vitest";
import { BoundedCache } from "./bounded-cache.ts";

test("memory never exceeds the limit, and what is dropped is released (F71)", () => {
  const released: string[] = [];
  const cache = new BoundedCache<string>(100, (value) => released.push(value));
  for (let i = 0; i < 50; i += 1) {
    cache.set(`k${i}`, `v${i}`, 30);
    expect(cache.bytes).toBeLessThanOrEqual(100);
  }
  expect(released).toHaveLength(47);
  cache.clear();
  expect(released).toHaveLength(50);
  expect(cache.bytes).toBe(0);
});

test("what was used last stays longest", () => {
  const cache = new BoundedCache<number>(2);
  cache.set("a", 1, 1);
  cache.set("b", 2, 1);
  cache.get("a");
  cache.set("c", 3, 1);
  expect([cache.has("a"), cache.has("b"), cache.has("c")]).toEqual([true, false, true]);
});

test("one value larger than the limit is kept alone", () => {
  const cache = new BoundedCache<number>(10);
  cache.set("a", 1, 5);
  cache.set("big", 2, 50);
  expect([cache.has("a"), cache.has("big")]).toEqual([false, true]);
});

test("replacing a key releases the old value and counts its bytes once", () => {
  const released: number[] = [];
  const cache = new BoundedCache<number>(10, (value) => released.push(value));
  cache.set("a", 1, 4);
  cache.set("a", 2, 6);
  expect(released).toEqual([1]);
  expect(cache.bytes).toBe(6);
});
