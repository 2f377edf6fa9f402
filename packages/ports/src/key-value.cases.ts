/** What every key-value store must do, whoever makes it. */
import { beforeAll, describe, expect, it } from "vitest";
import type { KeyValue } from "./key-value.ts";

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
      await store.set(key, "x", { ttlMs: 60 });
      expect(await store.get(key)).toBe("x");
      await sleep(120);
      expect(await store.get(key)).toBeNull();
    });

    it("keeps sets of members, however often one is added or removed", async () => {
      const key = newKey();
      expect(await store.setMembers(key)).toEqual([]);
      for (const member of ["1", "2", "1", "ü 视频", "007"]) await store.setAdd(key, member);
      expect([...(await store.setMembers(key))].toSorted()).toEqual(["007", "1", "2", "ü 视频"]);
      await store.setRemove(key, "1");
      await store.setRemove(key, "1");
      expect([...(await store.setMembers(key))].toSorted()).toEqual(["007", "2", "ü 视频"]);
    });

    it("admits up to the limit of each layer and names the one that is full", async () => {
      const [user, plan] = [newKey(), newKey()];
      const layers = [
        { key: user, limit: 2 },
        { key: plan, limit: 3 },
      ];
      expect(await store.reserve("a", layers)).toEqual({ admitted: true });
      expect(await store.reserve("b", layers)).toEqual({ admitted: true });
      const refused = await store.reserve("c", layers);
      expect(refused).toEqual({ admitted: false, fullLayer: 0, used: 2 });
      const other = [
        { key: newKey(), limit: 2 },
        { key: plan, limit: 2 },
      ];
      expect(await store.reserve("c", other)).toEqual({ admitted: false, fullLayer: 1, used: 2 });
    });

    it("adds to all layers or to none", async () => {
      const [free, full] = [newKey(), newKey()];
      await store.setAdd(full, "other");
      const layers = [
        { key: free, limit: 5 },
        { key: full, limit: 1 },
      ];
      expect(await store.reserve("a", layers)).toMatchObject({ admitted: false, fullLayer: 1 });
      expect(await store.setMembers(free)).toEqual([]);
    });

    it("takes a repeated reservation as a success that changes nothing", async () => {
      const layers = [{ key: newKey(), limit: 1 }];
      for (let turn = 0; turn < 3; turn++) {
        expect(await store.reserve("a", layers)).toEqual({ admitted: true });
      }
      expect(await store.setMembers(layers[0]?.key ?? "")).toEqual(["a"]);
    });

    it("has no limit where the limit is 0", async () => {
      const layers = [{ key: newKey(), limit: 0 }];
      for (const member of ["a", "b", "c"]) {
        expect(await store.reserve(member, layers)).toEqual({ admitted: true });
      }
    });

    it("never admits more than the limit when many come at once", async () => {
      const layers = [{ key: newKey(), limit: 7 }];
      const answers = await Promise.all(
        Array.from({ length: 40 }, (_, index) => store.reserve(`member-${index}`, layers)),
      );
      expect(answers.filter((answer) => answer.admitted)).toHaveLength(7);
      expect(await store.setMembers(layers[0]?.key ?? "")).toHaveLength(7);
    });

    it("counts a member once in a window, and starts anew when the window has passed", async () => {
      const key = newKey();
      expect((await store.countInWindow(key, "a", 300)).count).toBe(1);
      expect((await store.countInWindow(key, "a", 300)).count).toBe(1);
      const second = await store.countInWindow(key, "b", 300);
      expect(second.count).toBe(2);
      expect(second.resetsInMs).toBeGreaterThan(0);
      expect(second.resetsInMs).toBeLessThanOrEqual(300);
      await sleep(350);
      expect((await store.countInWindow(key, "c", 300)).count).toBe(1);
    });

    it("publishes to a channel that nobody listens to", async () => {
      await expect(store.publish(newKey(), "message")).resolves.toBeUndefined();
    });
  });
}
