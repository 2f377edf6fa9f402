/**
 * What must hold, as SQL. Each query gives one row of text per violation; none means that the
 * invariant holds. `always` is asked after every commit, `atRest` once nothing moves any more.
 */
import { LEASE_MS, planLimits, retryBudget } from "@cutroom/domain";

const LIVE = "('CREATED', 'QUEUED', 'RUNNING')";
const ENDED = "('SUCCEEDED', 'FAILED', 'CANCELED', 'EXPIRED')";
const PLANS = Object.values(planLimits)
  .map(({ name, maxInFlight }) => `('${name}', ${maxInFlight})`)
  .join(", ");

const always = {
  /** C1, C2: nothing moves but as the tables say. */
  "legal-moves": `
    select machine || ' ' || id || ': ' || coalesce(from_state, 'nothing') || ' to ' || to_state
      from sim.audit a where machine <> 'lease' and case when from_state is null
        then to_state not in ('CREATED', 'NEW', 'READY')
        else not exists (select from sim.legal_move l where l.machine = a.machine
                           and l.from_state = a.from_state and l.to_state = a.to_state) end`,
  /** C1: a round of a task ends once. */
  "one-ending": `
    select id || ' ended ' || count(*) || ' times in round ' || round from sim.audit
     where machine = 'task' and to_state in ${ENDED} group by id, round having count(*) > 1`,
  /** C8: a step is completed once. */
  "one-completion": `
    select id || ' was completed ' || count(*) || ' times' from sim.audit
     where machine = 'step' and to_state = 'SUCCEEDED' group by id having count(*) > 1`,
  /** C8: who is late has lost its step, also when nobody has taken it yet. */
  "late-is-refused": `
    select l.id || ' was ' || case l.to_state when 'revived' then 'renewed' else 'completed' end || ' after its lease'
      from sim.audit l where l.machine = 'lease' and l.from_state = 'over' and (l.to_state = 'revived'
        or exists (select from sim.audit a where a.machine = 'step' and a.id = l.id and a.attempt = l.attempt
                      and a.from_state = 'RUNNING' and a.to_state = 'SUCCEEDED'))`,
  /** C8: every claim raises the attempt, which fences the ones before. */
  "attempts-rise": `
    select id || ' ran attempt ' || attempt || ' ' || count(*) || ' times' from sim.audit
     where machine = 'step' and to_state = 'RUNNING' group by id, attempt having count(*) > 1`,
  /** C8: what a task shows was made by the attempt that completed it. */
  "output-of-winner": `
    select t.id || ' shows ' || (t.output ->> 'videoKey') from task t join step s on s.task_id = t.id and s.state = 'SUCCEEDED'
     where t.output is not null and t.round = s.round and s.kind = 'export'
       and t.output ->> 'videoKey' not like '%/' || s.id || '/' || s.attempt || '/%'`,
  /** C6: money is neither made nor lost. */
  "sum-is-zero": `
    select 'posting ' || posting_id || ' adds up to ' || sum(amount) from ledger_entry
     group by posting_id having sum(amount) <> 0`,
  /** C6: a balance is the sum of its entries. */
  "balance-is-sum": `
    select a.tenant_id || ' ' || a.kind || ' is ' || a.balance || ', entries say ' || coalesce(sum(e.amount), 0)
      from ledger_account a left join ledger_entry e on e.tenant_id = a.tenant_id and e.account = a.kind
     group by a.tenant_id, a.kind, a.balance having a.balance <> coalesce(sum(e.amount), 0)`,
  /** C6: what is reserved is what is held. */
  "reserved-is-held": `
    select a.tenant_id || ' has ' || a.balance || ' reserved and holds ' || coalesce(sum(r.amount), 0)
      from ledger_account a left join reservation r on r.tenant_id = a.tenant_id and r.state = 'HELD'
     where a.kind = 'reserved' group by a.tenant_id, a.balance having a.balance <> coalesce(sum(r.amount), 0)`,
  /** C6: a reservation ends once, and is held until then. */
  "one-end-of-money": `
    select r.id || ' is ' || r.state || ' with ' || count(e.id) || ' ends'
      from reservation r left join ledger_entry e on e.reservation_id = r.id and e.account = 'reserved' and e.amount < 0
     group by r.id, r.state having count(e.id) <> case when r.state = 'HELD' or r.amount = 0 then 0 else 1 end`,
  /** C1, C6: no task ends and keeps its credits, or loses them while it lives. */
  "money-follows-task": `
    select t.id || ' is ' || t.state || ', its reservation ' || r.state
      from task t join reservation r on r.task_id = t.id and r.round = t.round
     where case when t.state in ${LIVE} then r.state <> 'HELD' when t.state = 'SUCCEEDED'
                then r.state <> 'SETTLED' else r.state <> 'RELEASED' end`,
  /** I2: a task, its reservation and its wake-up are one fact. */
  "task-is-whole": `
    select t.id || ' lacks a part' from task t
     where not exists (select from step s where s.task_id = t.id)
        or not exists (select from reservation r where r.task_id = t.id and r.round = t.round)
        or not exists (select from outbox o where o.task_id = t.id)
        or not exists (select from task_event e where e.task_id = t.id)
    union all select o.id || ' belongs to no task' from outbox o
     where not exists (select from task t where t.id = o.task_id)`,
  /** I4: one key, one task. */
  "one-task-per-key": `
    select t.id || ' was asked for by no key of its own' from task t
     where not exists (select from idempotency i where i.task_id = t.id)`,
  /** C5: never more under way than the plan allows. */
  "within-quota": `
    select t.tenant_id || ' has ' || count(*) || ' under way' from task t
      join tenant on tenant.id = t.tenant_id join (values ${PLANS}) plan (name, most) on plan.name = tenant.plan::text
     where t.state in ${LIVE} and not exists (select from dead_letter d where d.task_id = t.id and d.state = 'REDRIVEN')
     group by t.tenant_id, plan.most having count(*) > plan.most`,
  /** C10: no more attempts than the budget. */
  "within-budget": `
    select id || ' is at attempt ' || attempt from step where attempt > ${retryBudget("export") + 1}`,
  /** C11: events of a task are 1, 2, 3 ... and so are positions of a stream. */
  "events-without-gap": `
    select t.id || ' has ' || count(e.seq) || ' events up to ' || coalesce(max(e.seq), 0) || ' of ' || t.last_seq
      from task t left join task_event e on e.task_id = t.id group by t.id, t.last_seq
    having count(e.seq) <> t.last_seq or coalesce(max(e.seq), 0) <> t.last_seq
    union all
    select s.tenant_id || ' is at position ' || s.position || ' with ' || count(e.position)
      from tenant_stream s left join task_event e on e.tenant_id = s.tenant_id group by s.tenant_id, s.position
    having count(e.position) <> s.position or coalesce(max(e.position), 0) <> s.position`,
  /** C11: whoever follows the events knows the state. */
  "events-tell-state": `
    select t.id || ' is ' || t.state || ', its last event says ' || e.state
      from task t join task_event e on e.task_id = t.id and e.seq = t.last_seq where e.state <> t.state`,
  /** C8: who runs has a lease of this attempt, and nobody else has one. */
  "lease-of-runner": `
    select s.id || ' is ' || s.state || ' at attempt ' || s.attempt || ', its lease ' || coalesce(l.attempt::text, 'none')
      from step s left join step_lease l on l.step_id = s.id
     where case when s.state = 'RUNNING' then l.attempt is distinct from s.attempt else l.step_id is not null end`,
  /** C1, C2: task and step tell the same story. */
  "step-follows-task": `
    select t.id || ' is ' || t.state || ', its step ' || s.state from task t join step s on s.task_id = t.id and s.round = t.round
     where case t.state when 'RUNNING' then s.state not in ('RUNNING', 'UNKNOWN', 'NEW', 'SUCCEEDED', 'READY', 'RETRY_WAIT')
                        when 'SUCCEEDED' then s.state <> 'SUCCEEDED'
                        when 'CREATED' then s.state not in ('NEW', 'READY')
                        when 'QUEUED' then s.state not in ('NEW', 'READY', 'RETRY_WAIT', 'SUCCEEDED')
                        else s.state not in ('SUCCEEDED', 'FAILED', 'EXPIRED') end`,
  /** C8: a lease ends by the database's clock. */
  "database-time": `
    select step_id || ' is leased until ' || lease_until from step_lease
     where lease_until > sim.now() + interval '${LEASE_MS} milliseconds'
    union all select id || ' was accepted at ' || accepted_at from task where accepted_at > sim.now()`,
  /** C1: nobody is given up early. */
  patience: `
    select id || ' expired after ' || (finished_at - accepted_at) from task
     where state = 'EXPIRED' and finished_at - round_started_at < interval '15 minutes'`,
  /** C6: money never closes over a step whose outcome is unknown. */
  "unknown-keeps-money": `
    select s.id || ' is UNKNOWN, the reservation ' || r.state from step s
      join reservation r on r.task_id = s.task_id and r.round = s.round where s.state = 'UNKNOWN' and r.state <> 'HELD'`,
} as const;

const atRest = {
  /** C6: a tenant's entries are a chain that nobody changed. */
  "chain-is-whole": `
    select t.id || ': ' || v.fault from tenant t, verify_ledger(t.id) v`,
  /** I2: everything that was accepted ends. */
  "everything-ends": `select id || ' is still ' || state from task where state not in ${ENDED}`,
  /** C6, I9: the product's own books agree. */
  "books-agree": `
    select kind || ' ' || subject || ' ' || facts from reconciliation_break where kind not in ('slot-drift')`,
  /** C7: no wake-up of a living task is left. */
  "outbox-drains": `
    select o.id || ' is still pending' from outbox o join task t on t.id = o.task_id
     where o.state = 'PENDING' and t.state not in ${ENDED}`,
} as const;

export type SqlInvariant = keyof typeof always | keyof typeof atRest;
/**
 * What the simulation itself sees and no table holds: answers, files and slots, and whether there
 * is one order of all that was asked and answered (`history.ts`).
 */
export const SEEN_INVARIANTS = [
  "acknowledged-stays",
  "one-answer-per-key",
  "accepted-once",
  "cancel-is-noted",
  "slots-are-facts",
  "output-is-stored",
  "vendor-is-asked-once",
  "leases-have-an-order",
  "answers-have-an-order",
  "balances-have-an-order",
  "no-surprise",
] as const;
export type Invariant = SqlInvariant | (typeof SEEN_INVARIANTS)[number];
export const INVARIANTS: readonly Invariant[] = [
  ...(Object.keys(always) as (keyof typeof always)[]),
  ...(Object.keys(atRest) as (keyof typeof atRest)[]),
  ...SEEN_INVARIANTS,
];

/** One statement for all of them: to begin one costs more than to look through a few dozen rows. */
const asQuery = (queries: Readonly<Record<string, string>>) =>
  Object.entries(queries)
    .map(([name, query]) => `select '${name}'::text, v.detail::text from (${query}) v (detail)`)
    .join("\n    union all ");

export const INVARIANTS_SQL = `
  create function sim.check(at text, at_rest boolean)
    returns table (invariant text, detail text) language plpgsql as $check$ begin
    perform set_config('sim.at', at, false);
    return query ${asQuery(always)};
    if at_rest then
      return query ${asQuery(atRest)};
    end if;
  end $check$;
`;
