/**
 * The real database, one statement at a time. Every statement of the code under test is a turn
 * of the scheduler; time inside is the simulation's; a connection can be cut at any statement,
 * and at COMMIT so that nobody knows what became of it.
 */
import { Client, Pool } from "@neondatabase/serverless";
import type { PoolClient } from "@neondatabase/serverless";
import { gatherWrites } from "@cutroom/db";
import type { LockProbe, Process, Scheduler, Statement } from "./scheduler.ts";
import { asQuery, know } from "./statements.ts";
import type { Query } from "./statements.ts";
import { TcpSocket } from "./tcp-socket.ts";

/** What was put in on purpose; whoever reports it as a bug is wrong. */
export class InjectedFault extends Error {
  override readonly name = "InjectedFault";
}

export interface Session {
  readonly client: Client;
  readonly pid: number;
  /** The simulated instant that its settings hold. */
  atMs: number;
  holder: Process | null;
  /** A transaction is open whose COMMIT has not been asked for. */
  isOpen: boolean;
  /** The code under test lost this connection and may not use it any more. */
  isCut: boolean;
  /** Something in its transaction may have changed what others see. */
  hasWritten: boolean;
  /** The next error of its statement is this SQLSTATE, whatever the server calls it. */
  failsAs: string | null;
}

export type CommitFault = "cut-before-commit" | "cut-after-commit" | null;

/** What the world decides about a statement before it runs. */
export interface StatementHooks {
  /** True cuts the connection instead of running this statement. */
  readonly cuts: () => boolean;
  readonly commitFault: () => CommitFault;
}

export async function openClient(databaseUrl: string): Promise<Client> {
  const client = new Client(databaseUrl);
  client.neonConfig.webSocketConstructor = gatherWrites(TcpSocket);
  client.neonConfig.coalesceWrites = false;
  client.neonConfig.wsProxy = (host, port) => `${host}:${port}`;
  client.neonConfig.useSecureWebSocket = false;
  client.neonConfig.pipelineTLS = false;
  client.neonConfig.pipelineConnect = false;
  client.on("error", () => undefined);
  await client.connect();
  return client;
}

/** Sees lock waits from outside. */
export function lockProbe(client: Client): LockProbe {
  return {
    waiting: async (pids) => {
      const result = await client.query<{ pid: number; by: number[] }>({
        name: "lock-probe",
        text: "select pid, pg_blocking_pids(pid) as by from unnest($1::int[]) as pid",
        values: [pids],
      });
      const waiting = result.rows.filter((row) => row.by.length > 0);
      return new Map(waiting.map((row) => [row.pid, row.by]));
    },
    cancel: async (pid) => {
      await client.query("select pg_cancel_backend($1)", [pid]);
    },
  };
}

/** Of a session whose transaction was rolled back, and with it the instant that it had set. */
const UNKNOWN_MS = 0;
const LOST = "Connection terminated unexpectedly";

/** The connections of a worker, kept over many seeds. */
export class Sessions {
  readonly #free: Session[];
  readonly #all: readonly Session[];
  #scheduler: Scheduler | null = null;
  #hooks: StatementHooks | null = null;
  /** A transaction or a single statement has changed what others see. */
  sawCommit = false;

  private constructor(sessions: Session[]) {
    this.#all = sessions;
    this.#free = [...sessions];
  }

  static async open(databaseUrl: string, count: number): Promise<Sessions> {
    const sessions: Session[] = [];
    for (let index = 0; index < count; index += 1) {
      const client = await openClient(databaseUrl);
      const { rows } = await client.query<{ pid: number }>("select pg_backend_pid() as pid");
      const pid = rows[0]?.pid ?? 0;
      const state = { atMs: 0, holder: null, isOpen: false, isCut: false, hasWritten: false };
      sessions.push({ client, pid, ...state, failsAs: null });
    }
    return new Sessions(sessions);
  }

  async close(): Promise<void> {
    for (const { client } of this.#all) await client.end();
  }

  /** Gives the connections to a new seed. */
  enter(scheduler: Scheduler, hooks: StatementHooks): void {
    this.#scheduler = scheduler;
    this.#hooks = hooks;
    this.#free.splice(0, this.#free.length, ...this.#all);
    scheduler.onDeadlock = (victim) => this.#failAs(victim, "40P01");
  }

  /** A seed is over: whatever it left open is rolled back. */
  async leave(probe: LockProbe): Promise<void> {
    for (const session of this.#all) {
      const running = this.#scheduler?.runningOn(session.pid);
      if (running !== undefined && !running.done) await probe.cancel(session.pid);
      await this.#rollBack(session);
      session.holder = null;
    }
    this.#scheduler = null;
    this.sawCommit = false;
  }

  #failAs(statement: Statement, code: string): void {
    const session = this.#all.find((entry) => entry.pid === statement.pid);
    if (session !== undefined) session.failsAs = code;
  }

  #take(process: Process): Session {
    const session = this.#free.shift();
    if (session === undefined) throw new Error("the simulation has too few connections");
    session.holder = process;
    session.isCut = false;
    session.failsAs = null;
    return session;
  }

  async #rollBack(session: Session): Promise<void> {
    if (!session.isOpen) return;
    await session.client.query("rollback");
    session.isOpen = false;
    session.atMs = UNKNOWN_MS;
  }

  async #giveBack(session: Session): Promise<void> {
    await this.#rollBack(session);
    session.holder = null;
    // The one that was used last knows most statements.
    this.#free.unshift(session);
  }

  /** A process has died: the server notices and rolls back what it had open. */
  async bury(process: Process, probe: LockProbe): Promise<void> {
    const scheduler = this.#scheduler;
    for (const session of this.#all) {
      if (session.holder !== process) continue;
      const running = scheduler?.runningOn(session.pid);
      if (running !== undefined && !running.done) await probe.cancel(session.pid);
      session.isCut = true;
      await this.#giveBack(session);
    }
    if (scheduler !== null) scheduler.locksMayBeFree = true;
  }

  async #run(session: Session, query: Query): Promise<unknown> {
    const scheduler = this.#scheduler;
    if (scheduler === null) throw new Error("no seed is running");
    const { nowMs } = scheduler;
    const at = `set sim.at = '${new Date(nowMs).toISOString()}'`;
    const { kind, writes } = know(query.text);
    if (kind === "begin") {
      session.isOpen = true;
      session.atMs = nowMs;
      return scheduler.statement({ pid: session.pid, text: kind, frees: false }, () =>
        session.client.query(`${at}; begin`),
      );
    }
    const single = !session.isOpen;
    const isEnd = kind === "commit" || kind === "rollback";
    if (isEnd) session.isOpen = false;
    return scheduler.statement(
      { pid: session.pid, text: query.text, frees: single || isEnd },
      async () => {
        if (single && !isEnd && session.atMs !== nowMs) {
          session.atMs = nowMs;
          await session.client.query(at);
        }
        try {
          const { atMs } = session;
          if (isEnd) session.atMs = UNKNOWN_MS;
          const result = await session.client.query(query);
          if (result.command === "COMMIT") session.atMs = atMs;
          return result;
        } catch (error) {
          if (session.failsAs === null) throw error;
          const code = session.failsAs;
          session.failsAs = null;
          throw Object.assign(new Error(`as SQLSTATE ${code}`), { code });
        } finally {
          if (writes) session.hasWritten = true;
          if (single || isEnd) {
            if (session.hasWritten && kind !== "rollback") this.sawCommit = true;
            session.hasWritten = false;
          }
        }
      },
    );
  }

  async #cut(session: Session): Promise<never> {
    const scheduler = this.#scheduler;
    if (scheduler !== null) scheduler.flow.hurt = true;
    session.isCut = true;
    if (session.isOpen) await this.#run(session, { text: "rollback" });
    throw new InjectedFault(LOST);
  }

  async #ask(session: Session, query: Query): Promise<unknown> {
    const scheduler = this.#scheduler;
    const hooks = this.#hooks;
    if (scheduler === null || hooks === null) throw new Error("no seed is running");
    const { kind, writes, setsLockTimeout, label } = know(query.text);
    if (session.isCut) throw new InjectedFault(LOST);
    await scheduler.turn(label);
    // A statement of its own that writes is its own COMMIT.
    const commits = kind === "commit" || (!session.isOpen && writes);
    if (commits) {
      const fault = hooks.commitFault();
      if (fault === "cut-before-commit") return this.#cut(session);
      const result = await this.#run(session, query);
      return fault === "cut-after-commit" ? this.#cut(session) : result;
    }
    if (kind !== "rollback" && hooks.cuts()) return this.#cut(session);
    if (setsLockTimeout) {
      // Lock waits end by what the others do, never by the wall's clock.
      const values = query.values?.map((value) => (/^\d+ms$/.test(String(value)) ? "0" : value));
      return this.#run(session, { ...query, ...(values === undefined ? {} : { values }) });
    }
    return this.#run(session, query);
  }

  /** What the code under test believes to be its pool. */
  poolOf(process: Process): Pool {
    const lend = (): Pick<PoolClient, "release"> & { query: unknown } => {
      const session = this.#take(process);
      return {
        query: (query: unknown, values: unknown) => this.#ask(session, asQuery(query, values)),
        release: () => void (process.alive && this.#giveBack(session)),
      };
    };
    return Object.assign(new Pool(), {
      connect: async () => lend(),
      query: async (query: unknown, values: unknown) => {
        const session = this.#take(process);
        try {
          return await this.#ask(session, asQuery(query, values));
        } finally {
          if (process.alive) await this.#giveBack(session);
        }
      },
    });
  }
}
