/** Edits that this browser keeps, seen from outside of the editor: when somebody signs out. */
import { hasUnsaved } from "./journal.ts";
import { type KeptLogs, readJournal } from "./op-log.ts";
import { penOf } from "./writer-lock.ts";

/** A project with edits that only this device has. */
export interface UnsentProject {
  readonly projectId: string;
  readonly name: string;
}

/** How long a page that is just closing may still hold a project. */
const PATIENCE_MS = 1_000;

async function unsentOf(projectId: string, logs: KeptLogs): Promise<UnsentProject | null> {
  const { journal } = await readJournal(projectId, logs);
  return journal !== null && hasUnsaved(journal) ? { projectId, name: journal.name } : null;
}

/** Every project of which the server does not have everything. */
export async function unsentProjects(logs: KeptLogs): Promise<readonly UnsentProject[]> {
  const projects = await logs.projects();
  const found = await Promise.all(projects.map((projectId) => unsentOf(projectId, logs)));
  return found.filter((one) => one !== null);
}

/**
 * Takes the edits of all projects off this device, those that were never sent only with
 * `evenUnsent`. A project that a tab has open stays: that tab goes on writing its log.
 */
export async function forgetEdits(
  logs: KeptLogs,
  locks: Pick<LockManager, "request">,
  { evenUnsent }: { readonly evenUnsent: boolean },
): Promise<void> {
  const forget = async (projectId: string) => {
    if (evenUnsent || (await unsentOf(projectId, logs)) === null) await logs.remove(projectId);
  };
  const projects = await logs.projects();
  await Promise.allSettled(
    projects.map((projectId) =>
      locks.request(penOf(projectId), { signal: AbortSignal.timeout(PATIENCE_MS) }, () =>
        forget(projectId),
      ),
    ),
  );
}
