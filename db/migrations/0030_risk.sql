-- How people stand with the risk layer, what was decided about them and by whom, and their appeals
-- (C4). Safe with the older code running: it uses none of this, and `cutroom_assess_risk` answers
-- it as before until somebody is on the grey list or frozen.

create table risk_standing (
  tenant_id text not null references tenant (id),
  user_id text not null,
  state text not null check (state in ('clear', 'grey', 'frozen')),
  reasons text[] not null,
  -- names the verdict: the risk_event that led here
  reference text not null,
  since timestamptz not null default now(),
  cleared_by text check (cleared_by in ('challenge', 'operator')),
  cleared_until timestamptz,
  primary key (tenant_id, user_id),
  check (state = 'clear' or (cleared_by is null and cleared_until is null))
);
create index risk_standing_held on risk_standing (since, user_id) where state <> 'clear';

-- Every verdict, appeal and answer: who, when and why. Never changed.
create table risk_event (
  id text primary key,
  tenant_id text not null references tenant (id),
  user_id text not null,
  action text not null
    check (action in ('greyed', 'frozen', 'solved', 'appealed', 'refused', 'lifted')),
  -- 'rule', the user's id, or an operator's address
  actor text not null,
  reasons text[] not null default '{}',
  score integer,
  -- what the rule saw
  signals jsonb,
  policy integer,
  note text,
  created_at timestamptz not null default now()
);
create index risk_event_user on risk_event (tenant_id, user_id, created_at desc);
create trigger risk_event_immutable before update or delete on risk_event
  for each row execute function cutroom_refuse_change();
create trigger risk_event_no_truncate before truncate on risk_event
  for each statement execute function cutroom_refuse_change();

create table risk_appeal (
  id text primary key,
  tenant_id text not null references tenant (id),
  user_id text not null,
  reference text not null,
  words text not null,
  state text not null default 'OPEN' check (state in ('OPEN', 'GRANTED', 'REFUSED')),
  answer text,
  answered_by text,
  answered_at timestamptz,
  created_at timestamptz not null default now(),
  check ((state = 'OPEN') = (answered_at is null)),
  check ((state = 'OPEN') = (answer is null and answered_by is null))
);
create unique index risk_appeal_one_open on risk_appeal (tenant_id, user_id) where state = 'OPEN';
create index risk_appeal_open on risk_appeal (created_at) where state = 'OPEN';
create index risk_appeal_user on risk_appeal (tenant_id, user_id, created_at desc);

alter table risk_standing enable row level security;
alter table risk_event enable row level security;
alter table risk_appeal enable row level security;
create policy tenant_only on risk_standing for select to cutroom_app
  using (tenant_id = cutroom_tenant());
create policy tenant_only on risk_appeal for select to cutroom_app
  using (tenant_id = cutroom_tenant());
-- What the rule saw is for operators: whoever knows it walks around it.
create policy operators_only on risk_event to cutroom_app using (false);
grant select on risk_standing, risk_appeal to cutroom_app;

-- Puts somebody on the grey list or freezes their billing, and keeps why. Only ever stricter:
-- false, and nothing written, for whom that or more was decided before.
create function cutroom_hold(p jsonb) returns boolean
language plpgsql security definer set search_path = public as $$
declare
  v_reasons text[] := array(select jsonb_array_elements_text(p -> 'reasons'));
begin
  insert into risk_standing as standing (tenant_id, user_id, state, reasons, reference)
  values (p ->> 'tenant_id', p ->> 'user_id', p ->> 'state', v_reasons, p ->> 'id')
  on conflict (tenant_id, user_id) do update
     set state = excluded.state, reasons = excluded.reasons, reference = excluded.reference,
         since = now(), cleared_by = null, cleared_until = null
   where standing.state = 'clear' or (standing.state = 'grey' and excluded.state = 'frozen');
  if not found then return false; end if;
  insert into risk_event (id, tenant_id, user_id, action, actor, reasons, score, signals, policy, note)
  values (p ->> 'id', p ->> 'tenant_id', p ->> 'user_id',
          case p ->> 'state' when 'grey' then 'greyed' else 'frozen' end, p ->> 'actor', v_reasons,
          (p ->> 'score')::integer, nullif(p -> 'signals', 'null'), (p ->> 'policy')::integer,
          p ->> 'note');
  return true;
end $$;

-- The risk rule over what this person has sent of late, as before; what the door found and demotes
-- for is kept with it, and whoever is held gets no reservation, however stale the door's picture.
create or replace function cutroom_assess_risk(p jsonb) returns text language plpgsql as $$
declare
  v_bounds jsonb := p -> 'risk';
  v_tenant text := p ->> 'tenant_id';
  v_user text := p ->> 'user_id';
  v_recent bigint;
  v_same bigint;
  v_reasons text[] := '{}';
  v_signals jsonb;
  v_verdict text;
begin
  if exists (select from risk_standing
              where tenant_id = v_tenant and user_id = v_user and state <> 'clear') then
    return 'review';
  end if;
  -- People of a contract are known, and what they send is not counted.
  if jsonb_typeof(v_bounds) = 'null' then return 'pass'; end if;
  select count(*) into v_recent from reservation
   where tenant_id = v_tenant and user_id = v_user and created_at > now() - interval '10 minutes';
  select count(*) into v_same from reservation
   where tenant_id = v_tenant and user_id = v_user
     and created_at > now() - interval '1 hour' and input_digest = p ->> 'input_digest';
  if v_bounds ? 'door' then
    v_reasons := array(select jsonb_array_elements_text(v_bounds -> 'door' -> 'reasons'));
  end if;
  if v_recent >= (v_bounds ->> 'recentDemotes')::bigint then v_reasons := v_reasons || 'rate'::text; end if;
  if v_same >= (v_bounds ->> 'sameDemotes')::bigint then v_reasons := v_reasons || 'same-input'::text; end if;
  if v_reasons = '{}' then return 'pass'; end if;
  v_verdict := case when v_same >= (v_bounds ->> 'sameReviews')::bigint then 'review' else 'demote' end;
  v_signals := jsonb_build_object('recentSubmits', v_recent, 'sameInput', v_same)
               || coalesce(v_bounds -> 'door' -> 'facts', '{}');
  insert into risk_decision (id, tenant_id, user_id, reservation_id, verdict, reasons, signals, policy)
  values (p ->> 'risk_id', v_tenant, v_user, p ->> 'reservation_id',
          v_verdict::risk_verdict, v_reasons, v_signals, (v_bounds ->> 'policy')::integer);
  if v_verdict = 'review' then
    perform cutroom_hold(jsonb_build_object(
      'id', p ->> 'risk_id', 'tenant_id', v_tenant, 'user_id', v_user, 'state', 'grey',
      'actor', 'rule', 'reasons', to_jsonb(v_reasons), 'signals', v_signals,
      'policy', v_bounds -> 'policy'));
  end if;
  return v_verdict;
end $$;
