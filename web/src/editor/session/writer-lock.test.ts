import { describe, expect, it } from "vitest";
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

const settle = () => new Promise((resolve) => setTimeout(resolve, 5));

describe("one writer per project (E1)", () => {
  it("makes the second tab a reader and hands the pen over only after the first has saved", async () => {
    const locks = lockManager();
    const channel = channels();
    const log: string[] = [];
    const tab = (name: string) =>
      openWriterLock("p1", {
        locks,
        channel: channel(),
        onRole: (role) => log.push(`${name} ${role}`),
        beforeRelease: async () => log.push(`${name} saved`),
        onReleased: () => log.push(`${name} released`),
      });
    const a = tab("a");
    await settle();
    const b = tab("b");
    await settle();
    expect(log).toEqual(["a writer", "b reader"]);
    b.takeOver();
    await settle();
    expect(log.slice(2)).toEqual(["a reader", "a saved", "a released", "b writer"]);
    b.close();
    await settle();
    expect(log.at(-1)).toBe("a writer");
    a.close();
  });
});
