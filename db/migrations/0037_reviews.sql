-- Machine review of what is uploaded and generated, and people where machines are not enough (G5).
-- A review is about one content (its sha256) of one workspace, in one round, under one policy; its
-- children are verdicts of models. Scores are kept apart from what was decided from them (G7).
-- Safe with the older code running, which knows none of it: content without a review is shown.

create table content_review (
  id text primary key,
  tenant_id text not null references tenant (id),
  -- the first file that had this content; others with the same bytes share the review
  asset_id text not null references asset (id),
  content_version text not null,
  round integer not null check (round > 0),
  policy_version text not null,
  state text not null
    check (state in ('CHECKING', 'WAITING', 'PASSED', 'APPROVED', 'REJECTED')),
  -- goes up with everything that is learned: whoever decides on an older one decides nothing
  version integer not null default 0,
  reasons text[] not null default '{}',
  deadline_at timestamptz not null,
  opened_at timestamptz not null default now(),
  -- since when a person is asked
  waiting_since timestamptz,
  decided_at timestamptz,
  decided_by text,
  note text,
  unique (tenant_id, content_version, round),
  check (state not in ('APPROVED', 'REJECTED') or (decided_at is not null and decided_by is not null)),
  check (state <> 'WAITING' or waiting_since is not null)
);
create index content_review_waiting on content_review (waiting_since, id) where state = 'WAITING';
create index content_review_late on content_review (deadline_at) where state = 'CHECKING';

create table review_verdict (
  review_id text not null references content_review (id),
  tenant_id text not null references tenant (id),
  model text not null,
  model_version text not null,
  state step_state not null,
  attempt integer not null default 0,
  worker_id text,
  lease_until timestamptz,
  run_at timestamptz not null default now(),
  score jsonb,
  failure text,
  finished_at timestamptz,
  primary key (review_id, model, model_version),
  check (state <> 'SUCCEEDED' or score is not null),
  check (state <> 'RUNNING' or (worker_id is not null and lease_until is not null))
);
create index review_verdict_open on review_verdict (model, model_version, run_at)
  where state in ('READY', 'RETRY_WAIT', 'RUNNING');

-- Who decided what, and why: never changed.
create table review_event (
  id text primary key,
  review_id text not null references content_review (id),
  tenant_id text not null references tenant (id),
  action text not null
    check (action in ('opened', 'pass', 'escalate', 'approve', 'reject', 'appeal')),
  -- 'policy', an operator's address, or the user's id
  actor text not null,
  reasons text[] not null default '{}',
  note text,
  created_at timestamptz not null default now()
);
create index review_event_review on review_event (review_id, created_at);
create trigger review_event_immutable before update or delete on review_event
  for each row execute function cutroom_refuse_change();
create trigger review_event_no_truncate before truncate on review_event
  for each statement execute function cutroom_refuse_change();

alter table content_review enable row level security;
alter table review_verdict enable row level security;
alter table review_event enable row level security;
create policy tenant_only on content_review for select to cutroom_app
  using (tenant_id = cutroom_tenant());
-- What models saw is for operators: whoever knows it walks around it.
create policy operators_only on review_verdict to cutroom_app using (false);
create policy operators_only on review_event to cutroom_app using (false);
grant select on content_review to cutroom_app;
