-- Tasks, their steps, leases, events, and the outbox that wakes the farm (C1-C11).

create type task_scene as enum ('ingest', 'export');
create type task_state as enum
  ('CREATED', 'QUEUED', 'RUNNING', 'SUCCEEDED', 'FAILED', 'CANCELED', 'EXPIRED');
create type step_kind as enum ('ingest', 'export');
create type step_state as enum
  ('NEW', 'READY', 'RUNNING', 'RETRY_WAIT', 'UNKNOWN', 'SUCCEEDED', 'FAILED', 'EXPIRED');
create type outbox_state as enum ('PENDING', 'PUBLISHED');
create type task_event_type as enum ('state', 'progress', 'milestone', 'error', 'refund');

create table task (
  id text primary key,
  tenant_id text not null references tenant (id),
  user_id text not null,
  scene task_scene not null,
  state task_state not null default 'CREATED',
  version integer not null default 1,
  round integer not null default 1,
  project_id text,
  project_name text,
  project_revision integer,
  asset_id text,
  -- what was asked for, and the plan as it stood then (C14)
  spec jsonb,
  plan jsonb not null,
  progress integer not null default 0,
  cancel_requested_at timestamptz,
  failure_code text,
  failure_internal text,
  credits_reserved integer not null default 0,
  credits_settled integer not null default 0,
  credits_released integer not null default 0,
  output jsonb,
  last_seq integer not null default 0,
  accepted_at timestamptz not null default now(),
  queued_at timestamptz,
  dispatch_started_at timestamptz,
  provider_submitted_at timestamptz,
  provider_started_at timestamptz,
  provider_finished_at timestamptz,
  output_fetch_started_at timestamptz,
  output_stored_at timestamptz,
  preview_ready_at timestamptz,
  finished_at timestamptz,
  check (credits_settled + credits_released <= credits_reserved)
);
create index task_list on task (tenant_id, accepted_at desc, id desc);
create index task_usage on task (tenant_id, user_id, accepted_at) where scene = 'export';
create index task_live on task (tenant_id) where state in ('CREATED', 'QUEUED', 'RUNNING');
create index task_waiting on task (accepted_at) where state in ('CREATED', 'QUEUED');

create table step (
  id text primary key,
  tenant_id text not null references tenant (id),
  task_id text not null references task (id),
  round integer not null default 1,
  kind step_kind not null,
  model_version text not null default '',
  input_digest text not null,
  state step_state not null,
  attempt integer not null default 0,
  run_at timestamptz not null default now(),
  started_at timestamptz,
  finished_at timestamptz,
  failure_code text,
  failure_internal text,
  result jsonb,
  unique (task_id, round, kind, model_version, input_digest)
);
create index step_ready on step (run_at, id) where state in ('READY', 'RETRY_WAIT');

-- Heartbeats touch only this narrow table: no secondary index, so every renewal is HOT.
create table step_lease (
  step_id text primary key references step (id),
  attempt integer not null,
  worker_id text not null,
  lease_until timestamptz not null,
  progress integer not null default 0
) with (fillfactor = 70);

-- Stream positions are given out under this row's lock, so they become visible in order.
create table tenant_stream (
  tenant_id text primary key references tenant (id),
  position bigint not null default 0
);

create table task_event (
  tenant_id text not null references tenant (id),
  position bigint not null,
  task_id text not null references task (id),
  seq integer not null,
  type task_event_type not null,
  state task_state not null,
  asset_id text,
  created_at timestamptz not null default now(),
  primary key (tenant_id, position),
  unique (task_id, seq)
);

create table outbox (
  id text primary key,
  tenant_id text not null references tenant (id),
  task_id text not null references task (id),
  step_id text not null references step (id),
  scene task_scene not null,
  state outbox_state not null default 'PENDING',
  generation integer not null default 1,
  available_at timestamptz not null default now(),
  published_at timestamptz,
  last_error text,
  created_at timestamptz not null default now(),
  unique (step_id)
);
create index outbox_pending on outbox (available_at, id) where state = 'PENDING';

create table inbox (
  source text not null,
  message_id text not null,
  received_at timestamptz not null default now(),
  primary key (source, message_id)
);

create table idempotency (
  tenant_id text not null references tenant (id),
  key text not null,
  fingerprint text not null,
  status integer not null,
  body jsonb not null,
  task_id text,
  created_at timestamptz not null default now(),
  primary key (tenant_id, key)
);
create index idempotency_age on idempotency (created_at);
