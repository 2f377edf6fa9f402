-- What a start and an end of a step cost (C8). Half of it was upkeep: an index that knows a task's
-- state is written anew with every move of that task, and so are all its other indexes.
-- Safe with the older code running: it finds what it looked for, more slowly.

-- Ended or not is what these three ask for, and it changes once in a task's life. What moves it in
-- between (published, started) writes no index at all, if its page has room. Like the conditions
-- of 0014, this one is met only by the queries that are meant to use them.
drop index task_live;
drop index task_waiting;
drop index task_overdue;
create index task_live on task (tenant_id) where finished_at is null;
create index task_waiting on task (accepted_at) where finished_at is null;
create index task_overdue on task (deadline_at) where finished_at is null;
alter table task set (fillfactor = 80);

-- Events and leases are written from rows that the same statement has just moved and locked, and
-- no task or step is ever removed; asking for each of them again was a third of their cost.
alter table task_event drop constraint task_event_task_id_fkey;
alter table step_lease drop constraint step_lease_step_id_fkey;

-- Gives workers the best steps of one pool (C8): the first p_limits[1] go to p_workers[1], the
-- next to the second, as if they had asked one after the other. Each becomes RUNNING with its
-- attempt counted up, its task too, its lease runs by the database's clock, and each task has its
-- event. With p_step only that step is looked at. Nobody waits here for longer than the lock
-- timeout. With the settings every row is looked up by its key, whatever the statistics say.
create or replace function cutroom_claim(
  p_pool text, p_workers text[], p_limits integer[], p_lease interval, p_step text
) returns table (claimed_step text, claimed_task text, claimed_tenant text, claimed_kind step_kind,
                 claimed_attempt integer, claimed_by integer)
language plpgsql set lock_timeout = '2s' set plan_cache_mode = force_generic_plan
set enable_seqscan = off set enable_bitmapscan = off
set enable_hashjoin = off set enable_mergejoin = off set jit = off as $$
declare
  v_lane lane;
  v_limit integer := p_limits[1];
  v_next record;
  v_held text[];
  v_tasks text[];
  v_left_out text[] := '{}';
  v_is_new boolean;
  -- for each place of the chosen, the place of who asked
  v_askers integer[];
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
  if cardinality(p_limits) > 1 then
    v_askers := array(
      select asked.place from unnest(p_limits) with ordinality asked (n, place), generate_series(1, n)
       order by asked.place);
    v_limit := cardinality(v_askers);
  end if;

  -- A step that somebody else is moving is left to them, and the choice made again without it.
  for attempt in 1 .. 16 loop
    v_next := cutroom_choose(v_lane, v_limit, p_step, v_left_out);
    if v_next.steps = '{}' then return; end if;
    select coalesce(array_agg(h.id), '{}'), array_agg(h.task_id), bool_or(h.state = 'CREATED')
      into v_held, v_tasks, v_is_new
      from (select s.id, s.task_id, t.state from step s join task t on t.id = s.task_id
             where s.id = any (v_next.steps) and s.state in ('READY', 'RETRY_WAIT')
               and t.state in ('CREATED', 'QUEUED', 'RUNNING') and t.cancel_requested_at is null
               for no key update of t, s skip locked) h;
    exit when cardinality(v_held) = cardinality(v_next.steps);
    v_left_out := v_left_out || array(select unnest(v_next.steps) except select unnest(v_held));
  end loop;
  if cardinality(v_held) <> cardinality(v_next.steps) then return; end if;

  update lane set vglobals = (v_next.books).vglobals, served_at = (v_next.books).served_at,
         picks = (v_next.books).picks, run_tier = (v_next.books).run_tier,
         run_length = (v_next.books).run_length, folded_at = v_lane.folded_at
   where pool = p_pool;
  -- A claim is a better proof than any confirmation of the queue: nobody has to be woken now.
  update outbox set state = 'PUBLISHED', published_at = now(), last_error = null
   where step_id = any (v_next.steps) and coalesce(state = 'PENDING', false);
  return query
    with started as (
      update step set state = 'RUNNING', attempt = attempt + 1, started_at = now(),
             start_tag = chosen.tag
        from unnest(v_next.steps, v_next.tags, v_next.vtimes) with ordinality
             chosen (id, tag, vtime, place)
       where step.id = chosen.id
      returning step.id, step.task_id, step.tenant_id, step.tier, step.kind, step.attempt,
                chosen.vtime, chosen.place::integer
    ), charged as (
      insert into tenant_share (tenant_id, pool, tier, vtime, served_at)
      select distinct on (tenant_id, tier) tenant_id, p_pool, tier, vtime, now() from started
       order by tenant_id, tier, place desc
      on conflict (tenant_id, pool, tier)
        do update set vtime = excluded.vtime, served_at = excluded.served_at
    ), leased as (
      insert into step_lease as lease (step_id, attempt, worker_id, lease_until, progress)
      select id, attempt, p_workers[coalesce(v_askers[place], 1)], now() + p_lease, 0 from started
      on conflict (step_id) do update
         set attempt = excluded.attempt, worker_id = excluded.worker_id,
             lease_until = excluded.lease_until, progress = 0, preempt_requested_at = null
    )
    select id, task_id, tenant_id, kind, attempt, coalesce(v_askers[place], 1) from started order by place;

  if v_is_new then
    update task set state = 'QUEUED', version = version + 1, queued_at = now()
     where id = any (v_tasks) and state = 'CREATED';
  end if;
  with begun as (
    update task set state = 'RUNNING', version = version + 1, last_seq = last_seq + 1,
           dispatch_started_at = coalesce(dispatch_started_at, now()),
           provider_submitted_at = coalesce(provider_submitted_at, now()),
           provider_started_at = now()
     where id = any (v_tasks) and state = 'QUEUED'
    returning id, tenant_id, last_seq, asset_id
  ), placed as (
    insert into tenant_stream as stream (tenant_id, position)
    select tenant_id, count(*) from begun group by tenant_id order by tenant_id
    on conflict (tenant_id) do update set position = stream.position + excluded.position
    returning tenant_id, position
  )
  insert into task_event (tenant_id, position, task_id, seq, type, state, asset_id)
  select tenant_id,
         position - row_number() over (partition by tenant_id order by id desc) + 1,
         id, last_seq, 'state', 'RUNNING', asset_id
    from begun join placed using (tenant_id);
end $$;

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
      update step set state = 'SUCCEEDED', result = done.say -> 'result', finished_at = now()
        from done where step.id = done.step
      returning step.id, step.task_id, step.attempt
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
