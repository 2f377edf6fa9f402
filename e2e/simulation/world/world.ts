/** One seed's world: the real use cases between fake parts, and what is known about them. */
import { createHash } from "node:crypto";
import { schema } from "@cutroom/db";
import type { UserCaller } from "@cutroom/edge-api/src/caller.ts";
import type { CrashPoint } from "@cutroom/edge-api/src/crash-points.ts";
import type { Deps } from "@cutroom/edge-api/src/deps.ts";
import { createDispatch } from "@cutroom/edge-api/src/dispatch.ts";
import { readEnv } from "@cutroom/edge-api/src/env.ts";
import { sampleEnv } from "@cutroom/edge-api/src/sample-env.cases.ts";
import { LEASE_MS } from "@cutroom/domain";
import { drizzle } from "drizzle-orm/neon-serverless";
import { Faults } from "./faults.ts";
import { FakeKeyValue } from "./fake-key-value.ts";
import { FakeObjectStore } from "./fake-object-store.ts";
import { FakeQueue } from "./fake-queue.ts";
import { History } from "./history.ts";
import type { Invariant } from "./invariants.ts";
import { Random } from "./random.ts";
import { Scheduler } from "./scheduler.ts";
import type { LockProbe, Process } from "./scheduler.ts";
import { InjectedFault } from "./sessions.ts";
import type { Sessions } from "./sessions.ts";

export interface Violation {
  readonly invariant: Invariant;
  readonly detail: string;
}

interface Api extends Process {
  readonly deps: Deps;
  /** Settles when it dies. */
  readonly death: Promise<null>;
  readonly die: () => void;
}

/** Longer than any lease: whoever comes back after it has lost its step. */
const PAUSE_MS = 2.5 * LEASE_MS;
const APIS = 2;
/** What operators are woken for: work that failed in a storm, and what the day's books found. */
const ALARMS: ReadonlySet<string> = new Set(["dead letter", "new reconciliation breaks"]);
const env = readEnv(sampleEnv);
const never = () => new Promise<never>(() => undefined);

function isInjected(error: unknown): boolean {
  for (let cause = error; cause instanceof Error; cause = cause.cause) {
    if (cause instanceof InjectedFault) return true;
  }
  return false;
}

export class World {
  readonly random: Random;
  readonly scheduler: Scheduler;
  readonly faults: Faults;
  readonly queue: FakeQueue;
  readonly keyValue: FakeKeyValue;
  readonly store: FakeObjectStore;
  readonly history: History;
  readonly visited = new Set<CrashPoint>();
  /** The queue is down for so long that tasks expire. */
  readonly isLongOutage: boolean;
  /** Most of the farm's work goes wrong in this seed. */
  readonly isBadDay: boolean;
  /** What the simulation has seen that may not be. */
  readonly violations: Violation[] = [];
  readonly callers: readonly UserCaller[];
  /** First answers by tenant and key, to the byte. */
  readonly answers = new Map<string, string>();
  /** What a key was first accepted for. */
  readonly specs = new Map<string, unknown>();
  /** Tasks by tenant and key: what was acknowledged never goes. */
  readonly acknowledged = new Map<string, string>();
  readonly dead: Process[] = [];
  readonly #sessions: Sessions;
  readonly #apis: Api[] = [];
  #births = 0;
  #ids = 0;

  constructor(at: {
    readonly seed: number;
    readonly startMs: number;
    readonly sessions: Sessions;
    readonly probe: LockProbe;
    readonly callers: readonly UserCaller[];
  }) {
    this.random = new Random(at.seed);
    const { random } = this;
    const { startMs } = at;
    this.scheduler = new Scheduler({ random, startMs, probe: at.probe });
    this.faults = new Faults(random, at.seed);
    this.queue = new FakeQueue(this.scheduler, this.faults);
    this.keyValue = new FakeKeyValue(this.scheduler, this.faults);
    this.store = new FakeObjectStore(this.scheduler, this.faults);
    this.history = new History(() => this.scheduler.nowMs);
    this.callers = at.callers;
    this.isLongOutage = at.seed % 16 === 5 || this.faults.aim.includes("expire-task");
    this.isBadDay = random.chance(0.2) || this.faults.aim.includes("redrive");
    this.#sessions = at.sessions;
    at.sessions.enter(this.scheduler, {
      cuts: () => this.faults.happens(400),
      commitFault: () => this.faults.atCommit(this.scheduler.flow.name),
    });
    for (let index = 0; index < APIS; index += 1) this.#apis.push(this.#bear(index));
  }

  /** Tells of something that no table shows. */
  accuse(invariant: Invariant, detail: string): void {
    this.violations.push({ invariant, detail });
  }

  newId(prefix: string): string {
    this.#ids += 1;
    return `${prefix}_${this.#ids.toString().padStart(6, "0")}`;
  }

  #bear(index: number): Api {
    const name = `api${index}.${(this.#births += 1)}`;
    let mourn: (nothing: null) => void = () => undefined;
    const death = new Promise<null>((resolve) => {
      mourn = resolve;
    });
    const process: Process = { name, alive: true };
    const die = () => {
      this.scheduler.kill(process);
      this.dead.push(process);
      this.#apis[index] = this.#bear(index);
      mourn(null);
    };
    return Object.assign(process, { deps: this.#depsOf(process, die), death, die });
  }

  async #reach(point: CrashPoint, die: () => void): Promise<void> {
    const { flow } = this.scheduler;
    await this.scheduler.turn(`reach ${point}`);
    this.visited.add(point);
    const fault = this.faults.atPoint(point);
    if (fault === "pause") await this.scheduler.sleep(PAUSE_MS, `paused at ${point}`);
    if (fault === "crash") {
      this.scheduler.trace.push(`${flow.process?.name ?? ""} dies at ${point}`);
      die();
      await never();
    }
  }

  #depsOf(process: Process, die: () => void): Deps {
    const database = drizzle(this.#sessions.poolOf(process), { schema });
    const ids = {
      next: (prefix: string) => this.newId(prefix),
      secret: () => this.newId("secret"),
    };
    return {
      env,
      database,
      keyValue: this.keyValue,
      queue: this.queue,
      queueVerifier: { verify: async () => true },
      store: this.store,
      notifier: { send: async () => ({ kind: "delivered", status: 200 }) },
      streams: { enter: () => () => undefined, isBusy: () => false },
      dispatch: createDispatch(database),
      generators: new Map(),
      hopTo: () => async () => "blocked",
      clock: { nowMs: () => this.scheduler.nowMs },
      ids,
      captcha: {
        challenge: async ({ nowMs }) => ({ challenge: null, expiresAtMs: nowMs }),
        verify: async () => false,
      },
      auth: { handler: async () => new Response(null, { status: 404 }) },
      sha256: async (bytes) => Uint8Array.from(createHash("sha256").update(bytes).digest()),
      chance: () => this.random.next(),
      log: (entry) => {
        if (ALARMS.has(entry.message)) return;
        if (entry.level !== "error" || this.scheduler.flow.hurt || !process.alive) return;
        this.accuse("no-surprise", JSON.stringify(entry));
      },
      defer: (work) => void this.#judge(process, work),
      reach: (point) => this.#reach(point, die),
    };
  }

  /** Null for an error that was put in; any other is a violation. */
  async #judge<T>(process: Process, work: Promise<T>): Promise<{ value: T } | null> {
    const { flow } = this.scheduler;
    try {
      return { value: await work };
    } catch (error) {
      const cause = error instanceof Error && error.cause instanceof Error ? error.cause : error;
      if (process.alive && !flow.hurt && !isInjected(error)) {
        this.accuse("no-surprise", `${flow.name}: ${String(error)} ${String(cause)}`.slice(0, 900));
      }
      return null;
    }
  }

  /**
   * A request to one of the API's processes. Null when the caller cannot know what became of it:
   * it was lost on the way, the process died, or an error came back.
   */
  async call<T>(name: string, work: (deps: Deps) => Promise<T>): Promise<{ value: T } | null> {
    const api = this.random.pick(this.#apis);
    if (this.faults.trouble() === "before") return null;
    const answer = await Promise.race([
      this.scheduler.start(name, api, async () => {
        await this.scheduler.turn("arrives");
        return this.#judge(api, work(api.deps));
      }),
      api.death,
    ]);
    return this.faults.trouble() === "after" ? null : answer;
  }

  /** The storm is over: every part works, and nobody misbehaves any more. */
  calm(): void {
    this.faults.on = false;
    this.queue.isDown = false;
    this.keyValue.isDown = false;
    this.store.isDown = false;
  }

  sleep(leastMs: number, mostMs: number): Promise<void> {
    return this.scheduler.sleep(this.random.between(leastMs, mostMs));
  }
}
