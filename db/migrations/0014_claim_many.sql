-- A claim of many (C9). The pool is read once, the picks are made in memory, and what they
-- change is written in one statement each, so that the lane is held for about as long for fifty
-- steps as for one. Several workers of one API process are served by one call, as if they had
-- asked one after the other.

-- Partial indexes on few rows look free to the planner, however many the rows become: with
-- figures taken while little ran, moving one task by its id read all living tasks. Written as an
-- expression, their conditions are met only by the queries that are meant to use them.
drop index task_live;
drop index task_waiting;
drop index task_overdue;
drop index step_in_doubt;
create index task_live on task (tenant_id)
  where coalesce(state in ('CREATED', 'QUEUED', 'RUNNING'), false);
create index task_waiting on task (accepted_at)
  where coalesce(state in ('CREATED', 'QUEUED'), false);
create index task_overdue on task (deadline_at) where coalesce(state = 'RUNNING', false);
create index step_in_doubt on step (request_sent_at) where coalesce(state = 'UNKNOWN', false);
-- Usage is counted from reservations (0010).
drop index task_usage;
-- An event gets its tenant from its task and its place from the tenant's stream, which both know
-- that the tenant exists; asking again for every event locked the tenant's row.
alter table task_event drop constraint task_event_tenant_id_fkey;

drop function cutroom_claim (text, text, integer, interval, text);
drop function cutroom_pick (lane, integer, text);
drop function cutroom_candidates (lane, integer, text);

-- The oldest ready step of every flow (tenant, user, model, tier) of a pool whose task may run,
-- with what its caps and its share stand at, and what the pool as a whole has running and keeps
-- for reserved slots. One index entry is read for each flow, however many stand behind it; with
-- p_step only that step. Counts are looked up by name, not joined: no plan depends on how many
-- there were when the planner last looked.
create function cutroom_heads(p_pool text, p_step text)
returns table (id text, tenant_id text, user_id text, model_version text, tier smallint,
               run_at timestamptz, cost double precision, tenant_cap integer, user_cap integer,
               model_cap integer, tenant_busy integer, user_busy integer, model_busy integer,
               unfilled integer, vtime double precision, served_at timestamptz,
               running integer, held integer)
language sql stable as $$
  with recursive head as (
    (select s.id, s.task_id, s.tenant_id, s.user_id, s.model_version, s.tier, s.run_at,
            s.est_seconds / s.weight as cost, s.tenant_cap, s.user_cap
       from step s
      where s.pool = p_pool and coalesce(s.state in ('READY', 'RETRY_WAIT'), false)
        and p_step is null
      order by s.tenant_id, s.user_id, s.model_version, s.tier, s.run_at, s.id limit 1)
    union all
    select next.* from head cross join lateral (
      select s.id, s.task_id, s.tenant_id, s.user_id, s.model_version, s.tier, s.run_at,
             s.est_seconds / s.weight, s.tenant_cap, s.user_cap
        from step s
       where s.pool = p_pool and coalesce(s.state in ('READY', 'RETRY_WAIT'), false)
         and (s.tenant_id, s.user_id, s.model_version, s.tier)
             > (head.tenant_id, head.user_id, head.model_version, head.tier)
       order by s.tenant_id, s.user_id, s.model_version, s.tier, s.run_at, s.id limit 1) next
  ), named as (
    select s.id, s.task_id, s.tenant_id, s.user_id, s.model_version, s.tier, s.run_at,
           s.est_seconds / s.weight, s.tenant_cap, s.user_cap
      from step s
     where s.id = p_step and s.pool = p_pool and s.state in ('READY', 'RETRY_WAIT')
  ), busy as materialized (
    select s.tenant_id, s.user_id, s.model_version, count(*)::integer as n from step s
     where s.pool = p_pool and coalesce(s.state = 'RUNNING', false) group by 1, 2, 3
  ), by_name as materialized (
    select (select coalesce(jsonb_object_agg(b.tenant_id, b.n), '{}') from (
              select busy.tenant_id, sum(n) as n from busy group by 1) b) as tenants,
           (select coalesce(jsonb_object_agg(b.tenant_id || ' ' || b.user_id, b.n), '{}') from (
              select busy.tenant_id, busy.user_id, sum(n) as n from busy group by 1, 2) b) as users,
           (select coalesce(jsonb_object_agg(b.model_version, b.n), '{}') from (
              select busy.model_version, sum(n) as n from busy group by 1) b) as models,
           (select coalesce(sum(n), 0)::integer from busy) as running
  ), reserved as materialized (
    select r.tenant_id,
           greatest(0, r.slots - coalesce((by_name.tenants ->> r.tenant_id)::integer, 0)) as unfilled
      from tenant_reserved r cross join by_name where r.pool = p_pool
  )
  select h.id, h.tenant_id, h.user_id, h.model_version, h.tier, h.run_at, h.cost,
         h.tenant_cap, h.user_cap, coalesce(m.max_in_flight, 0),
         coalesce((by_name.tenants ->> h.tenant_id)::integer, 0),
         coalesce((by_name.users ->> (h.tenant_id || ' ' || h.user_id))::integer, 0),
         coalesce((by_name.models ->> h.model_version)::integer, 0),
         coalesce((select r.unfilled from reserved r where r.tenant_id = h.tenant_id), 0),
         coalesce(share.vtime, 0), share.served_at, by_name.running,
         (select coalesce(sum(r.unfilled), 0)::integer from reserved r)
    from (select * from head union all select * from named) h
    cross join by_name
    join task t on t.id = h.task_id
    left join tenant_share share
      on share.tenant_id = h.tenant_id and share.pool = p_pool and share.tier = h.tier
    left join model_cap m on m.pool = p_pool and m.model = h.model_version
   where h.run_at <= now()
     and t.state in ('CREATED', 'QUEUED', 'RUNNING') and t.cancel_requested_at is null
$$;

-- Which steps start next, in order, and the lane's books after them: `pick` of pick.ts, up to
-- p_limit times in a row, without writing anything. The caller holds the lane's lock, passes its
-- row as it stands and has set how plans are made. A flow ends at the first of its steps that is
-- in p_left_out.
create function cutroom_choose(
  p_lane lane, p_limit integer, p_step text, p_left_out text[],
  out steps text[], out tags double precision[], out vtimes double precision[], out books lane
) language plpgsql as $$
declare
  h record;
  -- flows: what each is called, and its oldest step that is left
  n integer := 0;
  tenant_ids text[]; user_ids text[]; models text[]; tiers integer[];
  ids text[]; run_ats timestamptz[]; costs double precision[];
  tenant_caps integer[]; user_caps integer[]; model_caps integer[];
  flow_tags double precision[];
  -- steps of a flow that were read behind its oldest one
  read_ids text[] := '{}'; read_run_ats timestamptz[]; read_costs double precision[];
  read_tenant_caps integer[]; read_user_caps integer[];
  read_next integer[]; read_last integer[];
  -- flows share the counts of their tenant, user, model and (tenant, tier); these are places of
  -- the arrays that hold the counts
  tenant_at integer[]; user_at integer[]; model_at integer[]; share_at integer[];
  tenant_place integer := 0; user_place integer := 0; model_place integer; share_place integer;
  known_models text[] := '{}';
  capacity integer;
  tenant_busy integer[]; user_busy integer[]; model_busy integer[];
  unfilled integer[]; share_vtimes double precision[]; served_ats timestamptz[];
  running integer := 0; held integer := 0;
  vglobals double precision[] := p_lane.vglobals;
  tier_served_ats timestamptz[] := p_lane.served_at;
  run_tier integer := p_lane.run_tier + 1;
  run_length integer := p_lane.run_length;
  is_free_paused boolean := p_lane.free_paused;
  -- of one pick; places 1 to 3 are the tiers, 4 to 6 the tiers of those with a reserved slot free
  turn integer;
  is_open boolean;
  tier integer; tag double precision; since timestamptz;
  best integer[]; oldest timestamptz[];
  hungriest integer[]; hungry_since timestamptz[];
  shut integer; shift integer; picked integer;
  first_due timestamptz;
begin
  steps := '{}'; tags := '{}'; vtimes := '{}'; books := p_lane;
  for h in
    select * from cutroom_heads(p_lane.pool, p_step) order by tenant_id, user_id
  loop
    continue when h.id = any (p_left_out);
    n := n + 1;
    if n = 1 or h.tenant_id <> tenant_ids[n - 1] then
      tenant_place := tenant_place + 1;
      user_place := user_place + 1;
    elsif h.user_id <> user_ids[n - 1] then
      user_place := user_place + 1;
    end if;
    model_place := array_position(known_models, h.model_version);
    if model_place is null then
      known_models := known_models || h.model_version;
      model_place := cardinality(known_models);
    end if;
    share_place := 3 * tenant_place + h.tier;
    tenant_ids[n] := h.tenant_id; user_ids[n] := h.user_id; models[n] := h.model_version;
    tiers[n] := h.tier + 1; ids[n] := h.id; run_ats[n] := h.run_at; costs[n] := h.cost;
    tenant_caps[n] := h.tenant_cap; user_caps[n] := h.user_cap; model_caps[n] := h.model_cap;
    tenant_at[n] := tenant_place; user_at[n] := user_place; model_at[n] := model_place;
    share_at[n] := share_place;
    tenant_busy[tenant_place] := h.tenant_busy; unfilled[tenant_place] := h.unfilled;
    user_busy[user_place] := h.user_busy; model_busy[model_place] := h.model_busy;
    share_vtimes[share_place] := h.vtime; served_ats[share_place] := h.served_at;
    read_next[n] := 1; read_last[n] := 0;
    running := h.running; held := h.held;
  end loop;
  if held > 0 then capacity := cutroom_capacity(p_lane); end if;

  while cardinality(steps) < p_limit loop
    exit when running >= p_lane.max_in_flight;
    turn := (books.picks + 1) % 10;
    is_open := held = 0 or capacity is null or running + held < capacity;
    best := '{null,null,null,null,null,null}'; oldest := '{null,null,null,null,null,null}';
    hungriest := '{null,null,null}'; hungry_since := '{null,null,null}';
    for i in 1 .. n loop
      tier := tiers[i];
      continue when ids[i] is null
        or (tenant_caps[i] > 0 and tenant_busy[tenant_at[i]] >= tenant_caps[i])
        or (user_caps[i] > 0 and user_busy[user_at[i]] >= user_caps[i])
        or (model_caps[i] > 0 and model_busy[model_at[i]] >= model_caps[i])
        or (is_free_paused and tier = 3)
        or not (is_open or unfilled[tenant_at[i]] > 0);
      tag := greatest(share_vtimes[share_at[i]], vglobals[tier]);
      flow_tags[i] := tag;
      picked := best[tier];
      if picked is null
         or (tag, run_ats[i], ids[i]) < (flow_tags[picked], run_ats[picked], ids[picked]) then
        best[tier] := i;
      end if;
      oldest[tier] := least(oldest[tier], run_ats[i]);
      if unfilled[tenant_at[i]] > 0 then
        picked := best[tier + 3];
        if picked is null
           or (tag, run_ats[i], ids[i]) < (flow_tags[picked], run_ats[picked], ids[picked]) then
          best[tier + 3] := i;
        end if;
        oldest[tier + 3] := least(oldest[tier + 3], run_ats[i]);
      end if;
      if turn = 0 then
        since := greatest(run_ats[i], served_ats[share_at[i]]);
        picked := hungriest[tier];
        if since <= now() - interval '300 seconds' and (picked is null
           or (since, run_ats[i], ids[i]) < (hungry_since[tier], run_ats[picked], ids[picked])) then
          hungriest[tier] := i;
          hungry_since[tier] := since;
        end if;
      end if;
    end loop;

    -- Not more than 20 of one tier in a row while another waits.
    shut := 0;
    if run_length >= 20 and ((run_tier <> 1 and best[1] is not null)
       or (run_tier <> 2 and best[2] is not null) or (run_tier <> 3 and best[3] is not null)) then
      shut := run_tier;
    end if;
    picked := null;
    for t in 1 .. 3 loop
      if t <> shut and hungriest[t] is not null and (picked is null
         or (hungry_since[t], run_ats[hungriest[t]], ids[hungriest[t]])
            < (hungry_since[tiers[picked]], run_ats[picked], ids[picked])) then
        picked := hungriest[t];
      end if;
    end loop;
    if picked is null and turn = 5 and shut <> 3 then
      picked := best[3];
    end if;
    if picked is null then
      shift := 0;
      for t in 1 .. 3 loop
        if t <> shut and best[t + 3] is not null then shift := 3; end if;
      end loop;
      -- The tier's score is `tier - wait / 10 s`; what was due first has the lowest.
      first_due := null;
      for t in 1 .. 3 loop
        since := greatest(oldest[t + shift], tier_served_ats[t]) + t * interval '10 seconds';
        if t <> shut and best[t + shift] is not null and (first_due is null or since < first_due) then
          first_due := since;
          picked := best[t + shift];
        end if;
      end loop;
    end if;
    exit when picked is null;

    tier := tiers[picked];
    tag := flow_tags[picked];
    steps := steps || ids[picked];
    tags := tags || tag;
    vtimes := vtimes || (tag + costs[picked]);
    share_vtimes[share_at[picked]] := tag + costs[picked];
    served_ats[share_at[picked]] := now();
    vglobals[tier] := greatest(vglobals[tier], flow_tags[best[tier]]);
    tier_served_ats[tier] := now();
    books.picks := books.picks + 1;
    run_length := case when run_tier = tier then run_length + 1 else 1 end;
    run_tier := tier;
    running := running + 1;
    tenant_busy[tenant_at[picked]] := tenant_busy[tenant_at[picked]] + 1;
    user_busy[user_at[picked]] := user_busy[user_at[picked]] + 1;
    model_busy[model_at[picked]] := model_busy[model_at[picked]] + 1;
    if unfilled[tenant_at[picked]] > 0 then
      unfilled[tenant_at[picked]] := unfilled[tenant_at[picked]] - 1;
      held := held - 1;
    end if;

    if read_next[picked] > read_last[picked] and p_step is null and cardinality(steps) < p_limit then
      -- As many as are likely to be picked of it.
      read_next[picked] := cardinality(read_ids) + 1;
      for h in
        select s.id, s.run_at, s.est_seconds / s.weight as cost, s.tenant_cap, s.user_cap
          from step s join task t on t.id = s.task_id
         where s.pool = p_lane.pool and coalesce(s.state in ('READY', 'RETRY_WAIT'), false)
           and s.tenant_id = tenant_ids[picked] and s.user_id = user_ids[picked]
           and s.model_version = models[picked] and s.tier = tiers[picked] - 1
           and (s.run_at, s.id) > (run_ats[picked], ids[picked]) and s.run_at <= now()
           and t.state in ('CREATED', 'QUEUED', 'RUNNING') and t.cancel_requested_at is null
         order by s.run_at, s.id limit (p_limit - cardinality(steps)) / n + 1
      loop
        exit when h.id = any (p_left_out);
        read_ids := read_ids || h.id; read_run_ats := read_run_ats || h.run_at;
        read_costs := read_costs || h.cost; read_tenant_caps := read_tenant_caps || h.tenant_cap;
        read_user_caps := read_user_caps || h.user_cap;
      end loop;
      read_last[picked] := cardinality(read_ids);
    end if;
    if read_next[picked] <= read_last[picked] then
      ids[picked] := read_ids[read_next[picked]];
      run_ats[picked] := read_run_ats[read_next[picked]];
      costs[picked] := read_costs[read_next[picked]];
      tenant_caps[picked] := read_tenant_caps[read_next[picked]];
      user_caps[picked] := read_user_caps[read_next[picked]];
      read_next[picked] := read_next[picked] + 1;
    else
      ids[picked] := null;
    end if;
  end loop;
  books.vglobals := vglobals; books.served_at := tier_served_ats;
  books.run_tier := run_tier - 1; books.run_length := run_length;
end $$;
