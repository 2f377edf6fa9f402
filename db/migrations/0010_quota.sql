-- Quota (C5): reservations carry whose they are, so that every layer is counted from facts; the
-- copy of those facts in the key-value store has a number; contracts, notices, risk.
-- Safe with the older code running: what it does not write is filled by a trigger.

alter table reservation
  add column user_id text,
  add column pool text,
  add column input_digest text;
update reservation set user_id = task.user_id, pool = 'render'
  from task where task.id = reservation.task_id;

create function cutroom_place_reservation() returns trigger
language plpgsql security definer set search_path = public as $$
begin
  select task.user_id, step.pool, step.input_digest
    into new.user_id, new.pool, new.input_digest
    from task left join step on step.task_id = task.id and step.round = new.round
   where task.id = new.task_id
   order by step.id limit 1;
  return new;
end $$;
create trigger reservation_place before insert on reservation
  for each row execute function cutroom_place_reservation();

create index reservation_live on reservation (tenant_id, user_id) where state = 'HELD';
create index reservation_of_user on reservation (tenant_id, user_id, created_at);
create index reservation_recent on reservation (created_at);

-- What counts against credits: what is held, and afterwards what was charged.
create function cutroom_used(of_reservation reservation) returns integer
language sql immutable parallel safe as $$
  select case of_reservation.state
    when 'HELD' then of_reservation.amount
    when 'SETTLED' then of_reservation.settled
    else 0 end
$$;

-- Layers that no tenant owns are counted for one without showing anything else of the others.
create function cutroom_platform_use(of_pool text, minute_start timestamptz)
returns table (in_flight bigint, pool_in_flight bigint, minute_credits bigint)
language sql stable security definer set search_path = public as $$
  select
    (select count(*) from reservation where state = 'HELD'),
    (select count(*) from reservation where state = 'HELD' and pool = of_pool),
    (select coalesce(sum(cutroom_used(reservation)), 0) from reservation
      where created_at >= minute_start)
$$;

-- The number that the copy in the key-value store must bear to count. Whoever admits without the
-- copy says so here; a sequence, because a number must never come twice, not even after a rollback.
create sequence quota_epoch;
-- Two installations that share a store by mistake must not take the other's copy for their own.
select setval('quota_epoch', 1 + (random() * 1000000000)::bigint * 1000);
create table quota_copy (
  id boolean primary key default true check (id),
  epoch bigint not null default 0,
  is_whole boolean not null default false,
  rebuilt_at timestamptz
);
insert into quota_copy default values;

create table tenant_contract (
  tenant_id text primary key references tenant (id),
  max_in_flight integer check (max_in_flight >= 0),
  user_in_flight integer check (user_in_flight >= 0),
  exports_per_minute integer check (exports_per_minute >= 0),
  exports_per_day integer check (exports_per_day >= 0),
  user_credits_per_month integer check (user_credits_per_month >= 0),
  tenant_credits_per_minute integer check (tenant_credits_per_minute >= 0),
  tenant_credits_per_day integer check (tenant_credits_per_day >= 0),
  tenant_credits_per_month integer check (tenant_credits_per_month >= 0),
  updated_at timestamptz not null default now()
);

-- What the tenant's admins should know: one row for each full window of a layer (C4).
create table tenant_notice (
  id text primary key,
  tenant_id text not null references tenant (id),
  layer text not null,
  -- of the layer's window; the day for what has none
  window_start timestamptz not null,
  limit_value integer not null,
  used integer not null,
  times integer not null default 1,
  resets_at timestamptz,
  created_at timestamptz not null default now(),
  last_at timestamptz not null default now(),
  dismissed_at timestamptz,
  unique (tenant_id, layer, window_start)
);
create index tenant_notice_open on tenant_notice (tenant_id, last_at desc) where dismissed_at is null;

create type risk_verdict as enum ('pass', 'demote', 'review');
-- Every verdict other than "pass", with the numbers that led to it; never changed.
create table risk_decision (
  id text primary key,
  tenant_id text not null references tenant (id),
  user_id text not null,
  reservation_id text not null,
  verdict risk_verdict not null,
  reasons text[] not null,
  signals jsonb not null,
  policy integer not null,
  created_at timestamptz not null default now()
);
create index risk_decision_list on risk_decision (created_at desc);
create index risk_decision_user on risk_decision (tenant_id, user_id, created_at desc);
create trigger risk_decision_immutable before update or delete on risk_decision
  for each row execute function cutroom_refuse_change();

-- The exact text of the first answer: a repeat is the same to the byte, whatever changed since.
alter table idempotency add column answer text;

do $$
declare name text;
begin
  foreach name in array array['tenant_contract', 'tenant_notice', 'risk_decision'] loop
    execute format('alter table %I enable row level security', name);
    execute format(
      'create policy tenant_only on %I to cutroom_app
         using (tenant_id = cutroom_tenant()) with check (tenant_id = cutroom_tenant())', name);
  end loop;
end $$;
grant select on tenant_contract to cutroom_app;
grant select, insert, update on tenant_notice to cutroom_app;
grant select, insert on risk_decision to cutroom_app;
grant select, update (is_whole) on quota_copy to cutroom_app;
