import type { Client, ProblemCode } from "@cutroom/contracts";
import { FLICKS_PER_SECOND as S, type PatchOp, applyOps } from "@cutroom/timeline";
import { describe, expect, it } from "vitest";
import { documentOf, videoClip } from "../testing/documents.ts";
import { type LogStore, createOpLog } from "./op-log.ts";
import { type Session, openSession } from "./session.ts";

/** A server with revisions and idempotent batches, and a switch for its network. */
function fakeServer() {
  const state = {
    name: "Trip",
    revision: 1,
    document: documentOf(videoClip("a", 0, 4), videoClip("b", 4, 4)),
    online: true,
    /** Applies the next patch and loses the answer. */
    loseNextAnswer: false,
    copies: [] as unknown[],
  };
  const batches = new Map<string, number>();
  const refuse = (code: ProblemCode) => ({
    ok: false as const,
    failure: { type: code, code, title: code, status: 409 },
  });
  type Body = { base_revision: number; batch_id?: string; name?: string; ops?: PatchOp[] };
  const patchProject = async ({ body }: { body: Body }) => {
    if (!state.online) return refuse("service.unavailable");
    const known = batches.get(body.batch_id ?? "");
    if (known !== undefined) return { ok: true, value: { revision: known, updated_at: "" } };
    if (body.base_revision !== state.revision) return refuse("revision.conflict");
    const applied = applyOps(state.document, body.ops ?? []);
    if (!applied.ok) return refuse("patch.invalid");
    state.document = applied.value;
    state.name = body.name ?? state.name;
    state.revision += 1;
    batches.set(body.batch_id ?? "", state.revision);
    if (state.loseNextAnswer) {
      state.loseNextAnswer = false;
      return refuse("service.unavailable");
    }
    return { ok: true, value: { revision: state.revision, updated_at: "" } };
  };
  const getProject = async () =>
    state.online ? { ok: true, value: structuredClone(state) } : refuse("service.unavailable");
  const duplicateProject = async ({ body }: { body: unknown }) => {
    state.copies.push(body);
    return { ok: true, value: { id: "copy-1" } };
  };
  return { state, api: { patchProject, getProject, duplicateProject } as unknown as Client };
}

function memoryLog(): LogStore {
  type Read = Awaited<ReturnType<LogStore["read"]>>;
  let kept: Read = { checkpoint: null, entries: [] };
  return {
    read: async () => structuredClone(kept),
    append: async (entry) => {
      kept = { ...kept, entries: [...kept.entries, structuredClone(entry)] };
    },
    compact: async (checkpoint) => {
      kept = structuredClone({
        checkpoint,
        entries: kept.entries.filter(({ seq }) => seq > checkpoint.seq),
      });
    },
  };
}

let ids = 0;
async function open(api: Client, store: LogStore): Promise<Session> {
  const opened = await openSession("p1", {
    api,
    log: createOpLog("p1", store),
    locks: {
      request: async (_name: string, _options: unknown, callback: (lock: object) => unknown) =>
        callback({}),
    } as unknown as LockManager,
    channel: { askForPen: () => undefined, onAsked: () => undefined, close: () => undefined },
    nextId: () => `batch-${(ids += 1)}-long`,
    setTimer: () => () => undefined,
  });
  if (!opened.ok) throw new Error(opened.failure.code);
  await new Promise((resolve) => setTimeout(resolve, 0));
  return opened.value;
}

function split(session: Session, seconds: number): void {
  session.store
    .getState()
    .edit("split", [
      { type: "split-clip", atFlicks: seconds * S, clipIds: null, idBase: `s${seconds}` },
    ]);
}

describe("an open project (E1)", () => {
  it("brings every change to the server, in order", async () => {
    const { state, api } = fakeServer();
    const session = await open(api, memoryLog());
    split(session, 1);
    split(session, 2);
    session.store.getState().undo();
    session.store.getState().rename("Holiday");
    expect(await session.saver.flush()).toBe("saved");
    expect(state.document).toEqual(session.store.getState().journal.document);
    expect(state.name).toBe("Holiday");
  });

  it("does not apply a batch twice when its answer was lost and the page reloaded", async () => {
    const { state, api } = fakeServer();
    const log = memoryLog();
    const first = await open(api, log);
    split(first, 1);
    state.loseNextAnswer = true;
    expect(await first.saver.flush()).toBe("offline");
    first.close();

    const second = await open(api, log);
    await second.saver.flush();
    expect(second.store.getState().saveStatus).toBe("saved");
    expect(state.revision).toBe(2);
    expect(Object.keys(state.document.clips)).toHaveLength(3);
  });

  it("opens without a network what was edited before, and sends it later", async () => {
    const { state, api } = fakeServer();
    const log = memoryLog();
    const first = await open(api, log);
    state.online = false;
    split(first, 1);
    await first.saver.flush();
    first.close();

    const second = await open(api, log);
    expect(Object.keys(second.store.getState().journal.document.clips)).toHaveLength(3);
    expect(second.hasUnsaved()).toBe(true);
    state.online = true;
    expect(await second.saver.flush()).toBe("saved");
    expect(Object.keys(state.document.clips)).toHaveLength(3);
  });

  it("keeps both versions after a conflict: a copy of mine, and theirs", async () => {
    const { state, api } = fakeServer();
    const session = await open(api, memoryLog());
    state.revision = 5;
    split(session, 1);
    expect(await session.saver.flush()).toBe("conflict");
    const mine = session.store.getState().journal.document;
    const kept = await session.keepAsCopy("Trip (my copy)");
    expect(kept).toEqual({ ok: true, value: "copy-1" });
    expect(state.copies).toEqual([{ name: "Trip (my copy)", document: mine }]);
    expect(session.store.getState().journal).toMatchObject({ revision: 5, unsent: [] });
    split(session, 2);
    expect(await session.saver.flush()).toBe("saved");
  });
});
