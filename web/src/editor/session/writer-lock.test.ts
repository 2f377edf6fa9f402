import { describe, expect, it, vi } from "vitest";
import { openWriterLock } from "./writer-lock.ts";

type Callback = (lock: { name: string } | null) => Promise<unknown> | undefined;

/** Web Locks of one origin: one holder, a queue, `ifAvailable`. */
function lockManager() {
  let held = false;
  const queue: Callback[] = [];
  const run = async (callback: Callback): Promise<void> => {
    held = true;
    await callback({ name: "lock" });
    held = false;
    const next = queue.shift();
    if (next !== undefined) void run(next);
  };
  const request = async (_name: string, options: { ifAvailable?: boolean }, callback: Callback) => {
    if (!held) return run(callback);
    if (options.ifAvailable === true) {
      await callback(null);
      return;
    }
    queue.push(callback);
  };
  return { request } as unknown as Pick<LockManager, "request">;
}

/** A channel: everyone but the speaker hears. */
function channels() {
  const all = new Map<object, () => void>();
  return () => {
    const own = {
      askForPen: () => {
        for (const [tab, run] of all) if (tab !== own) run();
      },
      onAsked: (run: () => void) => all.set(own, run),
      close: () => all.delete(own),
    };
    return own;
  };
}

/** One tab with the project open; what happens to it goes into `log`. */
function tabs(log: string[]) {
  const locks = lockManager();
  const channel = channels();
  return (name: string) =>
    openWriterLock("p1", {
      locks,
      channel: channel(),
      onRole: (role) => log.push(`${name} ${role}`),
      beforeRelease: async () => log.push(`${name} saved`),
      onReleased: () => log.push(`${name} released`),
    });
}

const settle = () => new Promise((resolve) => setTimeout(resolve, 5));

describe("one writer per project (E1)", () => {
  it("makes the second tab a reader and hands the pen over only after the first has saved", async () => {
    const log: string[] = [];
    const tab = tabs(log);
    const a = tab("a");
    await settle();
    const b = tab("b");
    await settle();
    await vi.waitFor(() => expect(log).toEqual(["a writer", "b waiting", "b reader"]), 15_000);
    b.takeOver();
    await settle();
    expect(log.slice(3)).toEqual(["a reader", "a saved", "a released", "b writer"]);
    b.close();
    await settle();
    expect(log.at(-1)).toBe("a writer");
    a.close();
  });

  it("never calls a page a reader that only follows itself: what was reloaded frees its lock at once", async () => {
    const log: string[] = [];
    const tab = tabs(log);
    const before = tab("before");
    await settle();
    const after = tab("after");
    await settle();
    before.close();
    await settle();
    expect(log).toEqual(["before writer", "after waiting", "after writer"]);
    // Longer than the patience of a page that waits.
    await new Promise((resolve) => setTimeout(resolve, 1_200));
    expect(log).toHaveLength(3);
    after.close();
  });
});
