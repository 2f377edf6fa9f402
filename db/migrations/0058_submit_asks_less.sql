-- A submit asks the database fewer things (C3, C6): each of them is a plan that is set up and taken
-- down, under the lock of the tenant's money. What is checked and what is written stays the same.
-- Safe with the older code running: it calls the same functions, and they answer as before.

-- Numbers, projects and chains one entry, under the lock of the tenant's available account.
create or replace function cutroom_append_entry() returns trigger
language plpgsql security definer set search_path = public as $$
declare
  v_head ledger_account;
  v_is_known boolean;
begin
  select * into v_head from ledger_account
   where tenant_id = new.tenant_id and kind = 'available' for update;
  if not found then
    raise exception 'tenant % has no accounts', new.tenant_id using errcode = 'foreign_key_violation';
  end if;
  if new.line = 0 then
    select count(*) + 1 into new.line from ledger_entry where posting_id = new.posting_id;
  end if;
  -- After the lock and not with it, so that what was posted meanwhile is seen.
  select exists (select from ledger_entry e where e.posting_id = new.posting_id
                  and (e.line = new.line or e.tenant_id <> new.tenant_id or e.kind <> new.kind)),
         case when new.reservation_id is null then new.task_id
              else (select r.task_id from reservation r where r.id = new.reservation_id) end
    into v_is_known, new.task_id;
  -- An "on conflict do nothing" would keep what follows here, so a repeat must fail before it.
  if v_is_known then
    raise exception 'posting % exists', new.posting_id using errcode = 'unique_violation';
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
  new.seq := v_head.chain_seq + 1;
  -- The chain ends in the row of the available account, which is the entry's own or one more.
  if new.account = 'available' then
    new.balance_after := v_head.balance + new.amount;
  else
    update ledger_account set balance = balance + new.amount
     where tenant_id = new.tenant_id and kind = new.account returning balance into new.balance_after;
  end if;
  new.hash := cutroom_entry_hash(v_head.chain_hash, new);
  update ledger_account
     set balance = case new.account when 'available' then new.balance_after else balance end,
         chain_seq = new.seq, chain_hash = new.hash
   where tenant_id = new.tenant_id and kind = 'available';
  return new;
end $$;

-- A task, its steps, what they need, and a wake-up for each step that is ready (C2, C7). Its first
-- event is counted already; `cutroom_tell_created` tells it.
create or replace function cutroom_create_task(p jsonb, p_demoted boolean) returns void
language plpgsql as $$
begin
  insert into task (id, tenant_id, user_id, scene, plan, asset_id, project_id, project_name,
                    project_revision, spec, credits_reserved, retry_budget, deadline_at, last_seq)
  values (p ->> 'id', p ->> 'tenant_id', p ->> 'user_id', (p ->> 'scene')::task_scene, p -> 'plan',
          p ->> 'asset_id', p ->> 'project_id', p ->> 'project_name',
          (p ->> 'project_revision')::integer, nullif(p -> 'spec', 'null'),
          (p ->> 'credits')::integer, (p ->> 'retry_budget')::integer,
          now() + (p ->> 'end_to_end_ms')::double precision * interval '1 millisecond', 1);
  insert into step (id, tenant_id, task_id, user_id, kind, model_version, input_digest, pool, tier,
                    est_seconds, weight, tenant_cap, user_cap, state)
  select s.id, p ->> 'tenant_id', p ->> 'id', p ->> 'user_id', s.kind, s.model_version,
         s.input_digest, s.pool, case when p_demoted then s.demoted_tier else s.tier end,
         s.est_seconds, s.weight, s.tenant_cap, s.user_cap, s.state
    from jsonb_to_recordset(p -> 'steps') as s (
           id text, kind step_kind, model_version text, input_digest text, pool text,
           tier smallint, demoted_tier smallint, est_seconds double precision,
           weight double precision, tenant_cap integer, user_cap integer, state step_state);
  -- One step needs no other.
  if jsonb_array_length(p -> 'steps') > 1 then
    insert into step_dependency (tenant_id, step_id, needs_step_id)
    select p ->> 'tenant_id', s.id, need
      from jsonb_to_recordset(p -> 'steps') as s (id text, needs jsonb),
           jsonb_array_elements_text(s.needs) as need;
  end if;
  insert into outbox (id, tenant_id, task_id, step_id, scene)
  select s.outbox_id, p ->> 'tenant_id', p ->> 'id', s.id, (p ->> 'scene')::task_scene
    from jsonb_to_recordset(p -> 'steps') as s (id text, outbox_id text)
   where s.outbox_id is not null;
end $$;

-- The first event of a task, at the next position of its tenant's stream (C11). Last of all, as
-- every event: the stream's row is locked until commit.
create or replace function cutroom_tell_created(p_task text) returns void language plpgsql as $$
begin
  with fresh as (
    select tenant_id, id, last_seq, state, asset_id from task where id = p_task
  ), placed as (
    insert into tenant_stream as stream (tenant_id, position) select tenant_id, 1 from fresh
    on conflict (tenant_id) do update set position = stream.position + 1
    returning position
  )
  insert into task_event (tenant_id, position, task_id, seq, type, state, asset_id)
  select tenant_id, position, id, last_seq, 'state', state, asset_id from fresh, placed;
end $$;

-- Writes a reservation and its posting; whoever calls holds the tenant's balance and has read it.
create function cutroom_write_reservation(p jsonb) returns void language plpgsql as $$
begin
  insert into reservation (id, tenant_id, task_id, amount, round)
  values (p ->> 'reservation_id', p ->> 'tenant_id', p ->> 'task_id', (p ->> 'amount')::integer,
          (p ->> 'round')::integer);
  insert into ledger_entry (id, tenant_id, posting_id, line, account, kind, amount, task_id, reservation_id)
  select (p ->> 'posting_id') || '/' || at, p ->> 'tenant_id', p ->> 'posting_id', at,
         (line ->> 'account')::ledger_account_kind, (line ->> 'kind')::ledger_entry_kind,
         (line ->> 'amount')::bigint, p ->> 'task_id', p ->> 'reservation_id'
    from jsonb_array_elements(p -> 'posting') with ordinality as lines (line, at)
   order by at;
end $$;

-- Holds credits for one round of a task (C6): 'new', 'known' when that was done before, or 'poor'.
create or replace function cutroom_reserve(p jsonb) returns table (outcome text, available bigint)
language plpgsql as $$
begin
  select balance into available from ledger_account
   where tenant_id = p ->> 'tenant_id' and kind = 'available' for update;
  available := coalesce(available, 0);
  if exists (select from reservation where id = p ->> 'reservation_id') then
    outcome := 'known';
  elsif available < (p ->> 'amount')::bigint then
    outcome := 'poor';
  else
    perform cutroom_write_reservation(p);
    outcome := 'new';
  end if;
  return next;
end $$;

-- The whole submit of a task that is new: all of it, or the verdict that refuses it.
create or replace function cutroom_submit(p jsonb) returns jsonb
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
  perform cutroom_write_reservation(p -> 'reserve');
  insert into idempotency (tenant_id, key, fingerprint, status, body, answer, task_id)
  values (p ->> 'tenant_id', p ->> 'key', p ->> 'fingerprint', 202, '{}',
          (p ->> 'answer_head') || v_accepted_at || (p ->> 'answer_tail'), p -> 'task' ->> 'id');
  if jsonb_typeof(p -> 'copy') = 'null' then
    update quota_copy set is_whole = false where is_whole;
  end if;
  perform cutroom_tell_created(p -> 'task' ->> 'id');
  return jsonb_build_object('is', 'accepted', 'accepted_at', v_accepted_at);
end $$;
