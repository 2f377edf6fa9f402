/**
 * Decides who goes next. Everything that an actor does to the world waits for its turn first;
 * one turn runs at a time, and chance with a seed picks it. Statements that wait for a lock in
 * Postgres are found out and set aside, so real lock waits are part of the order, too.
 */
import { AsyncLocalStorage } from "node:async_hooks";
import type { Random } from "./random.ts";

/** One line of work, from the call that began it through everything it awaits. */
export interface Flow {
  readonly id: number;
  readonly name: string;
  readonly process: Process | null;
  /** A fault was put into it: its errors prove nothing. */
  hurt: boolean;
  /** How many of its waits have been numbered. */
  waits: number;
}

/** What dies at once: its flows never get another turn. */
export interface Process {
  readonly name: string;
  alive: boolean;
}

interface Turn {
  readonly flow: Flow;
  readonly order: number;
  readonly label: string;
  readonly go: () => void;
}

interface Timer {
  readonly flow: Flow;
  readonly order: number;
  readonly atMs: number;
  readonly label: string;
  readonly go: () => void;
}

/** A statement on its way in the database. */
export interface Statement {
  readonly id: number;
  readonly flow: Flow;
  readonly pid: number;
  readonly text: string;
  done: boolean;
  waits: boolean;
  release: () => void;
}

export interface LockProbe {
  /** For every backend that waits for a lock: whom it waits for. */
  waiting(pids: readonly number[]): Promise<ReadonlyMap<number, readonly number[]>>;
  /** Ends the statement that `pid` is running. */
  cancel(pid: number): Promise<void>;
}

/**
 * Real time after which a silent statement is asked whether it waits for a lock. Few ever do, and to ask is as
 * much work as a statement: on a busy machine most of those that were asked sooner were only slow.
 */
const PATIENCE_MS = 40;
/** A statement that neither ends nor waits for a lock for so long is a fault of the simulation. */
const STUCK_MS = 20_000;
/** One for all seeds: Node hands every storage there ever was on with every promise. */
const flows = new AsyncLocalStorage<Flow>();
const immediate = () => new Promise<void>((resolve) => setImmediate(resolve));
const byOrder = (a: { order: number }, b: { order: number }) => a.order - b.order;

export class Scheduler {
  readonly random: Random;
  readonly trace: string[] = [];
  nowMs: number;
  /** Set after a commit, a rollback or a single statement: waiters may go on. */
  locksMayBeFree = false;
  readonly #probe: LockProbe;
  #turns: Turn[] = [];
  #timers: Timer[] = [];
  #statements: Statement[] = [];
  #woken: (() => void) | null = null;
  #last: Flow | null = null;
  #flowCount = 0;
  #order = 0;
  #statementCount = 0;
  /** How seldom it leaves a flow that could go on. */
  readonly #loyalty: number;
  /** How often time passes although somebody could go on. */
  readonly #haste: number;

  constructor(options: { random: Random; startMs: number; probe: LockProbe }) {
    this.random = options.random;
    this.nowMs = options.startMs;
    this.#probe = options.probe;
    this.#loyalty = this.random.pick([0, 0.3, 0.6, 0.9]);
    this.#haste = this.random.pick([0, 0, 0.005, 0.02]);
  }

  /** The flow that is running now. */
  get flow(): Flow {
    const flow = flows.getStore();
    if (flow === undefined) throw new Error("outside of every flow");
    return flow;
  }

  /** Begins a flow; what it starts and does not await stays part of it. */
  start<T>(name: string, process: Process | null, work: () => Promise<T>): Promise<T> {
    this.#flowCount += 1;
    const flow: Flow = { id: this.#flowCount, name, process, hurt: false, waits: 0 };
    return flows.run(flow, work);
  }

  /** Waits to be chosen. A flow of a dead process waits for ever. */
  turn(label: string): Promise<void> {
    const { flow } = this;
    return new Promise((go) => {
      if (flow.process?.alive === false) return;
      this.#turns.push({ flow, order: (this.#order += 1), label, go });
    });
  }

  /** Waits until simulated time has come. */
  sleep(ms: number, label = "sleep"): Promise<void> {
    const { flow } = this;
    return new Promise((go) => {
      if (flow.process?.alive === false) return;
      const atMs = this.nowMs + Math.max(1, ms);
      this.#timers.push({ flow, order: (this.#order += 1), atMs, label, go });
    });
  }

  /** Everything of a process stops where it is. */
  kill(process: Process): void {
    process.alive = false;
    this.#turns = this.#turns.filter((turn) => turn.flow.process !== process);
    this.#timers = this.#timers.filter((timer) => timer.flow.process !== process);
  }

  /** Tells of a statement; its answer is handed on when the order says so. */
  async statement<T>(
    at: { readonly pid: number; readonly text: string; readonly frees: boolean },
    run: () => Promise<T>,
  ): Promise<T> {
    const statement: Statement = {
      id: (this.#statementCount += 1),
      flow: this.flow,
      pid: at.pid,
      text: at.text,
      done: false,
      waits: false,
      release: () => undefined,
    };
    this.#statements.push(statement);
    const released = new Promise<void>((resolve) => {
      statement.release = resolve;
    });
    try {
      return await run();
    } finally {
      statement.done = true;
      if (at.frees) this.locksMayBeFree = true;
      this.#woken?.();
      await released;
    }
  }

  /** The statement of a backend that is on its way, if there is one. */
  runningOn(pid: number): Statement | undefined {
    return this.#statements.find((statement) => statement.pid === pid);
  }

  async #untilOneIsDone(): Promise<void> {
    await new Promise<void>((resolve) => {
      const timer = setTimeout(resolve, PATIENCE_MS);
      this.#woken = () => {
        clearTimeout(timer);
        resolve();
      };
    });
    this.#woken = null;
  }

  /** Marks who waits for a lock, and breaks a circle at its youngest member. */
  async #findWaiters(): Promise<void> {
    const open = this.#statements.filter((statement) => !statement.done);
    if (open.length === 0) return;
    const waiting = await this.#probe.waiting(open.map((statement) => statement.pid));
    for (const statement of open) statement.waits = waiting.has(statement.pid);
    const inCircle = (pid: number): boolean => {
      const seen = new Set<number>();
      const next = [...(waiting.get(pid) ?? [])];
      while (next.length > 0) {
        const other = next.pop() ?? 0;
        if (other === pid) return true;
        if (seen.has(other)) continue;
        seen.add(other);
        next.push(...(waiting.get(other) ?? []));
      }
      return false;
    };
    const circle = open.filter((statement) => statement.waits && inCircle(statement.pid));
    const victim = circle.toSorted((a, b) => b.id - a.id)[0];
    if (victim === undefined) return;
    this.trace.push(`deadlock: ${circle.map(({ flow }) => flow.name).join(", ")}`);
    this.onDeadlock(victim);
    victim.waits = false;
    await this.#probe.cancel(victim.pid);
  }

  /** Set by the world: what a deadlock means to its victim. */
  onDeadlock: (victim: Statement) => void = () => undefined;

  /** Until nothing moves: every flow waits for a turn, for time, or for a lock. */
  async settle(): Promise<void> {
    await immediate();
    const sinceMs = Date.now();
    for (;;) {
      if (Date.now() - sinceMs > STUCK_MS) throw new Error(`stuck: ${this.#describe()}`);
      const moving = this.#statements.filter(({ done, waits }) => !done && !waits);
      if (moving.length > 0) {
        await this.#untilOneIsDone();
        if (!moving.some(({ done }) => done)) await this.#findWaiters();
        continue;
      }
      if (this.locksMayBeFree && this.#statements.some(({ done, waits }) => waits && !done)) {
        this.locksMayBeFree = false;
        await this.#findWaiters();
        continue;
      }
      this.locksMayBeFree = false;
      const done = this.#statements
        .filter((statement) => statement.done)
        .toSorted((a, b) => a.id - b.id);
      if (done.length === 0) return;
      for (const statement of done) {
        this.#statements.splice(this.#statements.indexOf(statement), 1);
        statement.release();
        await immediate();
      }
    }
  }

  #describe(): string {
    const open = this.#statements.map(
      ({ flow, pid, done, waits, text }) =>
        `${flow.name}#${flow.id} on ${pid}${done ? " done" : ""}${waits ? " waits" : ""}: ${text}`,
    );
    return [...open, ...this.trace.slice(-20)].join("\n");
  }

  #nextTimer(): Timer | undefined {
    return this.#timers.toSorted((a, b) => a.atMs - b.atMs || byOrder(a, b))[0];
  }

  #pass(timer: Timer): void {
    this.#timers.splice(this.#timers.indexOf(timer), 1);
    this.nowMs = Math.max(this.nowMs, timer.atMs);
    this.#note(timer);
    timer.go();
  }

  #note(what: { flow: Flow; label: string }): void {
    this.#last = what.flow;
    const process = what.flow.process === null ? "" : `${what.flow.process.name} `;
    this.trace.push(`${this.nowMs} ${process}${what.flow.name}#${what.flow.id}: ${what.label}`);
  }

  /** Lets one turn happen, or time pass to the next timer. False when nobody waits at all. */
  step(): boolean {
    const timer = this.#nextTimer();
    const turns = this.#turns.toSorted((a, b) => a.flow.id - b.flow.id || byOrder(a, b));
    if (timer !== undefined && (turns.length === 0 || this.random.chance(this.#haste))) {
      this.#pass(timer);
      return true;
    }
    if (turns.length === 0) return false;
    const same = turns.filter((turn) => turn.flow === this.#last);
    const stays = same.length > 0 && this.random.chance(this.#loyalty);
    const turn = this.random.pick(stays ? same : turns);
    this.#turns.splice(this.#turns.indexOf(turn), 1);
    this.#note(turn);
    turn.go();
    return true;
  }
}
