-- A submit in one statement (C3, C5): what its transaction said in twenty round trips, and every
-- one of them under the lock of the tenant's money, is said in one. The pure rule that it follows
-- is packages/domain/src/submit/admit.ts. Models are a layer of quota beside pools (C4).
-- Safe with the older code running: it uses none of these functions, and the column is filled by a
-- trigger.

alter table reservation add column model text not null default '';

create or replace function cutroom_place_reservation() returns trigger
language plpgsql security definer set search_path = public as $$
begin
  select task.user_id, step.pool, step.input_digest, coalesce(step.model_version, '')
    into new.user_id, new.pool, new.input_digest, new.model
    from task left join step on step.task_id = task.id and step.round = new.round
   where task.id = new.task_id
   order by step.id limit 1;
  return new;
end $$;
create index reservation_of_model on reservation (model) where state = 'HELD' and model <> '';
-- Budgets of a whole workspace are counted over its people.
create index reservation_of_tenant on reservation (tenant_id, created_at);

create function cutroom_shared_use(of_pool text, of_model text)
returns table (in_flight bigint, pool_in_flight bigint, model_in_flight bigint, minute_credits bigint)
language plpgsql stable security definer set search_path = public as $$
begin
  return query select
    (select count(*) from reservation where state = 'HELD'),
    (select count(*) from reservation where state = 'HELD' and pool = of_pool),
    (select count(*) from reservation where state = 'HELD' and model = of_model and model <> ''),
    (select coalesce(sum(cutroom_used(reservation)), 0) from reservation
      where created_at >= date_trunc('minute', now() at time zone 'utc') at time zone 'utc');
end $$;

-- From here to the end of the transaction only the rows of this tenant are there (T2).
create function cutroom_act_for(p_tenant text) returns void language plpgsql as $$
begin
  perform set_config('role', 'cutroom_app', true), set_config('app.tenant_id', p_tenant, true);
end $$;

-- What a key was used for before: the request's fingerprint and the text of its answer, or only
-- the task when the answer is no longer kept; no row when it is new (I4).
create function cutroom_find_answer(p_tenant text, p_key text, p_reservation text)
returns table (fingerprint text, answer text, task_id text)
language plpgsql as $$
begin
  perform cutroom_act_for(p_tenant);
  return query
  select i.fingerprint, coalesce(i.answer, i.body::text), r.task_id
    from (select 1) as one
    left join idempotency i on i.tenant_id = p_tenant and i.key = p_key
    left join reservation r on r.id = p_reservation
   where i.key is not null or r.id is not null;
end $$;

-- What is used of a layer that belongs to a user or a tenant.
create function cutroom_layer_use(p_tenant text, p_user text, p_layer jsonb) returns bigint
language plpgsql as $$
declare
  v_of_user boolean := p_layer ->> 'scope' = 'user';
  v_since timestamptz;
  v_count bigint;
  v_credits bigint;
begin
  if p_layer ->> 'measure' = 'held' then
    if v_of_user then
      select count(*) into v_count from reservation
       where tenant_id = p_tenant and user_id = p_user and state = 'HELD';
    else
      select count(*) into v_count from reservation where tenant_id = p_tenant and state = 'HELD';
    end if;
    return v_count;
  end if;
  v_since := date_trunc(p_layer ->> 'window', now() at time zone 'utc') at time zone 'utc';
  if v_of_user then
    select count(*), coalesce(sum(cutroom_used(reservation)), 0) into v_count, v_credits
      from reservation
     where tenant_id = p_tenant and user_id = p_user and created_at >= v_since;
  else
    select count(*), coalesce(sum(cutroom_used(reservation)), 0) into v_count, v_credits
      from reservation where tenant_id = p_tenant and created_at >= v_since;
  end if;
  return case when p_layer ->> 'measure' = 'credits' then v_credits else v_count end;
end $$;

-- The risk rule (C4) over what this person has sent of late; every verdict other than 'pass' is
-- stored with the numbers that led to it.
create function cutroom_assess_risk(p jsonb) returns text language plpgsql as $$
declare
  v_bounds jsonb := p -> 'risk';
  v_recent bigint;
  v_same bigint;
  v_reasons text[] := '{}';
  v_verdict text;
begin
  -- People of a contract are known, and what they send is not counted.
  if jsonb_typeof(v_bounds) = 'null' then return 'pass'; end if;
  select count(*) into v_recent from reservation
   where tenant_id = p ->> 'tenant_id' and user_id = p ->> 'user_id'
     and created_at > now() - interval '10 minutes';
  select count(*) into v_same from reservation
   where tenant_id = p ->> 'tenant_id' and user_id = p ->> 'user_id'
     and created_at > now() - interval '1 hour' and input_digest = p ->> 'input_digest';
  if v_recent >= (v_bounds ->> 'recentDemotes')::bigint then v_reasons := v_reasons || 'rate'::text; end if;
  if v_same >= (v_bounds ->> 'sameDemotes')::bigint then v_reasons := v_reasons || 'same-input'::text; end if;
  if v_reasons = '{}' then return 'pass'; end if;
  v_verdict := case when v_same >= (v_bounds ->> 'sameReviews')::bigint then 'review' else 'demote' end;
  insert into risk_decision (id, tenant_id, user_id, reservation_id, verdict, reasons, signals, policy)
  values (p ->> 'risk_id', p ->> 'tenant_id', p ->> 'user_id', p ->> 'reservation_id',
          v_verdict::risk_verdict, v_reasons,
          jsonb_build_object('recentSubmits', v_recent, 'sameInput', v_same),
          (v_bounds ->> 'policy')::integer);
  return v_verdict;
end $$;

-- Every gate that only the database can decide, in their order: the key, quota, credits, risk
-- (C4, C5). Takes the key and the tenant's money until commit; whoever trusts the copy also shares
-- the platform's lock, whoever does without it holds that lock alone and counts every layer.
-- Lock order: key, money, platform.
create function cutroom_admit(p jsonb) returns jsonb language plpgsql as $$
declare
  v_tenant text := p ->> 'tenant_id';
  v_user text := p ->> 'user_id';
  v_by_copy boolean := jsonb_typeof(p -> 'copy') <> 'null';
  v_demoted boolean := false;
  v_known record;
  v_available bigint;
  v_shared record;
  v_layer jsonb;
  v_used bigint;
  v_risk text;
begin
  if not pg_try_advisory_xact_lock(hashtextextended(v_tenant || '/' || (p ->> 'key'), 0)) then
    return jsonb_build_object('is', 'in-flight');
  end if;
  select * into v_known
    from cutroom_find_answer(v_tenant, p ->> 'key', p ->> 'reservation_id');
  if v_known.fingerprint is not null and v_known.fingerprint <> p ->> 'fingerprint' then
    return jsonb_build_object('is', 'other');
  elsif v_known.fingerprint is not null then
    return jsonb_build_object('is', 'answered', 'answer', v_known.answer);
  elsif v_known.task_id is not null then
    return jsonb_build_object('is', 'forgotten', 'task_id', v_known.task_id);
  end if;

  select balance into v_available from ledger_account
   where tenant_id = v_tenant and kind = 'available' for update;
  if v_by_copy then
    perform pg_advisory_xact_lock_shared(hashtextextended('quota/platform', 0));
    if not exists (select from quota_copy
                    where is_whole and epoch = (p -> 'copy' ->> 'epoch')::bigint) then
      return jsonb_build_object('is', 'stale');
    end if;
    v_demoted := (p -> 'copy' ->> 'demoted')::boolean;
  else
    perform pg_advisory_xact_lock(hashtextextended('quota/platform', 0));
    select * into v_shared from cutroom_shared_use(p ->> 'pool', p ->> 'model');
  end if;

  for v_layer in select value from jsonb_array_elements(p -> 'layers') loop
    if v_layer ->> 'scope' in ('user', 'tenant') then
      v_used := cutroom_layer_use(v_tenant, v_user, v_layer);
    elsif v_by_copy then
      continue;
    else
      v_used := case v_layer ->> 'name'
        when 'pool.in-flight' then v_shared.pool_in_flight
        when 'model.in-flight' then v_shared.model_in_flight
        when 'platform.in-flight' then v_shared.in_flight
        when 'platform.minute' then v_shared.minute_credits end;
    end if;
    if v_used + (v_layer ->> 'amount')::bigint <= (v_layer ->> 'limit')::bigint then
      continue;
    elsif (v_layer ->> 'demotes')::boolean then
      v_demoted := true;
    else
      return jsonb_build_object('is', 'full', 'layer', v_layer ->> 'name', 'used', v_used);
    end if;
  end loop;

  if coalesce(v_available, 0) < (p ->> 'credits')::bigint then
    return jsonb_build_object('is', 'poor', 'available', coalesce(v_available, 0));
  end if;
  v_risk := cutroom_assess_risk(p);
  if v_risk = 'review' then
    return jsonb_build_object('is', 'review', 'reference', p ->> 'risk_id');
  end if;
  return jsonb_build_object('is', 'admitted', 'demoted', v_demoted or v_risk = 'demote');
end $$;

-- A task, its steps, what they need, and a wake-up for each step that is ready (C2, C7).
create function cutroom_create_task(p jsonb, p_demoted boolean) returns void
language plpgsql as $$
begin
  insert into task (id, tenant_id, user_id, scene, plan, asset_id, project_id, project_name,
                    project_revision, spec, credits_reserved, retry_budget, deadline_at)
  values (p ->> 'id', p ->> 'tenant_id', p ->> 'user_id', (p ->> 'scene')::task_scene, p -> 'plan',
          p ->> 'asset_id', p ->> 'project_id', p ->> 'project_name',
          (p ->> 'project_revision')::integer, nullif(p -> 'spec', 'null'),
          (p ->> 'credits')::integer, (p ->> 'retry_budget')::integer,
          now() + (p ->> 'end_to_end_ms')::double precision * interval '1 millisecond');
  insert into step (id, tenant_id, task_id, user_id, kind, model_version, input_digest, pool, tier,
                    est_seconds, weight, tenant_cap, user_cap, state)
  select s.id, p ->> 'tenant_id', p ->> 'id', p ->> 'user_id', s.kind, s.model_version,
         s.input_digest, s.pool, case when p_demoted then s.demoted_tier else s.tier end,
         s.est_seconds, s.weight, s.tenant_cap, s.user_cap, s.state
    from jsonb_to_recordset(p -> 'steps') as s (
           id text, kind step_kind, model_version text, input_digest text, pool text,
           tier smallint, demoted_tier smallint, est_seconds double precision,
           weight double precision, tenant_cap integer, user_cap integer, state step_state);
  insert into step_dependency (tenant_id, step_id, needs_step_id)
  select p ->> 'tenant_id', s.id, need
    from jsonb_to_recordset(p -> 'steps') as s (id text, needs jsonb),
         jsonb_array_elements_text(s.needs) as need;
  insert into outbox (id, tenant_id, task_id, step_id, scene)
  select s.outbox_id, p ->> 'tenant_id', p ->> 'id', s.id, (p ->> 'scene')::task_scene
    from jsonb_to_recordset(p -> 'steps') as s (id text, outbox_id text)
   where s.outbox_id is not null;
end $$;

-- The first event of a task, at the next position of its tenant's stream (C11). Last of all, as
-- every event: the stream's row is locked until commit.
create function cutroom_tell_created(p_task text) returns void language plpgsql as $$
begin
  with counted as (
    update task set last_seq = last_seq + 1 where id = p_task
    returning tenant_id, id, last_seq, state, asset_id
  ), placed as (
    insert into tenant_stream as stream (tenant_id, position) select tenant_id, 1 from counted
    on conflict (tenant_id) do update set position = stream.position + 1
    returning position
  )
  insert into task_event (tenant_id, position, task_id, seq, type, state, asset_id)
  select tenant_id, position, id, last_seq, 'state', state, asset_id from counted, placed;
end $$;

-- Holds credits for one round of a task (C6): 'new', 'known' when that was done before, or 'poor'.
create function cutroom_reserve(p jsonb) returns table (outcome text, available bigint)
language plpgsql as $$
begin
  select balance into available from ledger_account
   where tenant_id = p ->> 'tenant_id' and kind = 'available' for update;
  available := coalesce(available, 0);
  outcome := 'known';
  if exists (select from reservation where id = p ->> 'reservation_id') then
    return next;
    return;
  end if;
  outcome := 'poor';
  if available < (p ->> 'amount')::bigint then
    return next;
    return;
  end if;
  insert into reservation (id, tenant_id, task_id, amount, round)
  values (p ->> 'reservation_id', p ->> 'tenant_id', p ->> 'task_id', (p ->> 'amount')::integer,
          (p ->> 'round')::integer);
  insert into ledger_entry (id, tenant_id, posting_id, line, account, kind, amount, task_id, reservation_id)
  select (p ->> 'posting_id') || '/' || at, p ->> 'tenant_id', p ->> 'posting_id', at,
         (line ->> 'account')::ledger_account_kind, (line ->> 'kind')::ledger_entry_kind,
         (line ->> 'amount')::bigint, p ->> 'task_id', p ->> 'reservation_id'
    from jsonb_array_elements(p -> 'posting') with ordinality as lines (line, at)
   order by at;
  outcome := 'new';
  return next;
end $$;

-- The whole submit of a task that is new: all of it, or the verdict that refuses it.
create function cutroom_submit(p jsonb) returns jsonb
language plpgsql set lock_timeout = '5s' as $$
declare
  v_verdict jsonb;
  v_accepted_at text :=
    to_char(now() at time zone 'utc', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"');
begin
  perform cutroom_act_for(p ->> 'tenant_id');
  v_verdict := cutroom_admit(p);
  if v_verdict ->> 'is' <> 'admitted' then return v_verdict; end if;
  perform cutroom_create_task(p -> 'task', (v_verdict ->> 'demoted')::boolean);
  if (select outcome from cutroom_reserve(p -> 'reserve')) <> 'new' then
    raise exception 'the balance was locked and read before';
  end if;
  insert into idempotency (tenant_id, key, fingerprint, status, body, answer, task_id)
  values (p ->> 'tenant_id', p ->> 'key', p ->> 'fingerprint', 202, '{}',
          (p ->> 'answer_head') || v_accepted_at || (p ->> 'answer_tail'), p -> 'task' ->> 'id');
  if jsonb_typeof(p -> 'copy') = 'null' then
    update quota_copy set is_whole = false where is_whole;
  end if;
  perform cutroom_tell_created(p -> 'task' ->> 'id');
  return jsonb_build_object('is', 'accepted', 'accepted_at', v_accepted_at);
end $$;
