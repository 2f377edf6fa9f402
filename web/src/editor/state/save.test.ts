import { describe, expect, it } from "vitest";
import type { Batch, Change } from "../session/batch.ts";
import { SAVE_PAUSE_MS, type SaveStatus, type SendOutcome, createSaver } from "./save.ts";

const ops = (n: number): Change => ({
  kind: "ops",
  ops: [{ path: ["settings", "width"], value: n }],
});

/** A project on one side, a server that answers from a script on the other. */
function bench(answers: (SendOutcome | "hang")[]) {
  const local = { revision: 7, inFlight: null as Batch | null, unsent: [] as Change[] };
  const sent: Batch[] = [];
  const statuses: SaveStatus[] = [];
  const timers: { run: () => void; delayMs: number; live: boolean }[] = [];
  let id = 0;
  const saver = createSaver({
    read: () => local,
    freeze: (batch, count) => {
      local.inFlight = batch;
      local.unsent = local.unsent.slice(count);
    },
    acknowledge: (batchId, revision) => {
      expect(local.inFlight?.id).toBe(batchId);
      local.inFlight = null;
      local.revision = revision;
    },
    send: async (batch) => {
      sent.push(batch);
      const answer = answers.shift();
      if (answer === "hang" || answer === undefined) return new Promise(() => undefined);
      return answer;
    },
    nextId: () => `batch-${(id += 1)}`,
    setTimer: (run, delayMs) => {
      const timer = { run, delayMs, live: true };
      timers.push(timer);
      return () => {
        timer.live = false;
      };
    },
    onState: (state) => statuses.push(state.saveStatus),
  });
  const edit = (n: number) => {
    local.unsent = [...local.unsent, ops(n)];
    saver.changed();
  };
  const live = () => timers.filter((timer) => timer.live);
  return { local, sent, statuses, timers, saver, edit, live };
}

describe("autosave (E1)", () => {
  it("waits for a pause and sends everything since as one batch", async () => {
    const b = bench([{ kind: "saved", revision: 8 }]);
    b.edit(1);
    b.edit(2);
    b.edit(3);
    expect(b.live().map((timer) => timer.delayMs)).toEqual([SAVE_PAUSE_MS]);
    expect(b.sent).toEqual([]);
    expect(await b.saver.flush()).toBe("saved");
    expect(b.sent).toHaveLength(1);
    expect(b.sent[0]).toMatchObject({ baseRevision: 7 });
    expect(b.sent[0]?.ops).toHaveLength(3);
    expect(b.local.revision).toBe(8);
  });

  it("repeats an unanswered batch under the same id, with nothing added (I4)", async () => {
    const b = bench([
      { kind: "unreachable" },
      { kind: "saved", revision: 8 },
      { kind: "saved", revision: 9 },
    ]);
    b.edit(1);
    expect(await b.saver.flush()).toBe("offline");
    b.edit(2);
    expect(await b.saver.flush()).toBe("saved");
    expect(b.sent.map((batch) => [batch.id, batch.baseRevision, batch.ops.length])).toEqual([
      ["batch-1", 7, 1],
      ["batch-1", 7, 1],
      ["batch-2", 8, 1],
    ]);
  });

  it("tries again by itself, ever more slowly, while the network is down", async () => {
    const b = bench(Array.from({ length: 7 }, () => ({ kind: "unreachable" }) as const));
    b.edit(1);
    for (let i = 0; i < 7; i += 1) await b.saver.flush();
    const delays = b.timers.map((timer) => timer.delayMs).slice(1);
    expect(delays).toEqual([1_000, 2_000, 5_000, 10_000, 30_000, 30_000, 30_000]);
  });

  it("resends a batch that was frozen before a crash", async () => {
    const b = bench([{ kind: "saved", revision: 8 }]);
    b.local.inFlight = { id: "old-batch", baseRevision: 7, ops: [], name: "Trip" };
    await b.saver.flush();
    expect(b.sent[0]?.id).toBe("old-batch");
  });

  it("stops at a conflict and sends nothing more until it is resolved", async () => {
    const b = bench([{ kind: "conflict" }, { kind: "saved", revision: 12 }]);
    b.edit(1);
    expect(await b.saver.flush()).toBe("conflict");
    b.edit(2);
    expect(await b.saver.flush()).toBe("conflict");
    expect(b.sent).toHaveLength(1);
    b.local.inFlight = null;
    b.local.unsent = [];
    b.saver.reset();
    b.edit(3);
    expect(await b.saver.flush()).toBe("saved");
  });

  it("says which rule refused a change", async () => {
    const b = bench([{ kind: "refused", code: "patch.invalid" }]);
    b.edit(1);
    expect(await b.saver.flush()).toBe("refused");
    expect(b.statuses.at(-1)).toBe("refused");
  });

  it("has one request in flight at a time and sends what came meanwhile after it", async () => {
    const b = bench([
      { kind: "saved", revision: 8 },
      { kind: "saved", revision: 9 },
    ]);
    b.edit(1);
    const first = b.saver.flush();
    b.edit(2);
    expect(b.saver.flush()).toBe(first);
    await first;
    expect(b.sent.map((batch) => batch.baseRevision)).toEqual([7, 8]);
  });
});
