/** One seed from its first turn to rest. */
import type { Client } from "@neondatabase/serverless";
import type { CrashPoint } from "@cutroom/edge-api/src/crash-points.ts";
import { canceller, hasty, operator, reader, retrier, submitter } from "./actors/client.ts";
import { closeBooks, housekeeper, saboteur } from "./actors/house.ts";
import { composer, vendorDesk } from "./actors/vendor.ts";
import { Workforce } from "./actors/worker.ts";
import type { Posting } from "./world/history.ts";
import type { Invariant } from "./world/invariants.ts";
import type { LockProbe } from "./world/scheduler.ts";
import { Sessions, lockProbe, openClient } from "./world/sessions.ts";
import { CALLERS, openSettlement } from "./world/tenants.ts";
import type { Settlement } from "./world/tenants.ts";
import { World } from "./world/world.ts";
import type { Violation } from "./world/world.ts";

export interface SeedResult {
  readonly seed: number;
  readonly violations: readonly Violation[];
  readonly steps: number;
  readonly faults: readonly string[];
  readonly visited: readonly CrashPoint[];
  readonly trace: readonly string[];
}

const EPOCH_MS = Date.UTC(2030, 0, 1);
const HOUR_MS = 3_600_000;
/** In calm weather everything has to end within this. */
const CALM_MS = HOUR_MS;
/** Late workers come back within this after the last task has ended. */
const AFTERMATH_MS = 2.5 * 60_000;
/** An hour in which the queue is down takes about 6,000. */
const MAX_STEPS = 20_000;
const CONNECTIONS = 24;

/** Each posting of the ledger in the order of the chain, with what the tenant then has. */
const POSTINGS = `
  with posting as (
    select tenant_id, max(seq) as seq, min(task_id) as task_id, bool_or(kind = 'RESERVE') as reserves,
           coalesce(sum(amount) filter (where account = 'available'), 0) as available,
           coalesce(sum(amount) filter (where account = 'reserved'), 0) as reserved
      from ledger_entry group by tenant_id, posting_id)
  select tenant_id as tenant, sum(available) over so_far || '/' || sum(reserved) over so_far as balance,
         case when reserves and row_number() over (partition by task_id, reserves order by seq) = 1
              then task_id end as reserves
    from posting window so_far as (partition by tenant_id order by seq) order by seq`;

/** Everything that outlives a seed. */
export class Laboratory {
  readonly #sessions: Sessions;
  readonly #watcher: Client;
  readonly #probe: LockProbe;
  readonly #settlement: Settlement;

  private constructor(sessions: Sessions, watcher: Client, settlement: Settlement) {
    this.#sessions = sessions;
    this.#watcher = watcher;
    this.#probe = lockProbe(watcher);
    this.#settlement = settlement;
  }

  static async open(databaseUrl: string): Promise<Laboratory> {
    const sessions = await Sessions.open(databaseUrl, CONNECTIONS);
    return new Laboratory(sessions, await openClient(databaseUrl), openSettlement(databaseUrl));
  }

  async close(): Promise<void> {
    await this.#sessions.close();
    await this.#watcher.end();
    await this.#settlement.close();
  }

  async #check(world: World, atRest: boolean): Promise<void> {
    const at = new Date(world.scheduler.nowMs).toISOString();
    const { rows } = await this.#watcher.query<{ invariant: Invariant; detail: string }>({
      name: "check",
      text: "select invariant, detail from sim.check($1, $2)",
      values: [at, atRest],
    });
    for (const { invariant, detail } of rows) world.accuse(invariant, detail);
  }

  async #liveTasks(): Promise<number> {
    const { rows } = await this.#watcher.query<{ n: number }>({
      name: "live",
      text: "select count(*)::int as n from task where state in ('CREATED', 'QUEUED', 'RUNNING')",
    });
    return rows[0]?.n ?? 0;
  }

  /** What no table shows alone: answers that were given, and files in the store. */
  async #checkSeen(world: World): Promise<void> {
    const { rows } = await this.#watcher.query<{ id: string; key: string | null; size: number }>(
      `select id, output ->> 'videoKey' as key, (output ->> 'sizeBytes')::int as size from task`,
    );
    const stored = new Set(rows.map((row) => row.id));
    for (const [key, taskId] of world.acknowledged) {
      if (!stored.has(taskId)) world.accuse("acknowledged-stays", `${key} was ${taskId}`);
    }
    for (const { id, key, size } of rows) {
      if (key === null) continue;
      const bytes = world.store.objects.get(key)?.sizeBytes ?? 0;
      if (bytes !== size)
        world.accuse("output-is-stored", `${id}: ${key} has ${bytes}, not ${size}`);
    }
  }

  /** Is there one order in which all of it could have happened? */
  async #checkHistory(world: World): Promise<void> {
    const { history } = world;
    for (const found of history.leasesWithoutOrder()) world.accuse("leases-have-an-order", found);
    for (const found of history.keysWithoutOrder()) world.accuse("answers-have-an-order", found);
    const { rows } = await this.#watcher.query<Posting & { tenant: string }>(POSTINGS);
    for (const { tenantId } of CALLERS) {
      const wrong = history.wrongRead(
        tenantId,
        rows.filter(({ tenant }) => tenant === tenantId),
      );
      if (wrong !== null) world.accuse("balances-have-an-order", `${tenantId}: ${wrong}`);
    }
  }

  /** Turns until `done`, an accusation, or no turn is left. */
  async #turnUntil(
    world: World,
    done: (news: boolean) => boolean | Promise<boolean>,
  ): Promise<number> {
    const { scheduler } = world;
    for (let steps = 0; ; steps += 1) {
      await scheduler.settle();
      while (world.dead.length > 0) {
        const process = world.dead.shift();
        if (process !== undefined) await this.#sessions.bury(process, this.#probe);
        await scheduler.settle();
      }
      const news = this.#sessions.sawCommit;
      this.#sessions.sawCommit = false;
      if (news) await this.#check(world, false);
      if (world.violations.length > 0 || (await done(news))) return steps;
      if (steps > MAX_STEPS) world.accuse("everything-ends", `not within ${MAX_STEPS} turns`);
      else if (!scheduler.step()) return steps;
    }
  }

  /** Storm, calm, rest. The first violation ends it. */
  async run(seed: number): Promise<SeedResult> {
    const startMs = EPOCH_MS;
    await this.#settlement.begin(startMs);
    const parts = { sessions: this.#sessions, probe: this.#probe, callers: CALLERS };
    const world = new World({ seed, startMs, ...parts });
    const { scheduler } = world;
    const workforce = new Workforce(world, 3);
    world.queue.deliver = (body) => workforce.wake(body);
    let people = 0;
    const person = (name: string, work: () => Promise<void>) => {
      people += 1;
      void scheduler.start(name, null, work).then(() => (people -= 1));
    };
    for (const caller of CALLERS) {
      person(`ada of ${caller.tenantName}`, () => submitter(world, caller, "ada"));
    }
    const [free, paying] = CALLERS;
    if (seed % 16 === 9 && free !== undefined) person("bea of free", () => hasty(world, free));
    if (paying !== undefined) person("bob", () => submitter(world, paying, "bob"));
    person("canceller", () => canceller(world));
    person("retrier", () => retrier(world));
    person("reader", () => reader(world));
    if (seed % 3 === 0 && paying !== undefined) person("composer", () => composer(world, paying));
    const hasOperator = seed % 4 === 1 || world.faults.aim.includes("redrive");
    if (hasOperator) person("operator", () => operator(world));
    person("saboteur", () => saboteur(world));
    void scheduler.start("housekeeper", null, () => housekeeper(world));
    if (seed % 3 === 0) void scheduler.start("desk", null, () => vendorDesk(world));

    let steps = await this.#turnUntil(world, () => people === 0);
    world.calm();
    const calmMs = scheduler.nowMs;
    let restMs = 0;
    let isFirst = true;
    steps += await this.#turnUntil(world, async (news) => {
      if (restMs === 0 && (news || isFirst) && (await this.#liveTasks()) === 0)
        restMs = scheduler.nowMs;
      isFirst = false;
      const isOver = restMs > 0 && scheduler.nowMs > restMs + AFTERMATH_MS;
      return isOver || scheduler.nowMs > calmMs + CALM_MS;
    });
    if (world.violations.length === 0) {
      await this.#check(world, true);
      await this.#checkSeen(world);
    }
    if (world.violations.length === 0) await this.#checkHistory(world);
    // The day's books are long: every third seed closes them, and all in fair weather.
    const closes = seed % 3 === 0 || world.faults.isFairWeather;
    if (world.violations.length === 0 && closes) {
      let isCounted = false;
      void scheduler.start("count", null, () => closeBooks(world)).then(() => (isCounted = true));
      steps += await this.#turnUntil(world, () => isCounted);
      await this.#check(world, true);
    }
    await this.#sessions.leave(this.#probe);
    return {
      seed,
      violations: world.violations,
      steps,
      faults: [...world.faults.happened],
      visited: [...world.visited],
      trace: scheduler.trace,
    };
  }
}
