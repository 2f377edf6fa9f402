-- Three mends of the claim.
--
-- An index on few rows looks free to the planner, however many they become: with figures taken
-- while nothing ran, a look-up of one running step by its id read all running steps. Written as
-- an expression, the conditions of the two indexes are met by the claim alone.
--
-- A pick is planned once for each session, not each time. And the slots of workers bound only what is kept for reserved slots: a worker that asks has
-- room, whatever the register says.

drop index step_claim;
drop index step_running;
create index step_claim on step (pool, tenant_id, user_id, model_version, tier, run_at, id)
  where coalesce(state in ('READY', 'RETRY_WAIT'), false);
create index step_running on step (pool, tenant_id, user_id, model_version)
  where coalesce(state = 'RUNNING', false);

-- The oldest ready step of every (tenant, user, model, tier) of a pool that no cap keeps back.
-- One index entry is read for each, however many stand behind it. With p_step only that step.
create or replace function cutroom_candidates(p_lane lane, p_capacity integer, p_step text)
returns table (id text, task_id text, tenant_id text, tier smallint, run_at timestamptz,
               start_tag double precision, vtime_after double precision,
               served_at timestamptz, holds boolean)
language sql stable as $$
  with recursive head as (
    (select s.id, s.tenant_id, s.user_id, s.model_version, s.tier, s.run_at
       from step s
      where s.pool = p_lane.pool and coalesce(s.state in ('READY', 'RETRY_WAIT'), false)
        and p_step is null
      order by s.tenant_id, s.user_id, s.model_version, s.tier, s.run_at, s.id limit 1)
    union all
    select next.* from head cross join lateral (
      select s.id, s.tenant_id, s.user_id, s.model_version, s.tier, s.run_at
        from step s
       where s.pool = p_lane.pool and coalesce(s.state in ('READY', 'RETRY_WAIT'), false)
         and (s.tenant_id, s.user_id, s.model_version, s.tier)
             > (head.tenant_id, head.user_id, head.model_version, head.tier)
       order by s.tenant_id, s.user_id, s.model_version, s.tier, s.run_at, s.id limit 1) next
  ), busy as materialized (
    select s.tenant_id, s.user_id, s.model_version, count(*) as n from step s
     where s.pool = p_lane.pool and coalesce(s.state = 'RUNNING', false) group by 1, 2, 3
  ), busy_tenant as materialized (
    select busy.tenant_id, sum(n) as n from busy group by 1
  ), unfilled as materialized (
    select r.tenant_id, greatest(0, r.slots - coalesce(b.n, 0)) as n
      from tenant_reserved r left join busy_tenant b on b.tenant_id = r.tenant_id
     where r.pool = p_lane.pool
  ), pool_use as materialized (
    select coalesce((select sum(n) from busy), 0) as running,
           coalesce((select sum(n) from unfilled), 0) as held
  )
  select s.id, s.task_id, s.tenant_id, s.tier, s.run_at, tag.start_tag,
         tag.start_tag + s.est_seconds / s.weight, share.served_at, coalesce(u.n, 0) > 0
    from (select head.id from head where head.run_at <= now()
           union all select p_step where p_step is not null) h
    join step s on s.id = h.id
    cross join pool_use
    left join tenant_share share
      on share.tenant_id = s.tenant_id and share.pool = p_lane.pool and share.tier = s.tier
    left join busy_tenant bt on bt.tenant_id = s.tenant_id
    left join unfilled u on u.tenant_id = s.tenant_id
    cross join lateral (
      select greatest(coalesce(share.vtime, 0), p_lane.vglobals[s.tier + 1]) as start_tag) tag
   where s.pool = p_lane.pool and s.state in ('READY', 'RETRY_WAIT') and s.run_at <= now()
     and (p_lane.max_in_flight is null or pool_use.running < p_lane.max_in_flight)
     and (u.n > 0 or pool_use.held = 0 or p_capacity is null
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
$$;

-- The step that starts next, locked, with the books that follow. The caller holds the lane's
-- lock and passes its row as it stands. In plpgsql, because that keeps its plan.
create or replace function cutroom_pick(p_lane lane, p_capacity integer, p_step text)
returns table (step_id text, task_id text, tenant_id text, tier smallint,
               start_tag double precision, vtime double precision,
               furthest_behind double precision)
language plpgsql as $$
#variable_conflict use_column
begin
  return query
  with candidate as materialized (
    select c.*, least(now() - c.run_at, now() - c.served_at) as starved
      from cutroom_candidates(p_lane, p_capacity, p_step) c
  ), open as materialized (
    select * from candidate
     where p_lane.run_length < 20 or tier is distinct from p_lane.run_tier
        or not exists (select from candidate other where other.tier <> p_lane.run_tier)
  ), turn as materialized (
    select (p_lane.picks + 1) % 10 = 0
             and exists (select from open where starved >= interval '300 seconds') as starving,
           (p_lane.picks + 1) % 10 = 5 and exists (select from open where tier = 2) as free,
           exists (select from open where holds) as holds
  ), narrowed as materialized (
    select open.* from open cross join turn
     where case when turn.starving then open.starved >= interval '300 seconds'
                when turn.free then open.tier = 2
                else open.holds or not turn.holds end
  ), tier_to_serve as materialized (
    select n.tier from narrowed n group by n.tier
     order by n.tier * interval '10 seconds'
              - least(now() - min(n.run_at), now() - p_lane.served_at[n.tier + 1]), n.tier
     limit 1
  )
  select n.id, n.task_id, n.tenant_id, n.tier, n.start_tag, n.vtime_after,
         (select min(c.start_tag) from candidate c where c.tier = n.tier)
    from narrowed n cross join turn
    join step s on s.id = n.id join task t on t.id = s.task_id
   where (turn.starving or n.tier = (select tier from tier_to_serve))
     and s.state in ('READY', 'RETRY_WAIT')
     and t.state in ('CREATED', 'QUEUED', 'RUNNING') and t.cancel_requested_at is null
   order by case when turn.starving then n.starved end desc,
            case when not turn.starving then n.start_tag end, n.run_at, n.id
   limit 1 for update of t, s skip locked;
end $$;

-- As before, but with plans that hold whatever the figures say.
create or replace function cutroom_claim(
  p_pool text, p_worker text, p_limit integer, p_lease interval, p_step text
) returns table (claimed_step text, claimed_task text, claimed_tenant text,
                 claimed_kind step_kind, claimed_attempt integer)
language plpgsql set lock_timeout = '2s' set plan_cache_mode = force_generic_plan
set enable_seqscan = off as $$
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
      delete from share_settlement where pool = p_pool returning tenant_id, tier, vtime_change
    ), total as (
      select tenant_id, tier, sum(vtime_change) as change from settled group by 1, 2
    )
    update tenant_share share set vtime = share.vtime + total.change
      from total
     where share.pool = p_pool and share.tenant_id = total.tenant_id and share.tier = total.tier;
    v_lane.folded_at := now();
  end if;
  v_capacity := cutroom_capacity(v_lane);

  for turn in 1 .. p_limit loop
    select * into v_pick from cutroom_pick(v_lane, v_capacity, p_step);
    exit when not found;
    update step set state = 'RUNNING', attempt = attempt + 1, started_at = now(),
           start_tag = v_pick.start_tag
     where id = v_pick.step_id;
    insert into tenant_share (tenant_id, pool, tier, vtime, served_at)
    values (v_pick.tenant_id, p_pool, v_pick.tier, v_pick.vtime, now())
    on conflict (tenant_id, pool, tier)
      do update set vtime = excluded.vtime, served_at = excluded.served_at;
    v_lane.vglobals[v_pick.tier + 1] :=
      greatest(v_lane.vglobals[v_pick.tier + 1], v_pick.furthest_behind);
    v_lane.served_at[v_pick.tier + 1] := now();
    v_lane.picks := v_lane.picks + 1;
    v_lane.run_length := case when v_lane.run_tier = v_pick.tier then v_lane.run_length + 1 else 1 end;
    v_lane.run_tier := v_pick.tier;
    v_steps := v_steps || v_pick.step_id;
    v_tasks := v_tasks || v_pick.task_id;
  end loop;
  if v_steps = '{}' then return; end if;

  update lane set vglobals = v_lane.vglobals, served_at = v_lane.served_at, picks = v_lane.picks,
         run_tier = v_lane.run_tier, run_length = v_lane.run_length, folded_at = v_lane.folded_at
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
