import { newProject } from "@cutroom/timeline";
import { describe, expect, it } from "vitest";
import { type JournalEntry, journalOf, journalToJson } from "./journal.ts";
import { forgetEdits, unsentProjects } from "./kept-edits.ts";
import type { KeptLogs } from "./op-log.ts";

const RENAMED: JournalEntry = { type: "rename", name: "Trip to the sea" };
const FROZEN: JournalEntry = { type: "freeze", batchId: "b1", count: 1 };
const SENT: JournalEntry = { type: "acknowledge", batchId: "b1", revision: 2 };

/** The logs of a device: for each project, what was written since it was opened. */
function device(projects: Readonly<Record<string, readonly JournalEntry[]>>) {
  const kept = new Map(Object.entries(projects));
  const journal = journalToJson(journalOf({ name: "Trip", revision: 1, document: newProject() }));
  const logs: KeptLogs = {
    projects: async () => [...kept.keys()],
    remove: async (projectId) => void kept.delete(projectId),
    read: async (projectId) => ({
      checkpoint: { projectId, seq: 0, journal },
      entries: (kept.get(projectId) ?? []).map((entry, at) => ({ projectId, seq: at + 1, entry })),
    }),
  };
  return { logs, left: () => [...kept.keys()] };
}

/** Locks of a browser in which other tabs have `openIds` open. */
function locks(...openIds: readonly string[]): Pick<LockManager, "request"> {
  const request = async (name: string, _options: LockOptions, run: () => Promise<void>) => {
    if (openIds.some((id) => name.endsWith(id))) throw new DOMException("late", "TimeoutError");
    await run();
  };
  return { request } as unknown as Pick<LockManager, "request">;
}

const THREE = { sent: [RENAMED, FROZEN, SENT], waiting: [RENAMED], asked: [RENAMED, FROZEN] };

describe("what a device keeps of edits when somebody signs out (E1)", () => {
  it("is told by project as long as the server has not answered for all of it", async () => {
    const { logs } = device(THREE);
    expect(await unsentProjects(logs)).toEqual([
      { projectId: "waiting", name: "Trip to the sea" },
      { projectId: "asked", name: "Trip to the sea" },
    ]);
  });

  it("goes when the server has it, and stays when it was never sent", async () => {
    const { logs, left } = device(THREE);
    await forgetEdits(logs, locks(), { evenUnsent: false });
    expect(left()).toEqual(["waiting", "asked"]);
  });

  it("goes all when that was chosen", async () => {
    const { logs, left } = device(THREE);
    await forgetEdits(logs, locks(), { evenUnsent: true });
    expect(left()).toEqual([]);
  });

  it("stays while another tab has the project open and goes on writing", async () => {
    const { logs, left } = device(THREE);
    await forgetEdits(logs, locks("sent"), { evenUnsent: true });
    expect(left()).toEqual(["sent"]);
  });
});
