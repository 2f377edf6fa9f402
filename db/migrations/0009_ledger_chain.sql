-- The ledger, harder to get wrong (C6): a hash chain per tenant, one order of locks, keys that
-- make a repeated posting impossible, refunds bounded by what was charged, renewal dates.
-- Safe with the older code running: every new column has a default or is filled by a trigger.
--
-- Lock order of everything that moves money: task -> reservation -> the tenant's `available`
-- account -> its other accounts -> tenant_stream. Whoever holds `available` writes alone.

alter table ledger_account
  -- the tenant's chain ends here; only the row of `available` carries it
  add column chain_seq bigint not null default 0,
  add column chain_hash bytea not null default decode(repeat('00', 32), 'hex'),
  -- larger amounts would lose their last digits on the way to a client
  add constraint ledger_account_exact check (balance between -9007199254740991 and 9007199254740991);

alter table reservation
  add column round integer not null default 1,
  add column refunded integer not null default 0,
  add column close_reason text,
  add constraint reservation_refunded check (refunded between 0 and settled),
  drop constraint reservation_task_id_key,
  add constraint reservation_task_round unique (task_id, round);
create unique index reservation_one_held on reservation (task_id) where state = 'HELD';

alter table ledger_entry
  add column line smallint not null default 0,
  add column task_id text,
  -- the attempt that earned a charge (I1)
  add column step_id text,
  add column attempt integer,
  add column balance_after bigint not null default 0,
  add column seq bigint not null default 0,
  add column hash bytea not null default '';

-- Everything that an entry says, in one unambiguous text, after the hash of the entry before.
create function cutroom_entry_hash(previous bytea, entry ledger_entry) returns bytea
language sql immutable parallel safe as $$
  select sha256(previous || convert_to(jsonb_build_array(
    entry.seq, entry.id, entry.tenant_id, entry.posting_id, entry.line, entry.account, entry.kind,
    entry.amount, entry.balance_after, entry.reservation_id, entry.task_id, entry.step_id,
    entry.attempt, entry.reason, entry.closes,
    (extract(epoch from entry.created_at) * 1000000)::bigint
  )::text, 'UTF8'))
$$;

-- What was posted before the chain began is chained now, in the order in which it was posted.
alter table ledger_entry disable trigger ledger_entry_append_only;
do $$
declare
  entry ledger_entry;
  head ledger_account;
begin
  update ledger_entry set line = numbered.line,
         task_id = (select task_id from reservation where reservation.id = ledger_entry.reservation_id)
    from (select id, row_number() over (partition by posting_id order by closes desc, amount, id) as line
            from ledger_entry) as numbered
   where numbered.id = ledger_entry.id;
  for entry in select * from ledger_entry order by tenant_id, created_at, posting_id, line loop
    select * into head from ledger_account
     where tenant_id = entry.tenant_id and kind = 'available' for update;
    entry.seq := head.chain_seq + 1;
    select entry.amount + coalesce(sum(amount), 0) into entry.balance_after from ledger_entry
     where tenant_id = entry.tenant_id and account = entry.account and seq > 0;
    entry.hash := cutroom_entry_hash(head.chain_hash, entry);
    update ledger_entry set seq = entry.seq, balance_after = entry.balance_after, hash = entry.hash
     where id = entry.id;
    update ledger_account set chain_seq = entry.seq, chain_hash = entry.hash
     where tenant_id = entry.tenant_id and kind = 'available';
  end loop;
end $$;
alter table ledger_entry enable trigger ledger_entry_append_only;

create unique index ledger_entry_chain on ledger_entry (tenant_id, seq);
create unique index ledger_entry_line on ledger_entry (posting_id, line);
create unique index ledger_entry_one_start on ledger_entry (reservation_id)
  where kind = 'RESERVE' and account = 'reserved';
create index ledger_entry_task on ledger_entry (task_id) where task_id is not null;
alter table ledger_entry add constraint ledger_entry_reserved
  check (kind in ('GRANT', 'COMPENSATE') or reservation_id is not null);

-- While a vendor may still be working, nobody knows what a task costs (C6, F104).
create function cutroom_refuse_unknown(of_task text) returns void language plpgsql as $$
begin
  if exists (select from step where step.task_id = of_task and step.state = 'UNKNOWN') then
    raise exception 'the outcome of task % is unknown, so its reservation stays', of_task
      using errcode = 'restrict_violation';
  end if;
end $$;

-- Numbers, projects and chains one entry, under the lock of the tenant's available account.
create function cutroom_append_entry() returns trigger
language plpgsql security definer set search_path = public as $$
declare head ledger_account;
begin
  select * into head from ledger_account
   where tenant_id = new.tenant_id and kind = 'available' for update;
  if not found then
    raise exception 'tenant % has no accounts', new.tenant_id using errcode = 'foreign_key_violation';
  end if;
  if new.line = 0 then
    select count(*) + 1 into new.line from ledger_entry where posting_id = new.posting_id;
  end if;
  -- An "on conflict do nothing" would keep what follows here, so a repeat must fail before it.
  if exists (select from ledger_entry where posting_id = new.posting_id
              and (line = new.line or tenant_id <> new.tenant_id or kind <> new.kind)) then
    raise exception 'posting % exists', new.posting_id using errcode = 'unique_violation';
  end if;
  if new.reservation_id is not null then
    select task_id into new.task_id from reservation where id = new.reservation_id;
  end if;
  if new.kind in ('SETTLE', 'RELEASE') then
    perform cutroom_refuse_unknown(new.task_id);
    new.closes := new.line = 1;
  end if;
  if new.kind = 'SETTLE' and new.step_id is null then
    select id, step.attempt into new.step_id, new.attempt from step
     where step.task_id = new.task_id and step.attempt > 0
     order by step.state = 'SUCCEEDED' desc, finished_at desc nulls last limit 1;
  end if;
  if new.kind = 'REFUND' and new.account = 'spent' then
    update reservation set refunded = refunded - new.amount where id = new.reservation_id;
  end if;
  update ledger_account set balance = balance + new.amount
   where tenant_id = new.tenant_id and kind = new.account returning balance into new.balance_after;
  new.seq := head.chain_seq + 1;
  new.hash := cutroom_entry_hash(head.chain_hash, new);
  update ledger_account set chain_seq = new.seq, chain_hash = new.hash
   where tenant_id = new.tenant_id and kind = 'available';
  return new;
end $$;
drop trigger ledger_entry_projects on ledger_entry;
drop function cutroom_project_balance();
create trigger ledger_entry_append before insert on ledger_entry
  for each row execute function cutroom_append_entry();

-- A reservation ends once and never changes its size.
create function cutroom_guard_reservation() returns trigger
language plpgsql security definer set search_path = public as $$
begin
  if new.amount <> old.amount or new.task_id <> old.task_id or new.tenant_id <> old.tenant_id then
    raise exception 'a reservation never changes its size or its task'
      using errcode = 'restrict_violation';
  end if;
  if new.state <> old.state then
    if old.state <> 'HELD' then
      raise exception 'reservation % has ended', old.id using errcode = 'restrict_violation';
    end if;
    perform cutroom_refuse_unknown(new.task_id);
  elsif new.settled <> old.settled then
    raise exception 'reservation % has ended', old.id using errcode = 'restrict_violation';
  end if;
  return new;
end $$;
create trigger reservation_guard before update on reservation
  for each row execute function cutroom_guard_reservation();
create trigger reservation_kept before delete on reservation
  for each row execute function cutroom_refuse_change();

-- The first entry of a tenant's chain that is not what was written, or no row when all are.
create function verify_ledger(of_tenant text)
returns table (seq bigint, entry_id text, fault text)
language sql stable set search_path = public as $$
  with linked as (
    select entry, entry.seq as at, entry.id as id,
           row_number() over w as place,
           coalesce(lag(entry.hash) over w, decode(repeat('00', 32), 'hex')) as previous
      from ledger_entry entry where entry.tenant_id = of_tenant window w as (order by entry.seq)
  ), broken as (
    select at, id, case when at <> place then 'missing before' else 'changed' end as fault
      from linked
     where at <> place or (entry).hash <> cutroom_entry_hash(previous, entry)
     order by at limit 1
  ), ending as (
    select head.chain_seq as at, null::text as id, 'missing at the end' as fault
      from ledger_account head
     where head.tenant_id = of_tenant and head.kind = 'available'
       and not exists (select from ledger_entry entry where entry.tenant_id = of_tenant
                          and entry.seq = head.chain_seq and entry.hash = head.chain_hash)
       and head.chain_seq > 0
  )
  select * from (select * from broken union all select * from ending) as faults order by 1 limit 1
$$;

-- Credits renew every month, counted from the day on which the workspace was opened.
alter table tenant add column credits_renew_at timestamptz not null default now() + interval '1 month';
-- The first such day after now. Months are tried, not computed: from the 31st of January the tenth
-- month ends on the 30th of November, which age() does not count as ten.
update tenant set credits_renew_at = (
  select min(created_at + make_interval(months => passed + more))
    from (select (extract(year from age(now(), created_at)) * 12
                  + extract(month from age(now(), created_at)))::int as passed) as age,
         generate_series(0, 2) as more
   where passed + more > 0 and created_at + make_interval(months => passed + more) > now());
create index tenant_renewal on tenant (credits_renew_at);

-- What a task cost us, line by line; a repeated line adds nothing.
create type cost_kind as enum
  ('provider_estimate', 'provider_actual', 'retry', 'media_compute', 'storage', 'cdn');
create table cost_line (
  tenant_id text not null references tenant (id),
  task_id text not null references task (id),
  kind cost_kind not null,
  key text not null,
  amount_micros bigint not null check (amount_micros >= 0),
  currency text not null check (currency ~ '^[A-Z]{3}$'),
  vendor text,
  vendor_job_id text,
  created_at timestamptz not null default now(),
  primary key (task_id, kind, key),
  check ((vendor is null) = (vendor_job_id is null))
);
create index cost_line_vendor on cost_line (vendor, vendor_job_id) where vendor is not null;
create trigger cost_line_append_only before update or delete on cost_line
  for each row execute function cutroom_refuse_change();
create trigger cost_line_no_truncate before truncate on cost_line
  for each statement execute function cutroom_refuse_change();

-- What vendors say they charged.
create table vendor_invoice_line (
  vendor text not null,
  invoice_id text not null,
  line_id text not null,
  vendor_job_id text not null,
  amount_micros bigint not null check (amount_micros >= 0),
  currency text not null check (currency ~ '^[A-Z]{3}$'),
  charged_at timestamptz not null,
  imported_by text not null,
  imported_at timestamptz not null default now(),
  primary key (vendor, invoice_id, line_id)
);
create index vendor_invoice_job on vendor_invoice_line (vendor, vendor_job_id);

create type break_kind as enum (
  'export-without-object', 'object-without-row', 'charge-without-output', 'output-without-charge',
  'hold-of-ended-task', 'hold-too-old', 'balance-drift', 'chain-broken', 'slot-drift',
  'invoice-drift', 'unknown-too-old');
create type break_state as enum ('OPEN', 'TAKEN', 'RESOLVED');
create type break_action as enum ('found', 'returned', 'gone', 'taken', 'resolved');

create table reconciliation_run (
  id text primary key,
  asked_by text not null,
  started_at timestamptz not null default now(),
  finished_at timestamptz,
  -- per kind: how many were looked at, found, new, back and gone, and whether the pass was whole
  checks jsonb not null default '{}'
);
create index reconciliation_run_list on reconciliation_run (started_at desc);

create table reconciliation_cursor (
  kind break_kind primary key,
  after text not null,
  updated_at timestamptz not null default now()
);

create table reconciliation_break (
  id text primary key,
  kind break_kind not null,
  -- what it is about; with the kind it names one break for ever
  subject text not null,
  state break_state not null default 'OPEN',
  tenant_id text,
  task_id text,
  credits bigint,
  cost_micros bigint,
  currency text,
  facts jsonb not null,
  opened_at timestamptz not null default now(),
  seen_at timestamptz not null default now(),
  times_opened integer not null default 1,
  owner text,
  resolved_by text,
  resolved_at timestamptz,
  note text,
  unique (kind, subject),
  check (state <> 'TAKEN' or owner is not null),
  check (state <> 'RESOLVED' or (resolved_by is not null and note is not null and resolved_at is not null))
);
create index reconciliation_break_open on reconciliation_break (opened_at) where state <> 'RESOLVED';
create index reconciliation_break_recent on reconciliation_break (seen_at desc);

create table reconciliation_break_event (
  break_id text not null references reconciliation_break (id),
  seq integer not null,
  action break_action not null,
  actor text not null,
  note text,
  created_at timestamptz not null default now(),
  primary key (break_id, seq)
);
create trigger reconciliation_break_event_append_only before update or delete
  on reconciliation_break_event for each row execute function cutroom_refuse_change();

-- Operators' tables and costs: no tenant sees them.
alter table cost_line enable row level security;
create policy operators_only on cost_line to cutroom_app using (false);
alter table reconciliation_break enable row level security;
create policy operators_only on reconciliation_break to cutroom_app using (false);
