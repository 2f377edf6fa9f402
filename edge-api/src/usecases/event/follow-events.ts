/**
 * The stream of a workspace's tasks (C11): a snapshot first, or what came after the position
 * that the client saw last; then all that happened within a second as one push.
 */
import { isTerminal } from "@cutroom/domain";
import type { UserCaller } from "../../caller.ts";
import type { Deps } from "../../deps.ts";
import { pause } from "../../pause.ts";
import { withFreshProgress } from "../task/read-tasks.ts";
import type { TaskWithProgress } from "../task/read-tasks.ts";
import {
  canResume,
  changesAfter,
  currentPosition,
  readLive,
  readSnapshot,
} from "./read-changes.ts";
import type { Streamed } from "./read-changes.ts";

const WINDOW_MS = 1_000;
/** Which steps of a task run changes without an event; they are looked up this often. */
const WINDOWS_PER_LOOK = 5;

/** What one connection knows of its workspace. */
class Follower {
  readonly #deps: Deps;
  readonly #caller: UserCaller;
  #position: number;
  #live: Map<string, TaskWithProgress>;
  /** The progress that was sent last. */
  readonly #sent = new Map<string, number>();
  #windows = 0;

  constructor(
    deps: Deps,
    caller: UserCaller,
    from: { position: number; live: readonly TaskWithProgress[] },
  ) {
    this.#deps = deps;
    this.#caller = caller;
    this.#position = from.position;
    this.#live = new Map(from.live.map((entry) => [entry.row.id, entry]));
  }

  async #changes(): Promise<Streamed[]> {
    const current = await currentPosition(this.#deps.database, this.#caller.tenantId);
    if (current <= this.#position) return [];
    const { streamed, touched } = await changesAfter(this.#deps, this.#caller, this.#position);
    for (const { position } of streamed) this.#position = Math.max(this.#position, position ?? 0);
    for (const entry of touched) {
      if (isTerminal(entry.row.state)) this.#live.delete(entry.row.id);
      else this.#live.set(entry.row.id, entry);
    }
    return streamed;
  }

  async #progress(): Promise<Streamed[]> {
    const streamed: Streamed[] = [];
    for (const entry of this.#live.values()) {
      if (entry.row.state !== "RUNNING") continue;
      const { row, progress } = await withFreshProgress(this.#deps, entry);
      if (progress <= Math.max(row.progress, this.#sent.get(row.id) ?? 0)) continue;
      this.#sent.set(row.id, progress);
      const event = { type: "progress", task_id: row.id, asset_id: row.assetId, progress } as const;
      streamed.push({ position: null, event });
    }
    return streamed;
  }

  /** Everything since the last window. Fine progress alone is no reason for a busy process. */
  async window(isBusy: boolean): Promise<readonly Streamed[]> {
    this.#windows += 1;
    if (this.#windows % WINDOWS_PER_LOOK === 0 && this.#live.size > 0) {
      const live = await readLive(this.#deps, this.#caller);
      this.#live = new Map(live.map((entry) => [entry.row.id, entry]));
    }
    const streamed = await this.#changes();
    if (isBusy && streamed.length === 0) return [];
    return [...streamed, ...(await this.#progress())];
  }
}

/**
 * One push per window until `signal` aborts; an empty one means that nothing happened. A
 * position that this stream never gave out, or from which it cannot go on without a gap, starts
 * over with a snapshot.
 */
export async function* followEvents(
  deps: Deps,
  caller: UserCaller,
  from: {
    readonly lastPosition: number | null;
    readonly signal: AbortSignal;
    /** Whether there are so many connections that only what happened is pushed. */
    readonly isBusy: () => boolean;
  },
): AsyncGenerator<readonly Streamed[]> {
  const { lastPosition, signal, isBusy } = from;
  const resumes = lastPosition !== null && (await canResume(deps, caller, lastPosition));
  const { streamed: first, live } = await readSnapshot(deps, caller);
  const position = resumes ? lastPosition : (first.position ?? 0);
  const follower = new Follower(deps, caller, { position, live });
  yield resumes ? [] : [first];
  while (!signal.aborted) {
    yield await follower.window(isBusy());
    await pause(WINDOW_MS, signal);
  }
}
