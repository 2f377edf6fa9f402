-- Pools, fair shares and the claim (C8, C9, T1). The pure rules are packages/domain/src/schedule;
-- cutroom_claim does the same under the lane's row lock.

alter table step
  add column user_id text not null default '',
  add column pool text not null default 'render',
  add column tier smallint not null default 1 check (tier between 0 and 2),
  add column est_seconds double precision not null default 10 check (est_seconds > 0),
  add column weight double precision not null default 1 check (weight > 0),
  add column tenant_cap integer not null default 0,
  add column user_cap integer not null default 0,
  add column start_tag double precision;
update step set pool = 'ingest' where kind = 'ingest';
update step set user_id = task.user_id from task where task.id = step.task_id;

alter table step_lease add column preempt_requested_at timestamptz;

-- The first entry of each (tenant, user, model, tier) is the only one that can start next, so
-- a claim reads one entry of each, however many stand behind it.
drop index step_ready;
create index step_claim on step (pool, tenant_id, user_id, model_version, tier, run_at, id)
  where state in ('READY', 'RETRY_WAIT');
create index step_running on step (pool, tenant_id, user_id, model_version)
  where state = 'RUNNING';

-- One row for each pool; whoever picks holds its lock.
create table lane (
  pool text primary key,
  vglobal double precision not null default 0,
  picks bigint not null default 0,
  run_tier smallint,
  run_length integer not null default 0,
  free_paused boolean not null default false,
  max_in_flight integer check (max_in_flight >= 0),
  folded_at timestamptz not null default now()
) with (fillfactor = 50);
insert into lane (pool) values ('A'), ('B'), ('C'), ('C-spot'), ('render'), ('ingest');

create table tenant_share (
  tenant_id text not null references tenant (id),
  pool text not null,
  vtime double precision not null default 0,
  reserved_slots integer not null default 0 check (reserved_slots >= 0),
  primary key (tenant_id, pool)
) with (fillfactor = 50);
create index tenant_share_reserved on tenant_share (pool) where reserved_slots > 0;

-- What ended steps have really cost next to their estimate. Written without waiting for any
-- lock, added up by the claim once a second.
create table share_settlement (
  tenant_id text not null,
  pool text not null,
  vtime_change double precision not null
);

create table model_cap (
  pool text not null,
  model text not null,
  max_in_flight integer not null check (max_in_flight >= 0),
  primary key (pool, model)
);

create table worker (
  id text primary key,
  pools text[] not null,
  slots integer not null check (slots > 0),
  registered_at timestamptz not null default now(),
  last_seen_at timestamptz not null default now()
) with (fillfactor = 50);

alter table tenant_share enable row level security;
alter table share_settlement enable row level security;
create policy tenant_only on tenant_share to cutroom_app using (tenant_id = cutroom_tenant());
create policy tenant_only on share_settlement to cutroom_app
  using (tenant_id = cutroom_tenant()) with check (tenant_id = cutroom_tenant());
grant select on tenant_share to cutroom_app;
grant insert on share_settlement to cutroom_app;

create function cutroom_settle_share() returns trigger language plpgsql as $$
begin
  insert into share_settlement (tenant_id, pool, vtime_change)
  values (new.tenant_id, new.pool,
          (extract(epoch from now() - old.started_at) - old.est_seconds) / old.weight);
  return null;
end $$;
create trigger step_settles_share after update of state on step for each row
  when (old.state = 'RUNNING' and new.state <> 'RUNNING' and old.start_tag is not null)
  execute function cutroom_settle_share();

-- The step that may start next in a pool, locked, with its start tag; see pick.ts. The caller
-- holds the lane's lock and passes the lane's row as it stands.
create function cutroom_pick(p_lane lane, p_capacity integer, p_step text)
returns table (step_id text, task_id text, tenant_id text, tier smallint,
               start_tag double precision, furthest_behind double precision, vtime double precision)
language sql as $$
  with recursive head as (
    (select s.id, s.tenant_id, s.user_id, s.model_version, s.tier, s.run_at
       from step s
      where s.pool = p_lane.pool and s.state in ('READY', 'RETRY_WAIT') and p_step is null
      order by s.tenant_id, s.user_id, s.model_version, s.tier, s.run_at, s.id limit 1)
    union all
    select next.* from head cross join lateral (
      select s.id, s.tenant_id, s.user_id, s.model_version, s.tier, s.run_at
        from step s
       where s.pool = p_lane.pool and s.state in ('READY', 'RETRY_WAIT')
         and (s.tenant_id, s.user_id, s.model_version, s.tier)
             > (head.tenant_id, head.user_id, head.model_version, head.tier)
       order by s.tenant_id, s.user_id, s.model_version, s.tier, s.run_at, s.id limit 1) next
  ), busy as materialized (
    select s.tenant_id, s.user_id, s.model_version, count(*) as n from step s
     where s.pool = p_lane.pool and s.state = 'RUNNING' group by 1, 2, 3
  ), busy_tenant as materialized (
    select tenant_id, sum(n) as n from busy group by 1
  ), pool_use as materialized (
    select coalesce((select sum(n) from busy), 0) as running,
           coalesce((select sum(greatest(0, share.reserved_slots - coalesce(b.n, 0)))
                       from tenant_share share left join busy_tenant b using (tenant_id)
                      where share.pool = p_lane.pool and share.reserved_slots > 0), 0) as held
  ), candidate as (
    select s.id, s.tenant_id, s.tier, s.run_at, s.est_seconds, s.weight, s.task_id,
           greatest(coalesce(share.vtime, 0), p_lane.vglobal) as start_tag,
           coalesce(share.reserved_slots, 0) > coalesce(bt.n, 0) as holds,
           greatest(0, s.tier - floor(extract(epoch from now() - s.run_at) / 10)) as aged
      from (select id from head where run_at <= now()
             union all select p_step where p_step is not null) h
      join step s on s.id = h.id
      cross join pool_use
      left join tenant_share share on share.tenant_id = s.tenant_id and share.pool = p_lane.pool
      left join busy_tenant bt on bt.tenant_id = s.tenant_id
     where s.pool = p_lane.pool and s.state in ('READY', 'RETRY_WAIT') and s.run_at <= now()
       and (p_lane.max_in_flight is null or pool_use.running < p_lane.max_in_flight)
       and (coalesce(share.reserved_slots, 0) > coalesce(bt.n, 0) or p_capacity is null
            or pool_use.running + pool_use.held < p_capacity)
       and not (p_lane.free_paused and s.tier = 2)
       and (s.tenant_cap = 0 or coalesce(bt.n, 0) < s.tenant_cap)
       and (s.user_cap = 0 or s.user_cap > coalesce((
             select sum(n) from busy b where b.tenant_id = s.tenant_id and b.user_id = s.user_id), 0))
       and not exists (
             select from model_cap m
              where m.pool = p_lane.pool and m.model = s.model_version and m.max_in_flight > 0
                and m.max_in_flight <= coalesce((
                    select sum(n) from busy b where b.model_version = m.model), 0))
  )
  select c.id, c.task_id, c.tenant_id, c.tier, c.start_tag,
         (select min(candidate.start_tag) from candidate), c.start_tag + c.est_seconds / c.weight
    from candidate c join step s on s.id = c.id join task t on t.id = s.task_id
   where s.state in ('READY', 'RETRY_WAIT') and t.state in ('CREATED', 'QUEUED', 'RUNNING')
   order by (p_lane.run_length >= 20 and p_lane.run_tier = c.tier),
            case when (p_lane.picks + 1) % 10 = 0 then c.run_at end,
            ((p_lane.picks + 1) % 10 = 5 and c.tier <> 2),
            not c.holds, c.aged, c.start_tag,
            c.run_at + c.tier * interval '10 seconds', c.run_at, c.id
   limit 1 for update of t, s skip locked
$$;

-- Gives a worker up to p_limit steps of one pool (C8): each becomes RUNNING with its attempt
-- counted up, its task too, its lease runs by the database's clock, and each task has its event.
-- With p_step only that step is looked at. Nobody waits here for longer than the lock timeout.
create function cutroom_claim(
  p_pool text, p_worker text, p_limit integer, p_lease interval, p_step text
) returns table (claimed_step text, claimed_task text, claimed_tenant text,
                 claimed_kind step_kind, claimed_attempt integer)
language plpgsql set lock_timeout = '2s' set plan_cache_mode = force_generic_plan as $$
declare
  v_lane lane;
  v_capacity integer;
  v_pick record;
  v_steps text[] := '{}';
  v_tasks text[] := '{}';
begin
  select * into v_lane from lane where pool = p_pool for no key update;
  if not found then return; end if;
  if v_lane.folded_at < now() - interval '1 second' then
    with settled as (
      delete from share_settlement where pool = p_pool returning tenant_id, vtime_change
    ), total as (
      select tenant_id, sum(vtime_change) as change from settled group by 1
    )
    update tenant_share share set vtime = share.vtime + total.change
      from total where share.pool = p_pool and share.tenant_id = total.tenant_id;
    v_lane.folded_at := now();
  end if;
  v_capacity := coalesce(v_lane.max_in_flight,
    (select sum(slots) from worker
      where p_pool = any (pools) and last_seen_at > now() - interval '45 seconds'));

  for turn in 1 .. p_limit loop
    select * into v_pick from cutroom_pick(v_lane, v_capacity, p_step);
    exit when not found;
    update step set state = 'RUNNING', attempt = attempt + 1, started_at = now(),
           start_tag = v_pick.start_tag
     where id = v_pick.step_id;
    insert into tenant_share as share (tenant_id, pool, vtime)
    values (v_pick.tenant_id, p_pool, v_pick.vtime)
    on conflict (tenant_id, pool) do update set vtime = excluded.vtime;
    v_lane.vglobal := greatest(v_lane.vglobal, v_pick.furthest_behind);
    v_lane.picks := v_lane.picks + 1;
    v_lane.run_length := case when v_lane.run_tier = v_pick.tier then v_lane.run_length + 1 else 1 end;
    v_lane.run_tier := v_pick.tier;
    v_steps := v_steps || v_pick.step_id;
    v_tasks := v_tasks || v_pick.task_id;
  end loop;
  if v_steps = '{}' then return; end if;

  update lane set vglobal = v_lane.vglobal, picks = v_lane.picks, run_tier = v_lane.run_tier,
         run_length = v_lane.run_length, folded_at = v_lane.folded_at
   where pool = p_pool;
  -- A claim is a better proof than any confirmation of the queue: nobody has to be woken now.
  update outbox set state = 'PUBLISHED', published_at = now(), last_error = null
   where step_id = any (v_steps) and state = 'PENDING';
  update task set state = 'QUEUED', version = version + 1, queued_at = now()
   where id = any (v_tasks) and state = 'CREATED';
  with started as (
    update task set state = 'RUNNING', version = version + 1, last_seq = last_seq + 1,
           dispatch_started_at = coalesce(dispatch_started_at, now()),
           provider_submitted_at = coalesce(provider_submitted_at, now()),
           provider_started_at = now()
     where id = any (v_tasks) and state = 'QUEUED'
    returning id, tenant_id, last_seq, asset_id
  ), placed as (
    insert into tenant_stream as stream (tenant_id, position)
    select tenant_id, count(*) from started group by tenant_id order by tenant_id
    on conflict (tenant_id) do update set position = stream.position + excluded.position
    returning tenant_id, position
  )
  insert into task_event (tenant_id, position, task_id, seq, type, state, asset_id)
  select tenant_id,
         position - row_number() over (partition by tenant_id order by id desc) + 1,
         id, last_seq, 'state', 'RUNNING', asset_id
    from started join placed using (tenant_id);
  return query
    with claimed as (
      select s.id, s.task_id, s.tenant_id, s.kind, s.attempt
        from unnest(v_steps) with ordinality as picked (id, place) join step s on s.id = picked.id
       order by place
    ), leased as (
      insert into step_lease as lease (step_id, attempt, worker_id, lease_until, progress)
      select id, attempt, p_worker, now() + p_lease, 0 from claimed
      on conflict (step_id) do update
         set attempt = excluded.attempt, worker_id = excluded.worker_id,
             lease_until = excluded.lease_until, progress = 0, preempt_requested_at = null
    )
    select * from claimed;
end $$;
