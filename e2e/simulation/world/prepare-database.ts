/**
 * A database whose `now()` is the simulation's. The schema `sim` comes before `pg_catalog` on the search path
 * while the product's own migrations run, so that column defaults and functions bind to it; the
 * product's SQL stays as it is.
 */
import { migrate } from "@cutroom/db";
import { stepTransitions, taskTransitions } from "@cutroom/domain";
import type { Client } from "@neondatabase/serverless";
import { INVARIANTS_SQL } from "./invariants.ts";
import { openClient } from "./sessions.ts";

const SIM_CLOCK = `
  create schema sim;
  grant usage on schema sim to public;
  create function sim.now() returns timestamptz language sql stable as
    $$ select coalesce(nullif(current_setting('sim.at', true), '')::timestamptz, pg_catalog.now()) $$;
`;

/** Functions that fix their own search path see the simulation's time, too. */
const SHADOW_IN_FUNCTIONS = `
  do $$ declare f record; begin
    for f in select p.oid::regprocedure as signature from pg_proc p
              where p.pronamespace = 'public'::regnamespace
                and exists (select from unnest(p.proconfig) c where c like 'search_path=%')
    loop
      execute format('alter function %s set search_path = public, sim, pg_catalog', f.signature);
    end loop;
    -- Lock waits end by what the others do, never by the wall's clock.
    for f in select p.oid::regprocedure as signature from pg_proc p
              where p.pronamespace = 'public'::regnamespace
                and exists (select from unnest(p.proconfig) c where c like 'lock_timeout=%')
    loop
      execute format('alter function %s reset lock_timeout', f.signature);
    end loop;
  end $$;
`;

/** What the migrations themselves put in comes back after every seed. */
const KEEP_SEEDED_ROWS = `
  create table sim.kept (name text primary key);
  do $$ declare t record; filled boolean; begin
    for t in select c.relname as name from pg_class c
              where c.relnamespace = 'public'::regnamespace and c.relkind in ('r', 'p')
                and not c.relispartition and c.relname <> 'cutroom_migration'
    loop
      execute format('select exists (select from public.%I)', t.name) into filled;
      if filled then
        execute format('create table sim.%I as table public.%I', 'kept_' || t.name, t.name);
      end if;
      insert into sim.kept values (t.name);
    end loop;
  end $$;
  create function sim.reset() returns void language plpgsql as $$
  declare t record; begin
    perform set_config('session_replication_role', 'replica', true);
    for t in select name from sim.kept loop
      execute format('delete from public.%I', t.name);
      if to_regclass(format('sim.%I', 'kept_' || t.name)) is not null then
        execute format('insert into public.%I table sim.%I', t.name, 'kept_' || t.name);
      end if;
    end loop;
    for t in select c.oid::regclass as name from pg_class c
              where c.relnamespace = 'public'::regnamespace and c.relkind = 'S'
    loop
      perform setval(t.name, 1, false);
    end loop;
    delete from sim.audit;
    perform set_config('session_replication_role', 'origin', true);
  end $$;
`;

const quoted = (text: string) => `'${text}'`;

function legalMoves(
  machine: string,
  table: Readonly<Record<string, Readonly<Record<string, string>>>>,
) {
  return Object.entries(table).flatMap(([from, moves]) =>
    Object.values(moves).map((to) => `(${[machine, from, to].map(quoted).join(", ")})`),
  );
}

/** Who moved where, kept by triggers: the code under test cannot forget to tell. */
const AUDIT = `
  create table sim.legal_move (machine text, from_state text, to_state text);
  insert into sim.legal_move values
    ${[...legalMoves("task", taskTransitions), ...legalMoves("step", stepTransitions)].join(",\n    ")};
  create table sim.audit (
    n bigint generated always as identity primary key, machine text, id text,
    from_state text, to_state text, round integer, attempt integer, at timestamptz
  );
  create function sim.note_task() returns trigger language plpgsql security definer as $$ begin
    if tg_op = 'INSERT' or new.state <> old.state then
      insert into sim.audit (machine, id, from_state, to_state, round, at)
      values ('task', new.id, case when tg_op = 'UPDATE' then old.state::text end, new.state, new.round, sim.now());
    end if;
    return null;
  end $$;
  create function sim.note_step() returns trigger language plpgsql security definer as $$ begin
    if tg_op = 'INSERT' or new.state <> old.state then
      insert into sim.audit (machine, id, from_state, to_state, round, attempt, at)
      values ('step', new.id, case when tg_op = 'UPDATE' then old.state::text end, new.state, new.round, new.attempt, sim.now());
    end if;
    return null;
  end $$;
  create function sim.note_lease() returns trigger language plpgsql security definer as $$ begin
    if tg_op = 'DELETE' or (old.attempt = new.attempt and old.lease_until <= sim.now()) then
      insert into sim.audit (machine, id, from_state, to_state, attempt, at)
      values ('lease', old.step_id, case when old.lease_until > sim.now() then 'held' else 'over' end,
              case tg_op when 'DELETE' then 'gone' else 'revived' end, old.attempt, sim.now());
    end if;
    return null;
  end $$;
  create trigger sim_note_lease after update or delete on step_lease
    for each row execute function sim.note_lease();
  create trigger sim_note_task after insert or update on task
    for each row execute function sim.note_task();
  create trigger sim_note_step after insert or update on step
    for each row execute function sim.note_step();
`;

/** Of the database itself: a copy made from it as a template does not inherit them. */
const SETTINGS = {
  search_path: "public, sim, pg_catalog",
  synchronous_commit: "off",
  // Deadlocks are found by the scheduler, which always picks the same victim.
  deadlock_timeout: "'10min'",
  plan_cache_mode: "force_generic_plan",
  jit: "off",
};

async function applySettings(client: Client, name: string): Promise<void> {
  for (const [key, value] of Object.entries(SETTINGS)) {
    await client.query(`alter database ${name} set ${key} = ${value}`);
  }
}

const nameIn = (databaseUrl: string) => new URL(databaseUrl).pathname.slice(1);

export interface SimulatedDatabase {
  readonly databaseUrl: string;
  readonly wsProxy: string;
}

/** Makes a database the simulation's own. What was in it is gone. */
export async function prepareDatabase(at: SimulatedDatabase): Promise<void> {
  const client = await openClient(at.databaseUrl);
  await client.query(
    "drop schema if exists sim cascade; drop schema public cascade; create schema public",
  );
  await client.query(SIM_CLOCK);
  await applySettings(client, nameIn(at.databaseUrl));
  await client.end();
  await migrate(at);
  const again = await openClient(at.databaseUrl);
  for (const part of [SHADOW_IN_FUNCTIONS, AUDIT, KEEP_SEEDED_ROWS, INVARIANTS_SQL]) {
    await again.query(part);
  }
  await again.end();
}

/** A copy of a prepared database that nobody is using. */
export async function copyDatabase(
  from: SimulatedDatabase,
  name: string,
): Promise<SimulatedDatabase & { drop(): Promise<void> }> {
  const url = new URL(from.databaseUrl);
  url.pathname = "/postgres";
  const client = await openClient(url.href);
  await client.query(`create database ${name} template ${nameIn(from.databaseUrl)}`);
  await applySettings(client, name);
  url.pathname = `/${name}`;
  return {
    databaseUrl: url.href,
    wsProxy: from.wsProxy,
    drop: async () => {
      await client.query(`drop database if exists ${name} with (force)`);
      await client.end();
    },
  };
}
