-- Versions of the policy of reviews, and how one replaces another (G6). Versions stay: reviews and
-- evidence of any of them can be read for ever. The policy that decides is the candidate of the
-- newest rollout that is PROMOTED; without one it is the one that the code brings along.
-- Safe with the older code running, which opens its reviews under that one.

create table review_policy (
  version text primary key,
  -- pictures of a content that a judge is shown
  frames integer not null check (frames between 2 and 48),
  clear double precision not null check (clear between 0 and 1),
  probable double precision not null check (probable between 0 and 1 and probable <= clear),
  note text not null,
  created_by text not null,
  created_at timestamptz not null default now()
);

create table policy_rollout (
  id text primary key,
  candidate text not null references review_policy (version),
  -- what decided when it began, and decides again when it is rolled back
  previous text not null,
  state text not null check (state in ('DRAFT', 'SHADOW', 'CANARY', 'PROMOTED', 'ROLLED_BACK')),
  bucket_by text not null check (bucket_by in ('tenant', 'content')),
  percent integer not null default 0 check (percent between 0 and 100),
  subtasks_per_s double precision not null check (subtasks_per_s > 0),
  vendors jsonb not null,
  -- null: not computed, or of another split, sampling or load
  matrix jsonb,
  evaluation jsonb,
  version integer not null default 0,
  created_by text not null,
  created_at timestamptz not null default now(),
  promoted_at timestamptz,
  check (state not in ('SHADOW', 'CANARY') or matrix is not null),
  check (state <> 'PROMOTED' or (evaluation is not null and promoted_at is not null)),
  check (state in ('CANARY', 'SHADOW') or percent = 0)
);
-- one at a time
create unique index policy_rollout_open on policy_rollout ((true))
  where state in ('DRAFT', 'SHADOW', 'CANARY');

create table policy_rollout_event (
  id text primary key,
  rollout_id text not null references policy_rollout (id),
  action text not null,
  actor text not null,
  note text not null,
  facts jsonb not null default '{}',
  created_at timestamptz not null default now()
);
create index policy_rollout_event_of on policy_rollout_event (rollout_id, created_at);

do $$
declare name text;
begin
  foreach name in array array['review_policy', 'policy_rollout_event'] loop
    execute format(
      'create trigger %I before update or delete on %I
         for each row execute function cutroom_refuse_change()', name || '_immutable', name);
    execute format(
      'create trigger %I before truncate on %I
         for each statement execute function cutroom_refuse_change()', name || '_no_truncate', name);
  end loop;
end $$;

-- the policy that is only tried on this content; its findings are evidence and decide nothing
alter table content_review add column shadow_policy text;
