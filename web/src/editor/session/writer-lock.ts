/**
 * One writer per project in this browser. Web Locks are released by the browser when a tab
 * dies, so a crash never locks a project for good.
 */
export interface WriterLock {
  /** Takes the pen from the other tab; it stops writing before this one starts. */
  readonly takeOver: () => void;
  readonly close: () => void;
}

/** Reaches the other tabs that have the project open. */
interface LockChannel {
  readonly askForPen: () => void;
  readonly onAsked: (run: () => void) => void;
  readonly close: () => void;
}

export type PenRole = "writer" | "waiting" | "reader";

export interface LockDeps {
  readonly locks: Pick<LockManager, "request">;
  readonly channel: LockChannel;
  /**
   * "waiting": another tab has the pen, which a page that is just going away gives back within a
   * moment. Then "writer", or "reader" when it does not.
   */
  readonly onRole: (role: PenRole) => void;
  /** Runs before the pen is given away, so that nothing of this tab stays unsaved. */
  readonly beforeRelease: () => Promise<unknown>;
  /** From here on another tab may write: this one must not, whatever still runs. */
  readonly onReleased: () => void;
}

const RELEASE_WAIT_MS = 2_000;
/** A page that is reloaded finds the lock of its former self for so long. */
const PATIENCE_MS = 1_000;

/** The name of the lock that whoever writes to the project holds. */
export const penOf = (projectId: string) => `cutroom-project-${projectId}`;

/** Asks for the pen of `projectId`, and waits in line when another tab has it (E1). */
export function openWriterLock(projectId: string, deps: LockDeps): WriterLock {
  const name = penOf(projectId);
  let release: (() => void) | null = null;
  let abort: AbortController | null = null;
  let closed = false;
  let patience: ReturnType<typeof setTimeout> | undefined;

  const hold = () =>
    new Promise<void>((resolve) => {
      clearTimeout(patience);
      if (closed) {
        resolve();
        return;
      }
      release = resolve;
      deps.onRole("writer");
    });
  const waitInLine = () => {
    abort = new AbortController();
    deps.locks.request(name, { signal: abort.signal }, hold).catch((error: unknown) => {
      if (!(error instanceof DOMException && error.name === "AbortError")) throw error;
    });
  };
  const tryNow = () =>
    deps.locks.request(name, { ifAvailable: true }, (lock) => {
      if (lock !== null) return hold();
      deps.onRole("waiting");
      patience = setTimeout(() => deps.onRole("reader"), PATIENCE_MS);
      waitInLine();
      return undefined;
    });
  const giveAway = async () => {
    const free = release;
    if (free === null) return;
    release = null;
    deps.onRole("reader");
    await Promise.race([
      deps.beforeRelease(),
      new Promise((resolve) => setTimeout(resolve, RELEASE_WAIT_MS)),
    ]);
    deps.onReleased();
    free();
    waitInLine();
  };

  deps.channel.onAsked(() => void giveAway());
  void tryNow();
  return {
    takeOver: deps.channel.askForPen,
    close: () => {
      closed = true;
      clearTimeout(patience);
      abort?.abort();
      release?.();
      deps.channel.close();
    },
  };
}

/** The channel of one project between the tabs of this browser. */
export function tabChannel(projectId: string): LockChannel {
  const channel = new BroadcastChannel(`cutroom-project-${projectId}`);
  return {
    // oxlint-disable-next-line unicorn/require-post-message-target-origin -- a channel has no target
    askForPen: () => channel.postMessage("pen"),
    onAsked: (run) => channel.addEventListener("message", run),
    close: () => channel.close(),
  };
}
