/** What every key-value store must do, whoever makes it. */
import { beforeAll, describe, expect, it } from "vitest";
import type { KeyValue, ReserveLayer } from "./key-value.ts";

/** @param open makes a store; all keys used begin with `prefix`. */
export function keyValueCases(open: () => Promise<{ store: KeyValue; prefix: string }>): void {
  describe("key-value store", () => {
    let store: KeyValue;
    let prefix: string;
    let count = 0;
    beforeAll(async () => {
      ({ store, prefix } = await open());
    });
    const newKey = (): string => `${prefix}key:${(count += 1)}`;
    const sleep = (ms: number): Promise<void> =>
      new Promise((resolve) => {
        setTimeout(resolve, ms);
      });

    it("gives back exactly the text that was set, numbers and emptiness included", async () => {
      const key = newKey();
      expect(await store.get(key)).toBeNull();
      for (const text of [
        "007",
        "12345678901234567890",
        '{"a":1}',
        "null",
        "ü 视频 \n\0",
        "",
        "OK",
      ]) {
        expect(await store.set(key, text)).toBe(true);
        expect(await store.get(key)).toBe(text);
      }
    });

    it("sets only if absent, once", async () => {
      const key = newKey();
      expect(await store.set(key, "first", { onlyIfAbsent: true })).toBe(true);
      expect(await store.set(key, "second", { onlyIfAbsent: true })).toBe(false);
      expect(await store.get(key)).toBe("first");
      await store.delete(key);
      await store.delete(key);
      expect(await store.set(key, "third", { onlyIfAbsent: true })).toBe(true);
    });

    it("forgets a value after its time to live", async () => {
      const key = newKey();
      // Long enough to be read within it on a busy machine.
      await store.set(key, "x", { ttlMs: 1_000 });
      expect(await store.get(key)).toBe("x");
      await sleep(1_100);
      expect(await store.get(key)).toBeNull();
    });

    const layer = (key: string, limit: number, over: Partial<ReserveLayer> = {}) => ({
      key,
      limit,
      amount: 1,
      ttlMs: 0,
      isSoft: false,
      ...over,
    });
    const reserve = async (member: string, layers: readonly ReserveLayer[], mark = newKey()) => {
      await store.set(mark, "7");
      return store.reserve({ member, atMs: 1_000, mark, layers });
    };
    const membersOf = async (key: string) =>
      (await store.holds(key)).map((hold) => hold.member).toSorted();
    const admitted = { outcome: "admitted", mark: 7, fullSoft: [] };

    it("admits up to the limit of each layer and names the one that is full", async () => {
      const [user, plan] = [newKey(), newKey()];
      const layers = [layer(user, 2), layer(plan, 3)];
      expect(await reserve("a", layers)).toEqual(admitted);
      expect(await reserve("ü 视频", layers)).toEqual(admitted);
      expect(await reserve("c", layers)).toEqual({ outcome: "full", layer: 0, used: 2 });
      const other = [layer(newKey(), 2), layer(plan, 2)];
      expect(await reserve("c", other)).toEqual({ outcome: "full", layer: 1, used: 2 });
      expect(await store.holds(user)).toEqual(
        expect.arrayContaining([
          { member: "a", amount: 1, atMs: 1_000 },
          { member: "ü 视频", amount: 1, atMs: 1_000 },
        ]),
      );
    });

    it("adds to all layers or to none", async () => {
      const [free, full] = [newKey(), newKey()];
      await reserve("other", [layer(full, 1)]);
      const refused = await reserve("a", [layer(free, 5), layer(full, 1)]);
      expect(refused).toMatchObject({ outcome: "full", layer: 1 });
      expect(await store.holds(free)).toEqual([]);
    });

    it("counts amounts, and refuses the member that does not fit whole", async () => {
      const key = newKey();
      expect(await reserve("a", [layer(key, 10, { amount: 7 })])).toEqual(admitted);
      expect(await reserve("b", [layer(key, 10, { amount: 4 })])).toMatchObject({ used: 7 });
      expect(await reserve("c", [layer(key, 10, { amount: 3 })])).toEqual(admitted);
    });

    it("takes a repeated reservation as a success that changes nothing", async () => {
      const layers = [layer(newKey(), 1)];
      for (let turn = 0; turn < 3; turn++) expect(await reserve("a", layers)).toEqual(admitted);
      expect(await membersOf(layers[0]?.key ?? "")).toEqual(["a"]);
    });

    it("has no limit where the limit is 0", async () => {
      const layers = [layer(newKey(), 0)];
      for (const member of ["a", "b", "c"]) {
        expect(await reserve(member, layers)).toEqual(admitted);
      }
    });

    it("reports a full soft layer and admits all the same", async () => {
      const layers = [layer(newKey(), 5), layer(newKey(), 1, { isSoft: true })];
      expect(await reserve("a", layers)).toEqual(admitted);
      expect(await reserve("b", layers)).toEqual({ ...admitted, fullSoft: [1] });
      expect(await membersOf(layers[1]?.key ?? "")).toEqual(["a", "b"]);
    });

    it("changes nothing where the mark is gone, and tells the mark where it is there", async () => {
      const layers = [layer(newKey(), 1)];
      const mark = newKey();
      const wanted = { member: "a", atMs: 1, mark, layers };
      expect(await store.reserve(wanted)).toEqual({ outcome: "unmarked" });
      expect(await store.holds(layers[0]?.key ?? "")).toEqual([]);
      await store.set(mark, "9007199254740991");
      expect(await store.reserve(wanted)).toEqual({ ...admitted, mark: 9_007_199_254_740_991 });
    });

    it("never admits more than the limit when many come at once", async () => {
      const layers = [layer(newKey(), 7)];
      const mark = newKey();
      await store.set(mark, "7");
      const answers = await Promise.all(
        Array.from({ length: 40 }, (_, index) =>
          store.reserve({ member: `member-${index}`, atMs: 1, mark, layers }),
        ),
      );
      expect(answers.filter((answer) => answer.outcome === "admitted")).toHaveLength(7);
      expect(await membersOf(layers[0]?.key ?? "")).toHaveLength(7);
    });

    it("gives back what a member took, once, however often it is taken out", async () => {
      const [held, month] = [newKey(), newKey()];
      const layers = [layer(held, 1), layer(month, 10, { amount: 8 })];
      await reserve("a", layers);
      const changes = [
        { key: held, amount: null },
        { key: month, amount: 3 },
      ];
      for (let turn = 0; turn < 2; turn++) await store.adjust("a", changes);
      await store.adjust("stranger", changes);
      expect(await store.holds(held)).toEqual([]);
      expect(await store.holds(month)).toEqual([{ member: "a", amount: 3, atMs: 1_000 }]);
      expect(await reserve("b", layers)).toMatchObject({ outcome: "full", layer: 1, used: 3 });
      expect(await reserve("c", [layer(held, 1), layer(month, 10, { amount: 7 })])).toEqual(
        admitted,
      );
    });

    it("fills sets beside their members, or in place of them, with the right sum", async () => {
      const [one, two] = [newKey(), newKey()];
      await reserve("old", [layer(one, 0, { amount: 5 }), layer(two, 0)]);
      const holds = [
        { member: "old", amount: 1, atMs: 2 },
        { member: "new", amount: 4, atMs: 3 },
      ];
      await store.fillSets([{ key: one, ttlMs: 0, holds }], { replaces: false });
      expect(await reserve("x", [layer(one, 9)])).toMatchObject({ outcome: "full", used: 9 });
      await store.fillSets(
        [
          { key: one, ttlMs: 60_000, holds },
          { key: two, ttlMs: 0, holds: [] },
        ],
        { replaces: true },
      );
      expect(await reserve("x", [layer(one, 5)])).toMatchObject({ outcome: "full", used: 5 });
      expect(await store.holds(two)).toEqual([]);
    });

    it("forgets a set after its time to live", async () => {
      const key = newKey();
      await reserve("a", [layer(key, 1, { ttlMs: 1_000 })]);
      expect(await reserve("b", [layer(key, 1)])).toMatchObject({ outcome: "full" });
      await sleep(1_100);
      expect(await store.holds(key)).toEqual([]);
    });

    it("finds keys by what they begin with, taken to the letter", async () => {
      const key = newKey();
      await store.set(`${key}*[a]:1`, "x");
      await reserve("a", [layer(`${key}*[a]:2`, 1)]);
      await store.set(`${key}b[a]:3`, "x");
      const found = new Set(await store.keys(`${key}*[a]`));
      expect([...found].toSorted()).toEqual([`${key}*[a]:1`, `${key}*[a]:2`]);
    });

    it("counts a member once in a window, and starts anew when the window has passed", async () => {
      const key = newKey();
      expect((await store.countInWindow(key, "a", 1_000)).count).toBe(1);
      expect((await store.countInWindow(key, "a", 1_000)).count).toBe(1);
      const second = await store.countInWindow(key, "b", 1_000);
      expect(second.count).toBe(2);
      expect(second.resetsInMs).toBeGreaterThan(0);
      expect(second.resetsInMs).toBeLessThanOrEqual(1_000);
      await sleep(1_100);
      expect((await store.countInWindow(key, "c", 1_000)).count).toBe(1);
    });

    it("counts members of several windows at once, up to a ceiling, and reads without adding", async () => {
      const [one, two] = [newKey(), newKey()];
      const ask = (member: string | null) =>
        store.countWindows(
          [
            { key: one, member, windowMs: 60_000 },
            { key: two, member: null, windowMs: 60_000 },
          ],
          3,
        );
      expect(await ask("a")).toEqual([1, 0]);
      expect(await ask("a")).toEqual([1, 0]);
      expect(await ask(null)).toEqual([1, 0]);
      for (const member of ["ü 视频", "c", "d", "e"]) await ask(member);
      expect(await ask(null)).toEqual([3, 0]);
      expect(await store.countWindows([], 3)).toEqual([]);
    });

    it("starts each of several windows anew when it has passed", async () => {
      const [short, long] = [newKey(), newKey()];
      const ask = (member: string) =>
        store.countWindows(
          [
            { key: short, member, windowMs: 300 },
            { key: long, member, windowMs: 60_000 },
          ],
          9,
        );
      await ask("a");
      await sleep(350);
      expect(await ask("b")).toEqual([1, 2]);
    });

    it("publishes to a channel that nobody listens to", async () => {
      await expect(store.publish(newKey(), "message")).resolves.toBeUndefined();
    });
  });
}
