import { type Edit, FLICKS_PER_SECOND as S, newProject } from "@cutroom/timeline";
import * as fc from "fast-check";
import { describe, expect, it } from "vitest";
import { documentOf, videoClip } from "../testing/documents.ts";
import { createEditorStore } from "../state/store.ts";
import {
  type JournalEntry,
  advance,
  hasUnsaved,
  journalFromJson,
  journalOf,
  journalToJson,
  reconcile,
} from "./journal.ts";
import { type LogStore, createOpLog } from "./op-log.ts";

/** A store that keeps what was written and can be looked at as if the page had died. */
function memoryStore() {
  type Read = Awaited<ReturnType<LogStore["read"]>>;
  let checkpoint: Read["checkpoint"] = null;
  let entries: Read["entries"] = [];
  const store: LogStore = {
    read: async () => structuredClone({ checkpoint, entries }),
    append: async (entry) => {
      entries = [...entries, structuredClone(entry)];
    },
    compact: async (at) => {
      checkpoint = structuredClone(at);
      entries = entries.filter((entry) => entry.seq > at.seq);
    },
  };
  return { store, count: () => entries.length };
}

const server = {
  name: "Trip",
  revision: 3,
  document: documentOf(videoClip("a", 0, 4), videoClip("b", 4, 4)),
};
const split = (at: number, idBase: string): Edit => ({
  type: "split-clip",
  atFlicks: at,
  clipIds: null,
  idBase,
});

/** Opens a project over a store, as the editor does. */
async function openOver(store: LogStore) {
  const log = createOpLog("p1", store);
  const journal = reconcile(await log.open(), server);
  log.restart(journal);
  const editor = createEditorStore({ journal, log, onChange: () => undefined });
  editor.getState().setRole("writer");
  return { editor, log };
}

describe("work survives a crash (E1)", () => {
  it("brings back document, undo and redo after the page was killed", async () => {
    const { store } = memoryStore();
    const first = await openOver(store);
    first.editor.getState().edit("split", [split(S, "s1")]);
    first.editor.getState().edit("split", [split(2 * S, "s2")]);
    first.editor.getState().undo();
    await first.log.stored();

    const second = await openOver(store);
    const now = second.editor.getState();
    expect(now.journal.document).toEqual(first.editor.getState().journal.document);
    expect(now.redo()).toBe("split");
    expect(now.undo()).toBe("split");
    expect(now.undo()).toBe("split");
    expect(second.editor.getState().journal.document).toEqual(server.document);
  });

  it("gives the same journal whether replayed from a log, from a checkpoint or from both", async () => {
    await fc.assert(
      fc.asyncProperty(
        fc.array(fc.constantFrom("edit", "undo", "redo", "rename"), { maxLength: 90 }),
        async (steps) => {
          const { store, count } = memoryStore();
          const { editor, log } = await openOver(store);
          for (const [index, step] of steps.entries()) {
            const state = editor.getState();
            if (step === "edit") {
              state.edit("add-marker", [
                {
                  type: "add-marker",
                  marker: { id: `m${index}`, at: index * S, name: "", colour: "#ffffff" },
                },
              ]);
            } else if (step === "rename") state.rename(`Trip ${index}`);
            else state[step]();
          }
          await log.stored();
          expect(count()).toBeLessThan(64);
          const again = await createOpLog("p1", store).open();
          expect(again).toEqual(editor.getState().journal);
        },
      ),
      { numRuns: 25 },
    );
  });

  it("keeps a frozen batch, so that the resend has the same id", () => {
    const entries: JournalEntry[] = [
      { type: "rename", name: "New" },
      { type: "freeze", batchId: "batch-1", count: 1 },
    ];
    let journal = journalOf(server);
    for (const entry of entries) journal = advance(journal, entry) ?? journal;
    const back = journalFromJson(structuredClone(journalToJson(journal)));
    expect(back?.inFlight).toEqual({ id: "batch-1", baseRevision: 3, ops: [], name: "New" });
    expect(advance(journal, { type: "acknowledge", batchId: "other", revision: 4 })).toBeNull();
  });

  it("opens the server's project when nothing local is unsaved and it has moved on", () => {
    const journal = journalOf(server);
    const newer = { ...server, revision: 9, document: newProject() };
    expect(reconcile(journal, newer).document).toBe(newer.document);
    const renamed = advance(journal, { type: "rename", name: "Mine" });
    expect(renamed !== null && hasUnsaved(renamed)).toBe(true);
    expect(reconcile(renamed, newer).name).toBe("Mine");
  });
});
