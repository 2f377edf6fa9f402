import type { Client, ProblemBody } from "@cutroom/contracts";
import { type Result, ok } from "@cutroom/timeline";
import { openedProject } from "../state/document.ts";
import { type Saver, type SaverDeps, createSaver } from "../state/save.ts";
import { type EditorStore, createEditorStore } from "../state/store.ts";
import type { Batch } from "./batch.ts";
import {
  type Journal,
  type JournalEntry,
  type ServerProject,
  advance,
  hasUnsaved,
  journalOf,
  reconcile,
} from "./journal.ts";
import type { OpLog } from "./op-log.ts";
import { sendBatch } from "./send-batch.ts";
import { type LockDeps, type WriterLock, openWriterLock } from "./writer-lock.ts";

export interface SessionDeps {
  readonly api: Client;
  readonly log: OpLog;
  readonly locks: LockDeps["locks"];
  readonly channel: LockDeps["channel"];
  readonly nextId: () => string;
  readonly setTimer: SaverDeps["setTimer"];
}

/** One open project: its store, what saves it, and who may write. */
export interface Session {
  readonly store: EditorStore;
  readonly saver: Saver;
  readonly takeOver: () => void;
  /** Gives up what is unsaved and opens what the server has. */
  readonly reloadSaved: () => Promise<Result<null, ProblemBody>>;
  /** Saves this version as a new project; its id. The old one goes back to what the server has. */
  readonly keepAsCopy: (name: string) => Promise<Result<string, ProblemBody>>;
  readonly hasUnsaved: () => boolean;
  readonly close: () => void;
}

async function readServer(
  api: Client,
  projectId: string,
): Promise<Result<ServerProject, ProblemBody>> {
  const answer = await api.getProject({ params: { project_id: projectId } });
  if (!answer.ok) return answer;
  const { name, revision, document } = answer.value;
  return ok({ name, revision, document });
}

/**
 * The journal to start with. Without a server, what this browser knows; a project that it has
 * never seen cannot be opened then.
 */
async function openJournal(
  projectId: string,
  { api, log }: SessionDeps,
): Promise<Result<Journal, ProblemBody>> {
  const [server, local] = await Promise.all([readServer(api, projectId), log.open()]);
  if (server.ok) return ok(reconcile(local, server.value));
  if (server.failure.code === "service.unavailable" && local !== null) return ok(local);
  return server;
}

/** A store whose changes go to the saver once this tab may write. */
function openStore(projectId: string, journal: Journal, deps: SessionDeps) {
  let isWriter = false;
  const log = {
    append: (entry: JournalEntry, after: Journal) => {
      if (isWriter) deps.log.append(entry, after);
    },
    restart: (at: Journal) => {
      if (isWriter) deps.log.restart(at);
    },
  };
  const store = createEditorStore({ journal, log, onChange: () => saver.changed() });
  const enter = (entry: JournalEntry) => {
    const { project, openCompounds } = store.getState();
    const next = advance(project, entry);
    if (next === null) return;
    log.append(entry, next);
    store.setState(openedProject(next, openCompounds));
  };
  const saver = createSaver({
    read: () => store.getState().project,
    freeze: (batch, count) => enter({ type: "freeze", batchId: batch.id, count }),
    acknowledge: (batchId, revision) => enter({ type: "acknowledge", batchId, revision }),
    send: async (batch: Batch) => {
      // A batch that the server knows and this browser forgot would come back as a conflict.
      await deps.log.stored().catch(() => undefined);
      return sendBatch(deps.api, projectId, batch);
    },
    nextId: deps.nextId,
    setTimer: deps.setTimer,
    onState: (state) => store.setState(state),
  });
  const setWriter = (writer: boolean) => {
    isWriter = writer;
    store.getState().setRole(writer ? "writer" : "reader");
  };
  return { store, saver, setWriter };
}

/** Who may write: the store's role, and what is done when it becomes this tab. */
async function openPen(
  projectId: string,
  opened: Journal,
  { store, saver, setWriter }: ReturnType<typeof openStore>,
  deps: SessionDeps,
): Promise<WriterLock> {
  let hasWaited = false;
  let knows = () => {};
  const known = new Promise<void>((resolve) => {
    knows = resolve;
  });
  const write = async () => {
    // Another tab has written since: its journal is the one to go on from.
    const journal = hasWaited ? await openJournal(projectId, deps) : ok(opened);
    setWriter(true);
    if (journal.ok) store.getState().openJournal(journal.value);
    saver.reset();
    knows();
    await saver.flush();
  };
  const pen = openWriterLock(projectId, {
    locks: deps.locks,
    channel: deps.channel,
    beforeRelease: async () => {
      await saver.flush();
      await deps.log.stored();
    },
    onReleased: () => setWriter(false),
    onRole: (role) => {
      if (role === "writer") void write();
      else {
        hasWaited = true;
        store.getState().setRole("reader");
        if (role === "reader") knows();
      }
    },
  });
  await known;
  return pen;
}

/** Opens a project, and knows who may write by then. Fails as reading it does. */
export async function openSession(
  projectId: string,
  deps: SessionDeps,
): Promise<Result<Session, ProblemBody>> {
  const opened = await openJournal(projectId, deps);
  if (!opened.ok) return opened;
  const parts = openStore(projectId, opened.value, deps);
  const { store, saver } = parts;
  const lock = await openPen(projectId, opened.value, parts, deps);
  const openSaved = (server: ServerProject) => {
    store.getState().openJournal(journalOf(server));
    saver.reset();
  };
  return ok({
    store,
    saver,
    takeOver: lock.takeOver,
    hasUnsaved: () => hasUnsaved(store.getState().project),
    reloadSaved: async () => {
      const server = await readServer(deps.api, projectId);
      if (!server.ok) return server;
      openSaved(server.value);
      return ok(null);
    },
    keepAsCopy: async (name) => {
      const { document } = store.getState().project;
      const copy = await deps.api.duplicateProject({
        params: { project_id: projectId },
        body: { name: name.slice(0, 200), document },
      });
      if (!copy.ok) return copy;
      const server = await readServer(deps.api, projectId);
      if (server.ok) openSaved(server.value);
      return ok(copy.value.id);
    },
    close: () => {
      saver.stop();
      lock.close();
    },
  });
}
