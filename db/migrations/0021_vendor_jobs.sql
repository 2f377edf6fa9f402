-- Requests to vendors, each a row before it is sent (G2), and what vendors call back with (G3).
-- Safe with the older code running: it makes no step of the new kinds and claims none of them.

alter type step_kind add value 'vendor';
alter type step_kind add value 'fetch';

insert into lane (pool) values ('vendor') on conflict do nothing;

create table vendor_job (
  -- the logical request id: sent to vendors that take one, and in the address they call back
  id text primary key,
  tenant_id text not null references tenant (id),
  task_id text not null references task (id),
  step_id text not null references step (id),
  attempt integer not null,
  vendor text not null,
  model text not null,
  state text not null default 'SUBMITTING'
    check (state in ('SUBMITTING', 'UNKNOWN', 'ACCEPTED', 'SUCCEEDED', 'FAILED', 'CANCELED',
                     'REFUSED', 'ABSENT')),
  stage text check (stage in ('queued', 'throttled', 'running')),
  progress integer not null default 0,
  vendor_job_id text,
  -- what the adapter needs to ask for it again; never leaves the API
  handle jsonb,
  outputs jsonb not null default '[]',
  failure jsonb,
  estimate_micros bigint not null default 0,
  cost_micros bigint,
  currency text not null default 'USD',
  polls integer not null default 0,
  next_poll_at timestamptz not null default now(),
  cancel_outcome text check (cancel_outcome in ('canceled', 'too_late', 'unsupported')),
  submitted_at timestamptz not null default now(),
  accepted_at timestamptz,
  finished_at timestamptz,
  -- set when the step has been told: what is over and not told is found again
  told_at timestamptz,
  unique (step_id, attempt),
  unique (vendor, vendor_job_id)
);
create index vendor_job_due on vendor_job (next_poll_at) where told_at is null;
create index vendor_job_record on vendor_job (vendor, submitted_at desc);
create index vendor_job_task on vendor_job (task_id);

create table vendor_callback (
  vendor text not null,
  event_id text not null,
  -- the request that the address named, or the vendor's own number of the job
  job_id text,
  vendor_job_id text,
  status jsonb not null,
  received_at timestamptz not null default now(),
  applied_at timestamptz,
  outcome text check (outcome in ('applied', 'stale', 'nobody')),
  primary key (vendor, event_id)
);
create index vendor_callback_open on vendor_callback (received_at) where applied_at is null;

alter table vendor_job enable row level security;
create policy tenant_only on vendor_job to cutroom_app using (tenant_id = cutroom_tenant());
grant select on vendor_job to cutroom_app;
