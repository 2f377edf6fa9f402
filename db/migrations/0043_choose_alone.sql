-- What a batch of starts and ends costs (C8). Choosing cost as much for each pick when nobody else
-- was waiting as when many were, and every end settled its tenant's share in a statement of its own.
-- Safe with the older code running: it calls the same functions.

alter function cutroom_choose(lane, integer, text, text[]) rename to cutroom_choose_among;

-- `cutroom_choose_among` for a pool in which one flow waits, in one statement: nothing is left to
-- weigh, so its steps follow one another until a cap keeps one back.
create function cutroom_choose_alone(
  p_lane lane, p_limit integer, p_step text, p_left_out text[],
  out steps text[], out tags double precision[], out vtimes double precision[], out books lane
) language plpgsql as $$
declare
  h record;
  v_capacity integer;
  v_tag double precision;
begin
  steps := '{}'; tags := '{}'; vtimes := '{}'; books := p_lane;
  select * into h from cutroom_heads(p_lane.pool, p_step) flow where flow.id <> all (p_left_out);
  if not found or (p_lane.free_paused and h.tier = 2) then return; end if;
  if h.held > 0 then v_capacity := cutroom_capacity(p_lane); end if;
  v_tag := greatest(h.vtime, p_lane.vglobals[h.tier + 1]);
  with flow as (
    select h.id as id, h.run_at as run_at, h.cost as cost, h.tenant_cap as tenant_cap,
           h.user_cap as user_cap
    union all
    (select s.id, s.run_at, s.est_seconds / s.weight, s.tenant_cap, s.user_cap
       from step s join task t on t.id = s.task_id
      where p_step is null and p_limit > 1
        and s.pool = p_lane.pool and coalesce(s.state in ('READY', 'RETRY_WAIT'), false)
        and s.tenant_id = h.tenant_id and s.user_id = h.user_id
        and s.model_version = h.model_version and s.tier = h.tier
        and (s.run_at, s.id) > (h.run_at, h.id) and s.run_at <= now()
        and t.state in ('CREATED', 'QUEUED', 'RUNNING') and t.cancel_requested_at is null
      order by s.run_at, s.id limit p_limit - 1)
  ), placed as (
    select flow.*, row_number() over earlier - 1 as n,
           sum(case when flow.id = h.id then v_tag + flow.cost else flow.cost end) over earlier as vtime,
           bool_or(flow.id = any (p_left_out)) over earlier as is_over
      from flow window earlier as (order by flow.run_at, flow.id)
  ), judged as (
    -- n of them run when the next is judged, and fill what was reserved first.
    select placed.*, bool_and(
             not is_over
             and (p_lane.max_in_flight is null or h.running + n < p_lane.max_in_flight)
             and (tenant_cap = 0 or h.tenant_busy + n < tenant_cap)
             and (user_cap = 0 or h.user_busy + n < user_cap)
             and (h.model_cap = 0 or h.model_busy + n < h.model_cap)
             and (n < h.unfilled or h.held = h.unfilled or v_capacity is null
                  or h.running + n + h.held - h.unfilled < v_capacity)
           ) over (order by run_at, id) as may_start
      from placed
  )
  select coalesce(array_agg(id order by n), '{}'),
         coalesce(array_agg(coalesce(before, v_tag) order by n), '{}'),
         coalesce(array_agg(vtime order by n), '{}')
    into steps, tags, vtimes
    from (select id, n, vtime, may_start, lag(vtime) over (order by n) as before from judged) told
   where may_start;
  if steps = '{}' then return; end if;
  books.vglobals[h.tier + 1] := tags[cardinality(tags)];
  books.served_at[h.tier + 1] := now();
  books.picks := books.picks + cardinality(steps);
  books.run_length := cardinality(steps)
    + case when p_lane.run_tier = h.tier then p_lane.run_length else 0 end;
  books.run_tier := h.tier;
end $$;

-- Which steps start next, in order, and the lane's books after them: `pick` of pick.ts, up to
-- p_limit times in a row, without writing anything; see `cutroom_choose_among`.
create function cutroom_choose(
  p_lane lane, p_limit integer, p_step text, p_left_out text[],
  out steps text[], out tags double precision[], out vtimes double precision[], out books lane
) language plpgsql as $$
declare
  v_first record;
  v_next record;
begin
  -- The first and the last of the pool are of one flow: there is no other.
  select s.tenant_id, s.user_id, s.model_version, s.tier into v_first from step s
   where s.pool = p_lane.pool and coalesce(s.state in ('READY', 'RETRY_WAIT'), false)
   order by s.tenant_id, s.user_id, s.model_version, s.tier, s.run_at, s.id limit 1;
  if p_step is not null or v_first is not distinct from (
    select (s.tenant_id, s.user_id, s.model_version, s.tier) from step s
     where s.pool = p_lane.pool and coalesce(s.state in ('READY', 'RETRY_WAIT'), false)
     order by s.tenant_id desc, s.user_id desc, s.model_version desc, s.tier desc,
              s.run_at desc, s.id desc limit 1)
  then
    v_next := cutroom_choose_alone(p_lane, p_limit, p_step, p_left_out);
  else
    v_next := cutroom_choose_among(p_lane, p_limit, p_step, p_left_out);
  end if;
  steps := v_next.steps; tags := v_next.tags; vtimes := v_next.vtimes; books := v_next.books;
end $$;

-- An end gives its start tag back, and with it settles what its tenant's share was charged. Whoever
-- ends many settles for all at once and leaves no tag.
drop trigger step_settles_share on step;
create or replace function cutroom_settle_share() returns trigger language plpgsql as $$
begin
  insert into share_settlement (tenant_id, pool, tier, vtime_change)
  values (new.tenant_id, new.pool, new.tier,
          (extract(epoch from now() - old.started_at) - old.est_seconds) / old.weight);
  new.start_tag := null;
  return new;
end $$;
create trigger step_settles_share before update of state on step for each row
  when (old.state = 'RUNNING' and new.state <> 'RUNNING' and new.start_tag is not null)
  execute function cutroom_settle_share();

-- Accepts steps that have succeeded and were the last of their tasks (C1, C2, C6, C8): step and
-- task are SUCCEEDED, the lease is gone, the reservation is charged in full and the tenant's
-- stream tells of it. What is written is what end-attempt.ts and close-task.ts would write; a
-- test compares them. p_ends is a list of {step, attempt, worker, result, output}, where output
-- may be left out.
--
-- One row for each of them, by its place from 1: `done`; `lost` when the attempt does not hold
-- its step any more; `open` when it does but more follows from its end than this: it is no export,
-- steps of its task are left, or the task had failed before. For `lost` and `open` nothing has changed.
create or replace function cutroom_succeed(p_ends jsonb)
returns table (place integer, verdict text, task_id text, tenant_id text, round integer)
language plpgsql set plan_cache_mode = force_generic_plan
set enable_seqscan = off set enable_bitmapscan = off
set enable_hashjoin = off set enable_mergejoin = off set jit = off as $$
#variable_conflict use_column
declare
  v_says jsonb[];
  v_steps text[];
  v_attempts integer[];
  v_workers text[];
  v_verdicts text[];
  v_tasks text[];
  v_tenants text[];
  v_rounds integer[];
  v_done integer[];
  v_ended text[];
begin
  select array_agg(say order by at), array_agg(say ->> 'step' order by at),
         array_agg((say ->> 'attempt')::integer order by at), array_agg(say ->> 'worker' order by at)
    into v_says, v_steps, v_attempts, v_workers
    from jsonb_array_elements(p_ends) with ordinality listed (say, at);
  -- Tasks first, in one order: whoever holds a task moves its steps alone.
  perform from task t
    where t.id = any (array(select s.task_id from step s where s.id = any (v_steps)))
    order by t.id for no key update;
  -- Only a statement that begins after the locks were won sees what their last holders did.
  with told as (
    select step, attempt, worker, at::integer,
           -- Told twice in one call, it is accepted once.
           row_number() over (partition by step, attempt, worker order by at) = 1 as is_first
      from unnest(v_steps, v_attempts, v_workers) with ordinality listed (step, attempt, worker, at)
  )
  select array_agg(case held.is_last when true then 'done' when false then 'open' else 'lost' end
                   order by told.at),
         array_agg(held.task_id order by told.at), array_agg(held.tenant_id order by told.at),
         array_agg(held.round order by told.at),
         array_agg(told.at order by told.at) filter (where held.is_last),
         array_agg(held.task_id order by told.at) filter (where held.is_last)
    into v_verdicts, v_tasks, v_tenants, v_rounds, v_done, v_ended
    from told left join lateral (
      select t.id as task_id, t.tenant_id, t.round,
             t.scene = 'export' and t.failure_code is null and not exists (
               select from step other
                where other.task_id = t.id and other.round = t.round and other.id <> s.id
                  and other.state <> 'SUCCEEDED') as is_last
        from step s
        join task t on t.id = s.task_id and t.round = s.round
        join step_lease lease on lease.step_id = s.id and lease.attempt = s.attempt
       where s.id = told.step and told.is_first and s.state = 'RUNNING' and t.state = 'RUNNING'
         and s.attempt = told.attempt and lease.worker_id = told.worker and lease.lease_until > now()
    ) held on true;
  if v_done is not null then
    with done as (
      select v_says[at] as say, v_steps[at] as step, ended_task as task_id
        from unnest(v_done, v_ended) as ended (at, ended_task)
    ), moved as (
      update step set state = 'SUCCEEDED', result = done.say -> 'result', finished_at = now(),
             start_tag = null
        from done where step.id = done.step
      returning step.id, step.task_id, step.attempt
    ), shared as (
      insert into share_settlement (tenant_id, pool, tier, vtime_change)
      select s.tenant_id, s.pool, s.tier,
             sum((extract(epoch from now() - s.started_at) - s.est_seconds) / s.weight)
        from step s join done on done.step = s.id where s.start_tag is not null group by 1, 2, 3
    ), freed as (
      delete from step_lease lease using done where lease.step_id = done.step
    ), settled as (
      update reservation set state = 'SETTLED', settled = amount, closed_at = now()
       where reservation.task_id = any (v_ended) and reservation.state = 'HELD'
      returning reservation.id, reservation.tenant_id, reservation.task_id, amount, reservation.round
    ), closed as (
      update task set state = 'SUCCEEDED', version = version + 1, last_seq = last_seq + 1,
             progress = 100, finished_at = now(),
             provider_finished_at = coalesce(provider_finished_at, now()),
             output_stored_at = coalesce(output_stored_at, now()),
             preview_ready_at = coalesce(preview_ready_at, now()),
             output = coalesce(done.say -> 'output', output),
             credits_settled = credits_settled + coalesce(settled.amount, 0)
        from done left join settled using (task_id)
       where task.id = done.task_id
    )
    insert into ledger_entry (id, tenant_id, posting_id, line, account, kind, amount,
                              reservation_id, task_id, step_id, attempt)
    select posting.key || '/' || line.number, settled.tenant_id, posting.key, line.number,
           line.account, 'SETTLE', line.sign * settled.amount, settled.id, settled.task_id,
           moved.id, moved.attempt
      from settled join moved using (task_id)
      cross join lateral (select settled.task_id || ':SETTLE:' || settled.round as key) posting
      cross join (values (1, 'reserved'::ledger_account_kind, -1), (2, 'spent', 1))
        as line (number, account, sign)
     where settled.amount > 0
     order by settled.tenant_id, settled.task_id, line.number;
    -- The stream last, as everywhere.
    with placed as (
      insert into tenant_stream as stream (tenant_id, position)
      select t.tenant_id, count(*) from task t where t.id = any (v_ended)
       group by t.tenant_id order by t.tenant_id
      on conflict (tenant_id) do update set position = stream.position + excluded.position
      returning stream.tenant_id, stream.position
    )
    insert into task_event (tenant_id, position, task_id, seq, type, state, asset_id)
    select t.tenant_id,
           placed.position - row_number() over (partition by t.tenant_id order by t.id desc) + 1,
           t.id, t.last_seq, 'state', t.state, t.asset_id
      from task t join placed using (tenant_id) where t.id = any (v_ended);
  end if;
  return query
    select told.at::integer, told.verdict, told.task, told.tenant, told.round
      from unnest(v_verdicts, v_tasks, v_tenants, v_rounds) with ordinality
           told (verdict, task, tenant, round, at)
     order by told.at;
end $$;
