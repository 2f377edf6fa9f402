-- Tasks of many steps, doubts about vendors, retry budgets, dead letters, notifications and the
-- figures of service levels (C1, C2, C8, C10-C13, O1). Safe with the older code running: every
-- new column has a default or may be null, and the older code never makes a second step.

alter type task_scene add value 'generate';
alter type step_kind add value 'generate';

-- The DAG: a step is NEW until every step that it needs has SUCCEEDED (C2).
create table step_dependency (
  tenant_id text not null references tenant (id),
  step_id text not null references step (id),
  needs_step_id text not null references step (id),
  primary key (step_id, needs_step_id),
  check (step_id <> needs_step_id)
);
create index step_dependency_needed on step_dependency (needs_step_id);

alter table step
  -- Stored before a request to a vendor may leave; cleared when its absence is proven (C8, G2).
  add column request_sent_at timestamptz,
  -- The key under which the vendor knows that request; the same for every attempt of the step.
  add column request_key text;
create index step_in_doubt on step (request_sent_at) where state = 'UNKNOWN';

alter table task
  add column retries_used integer not null default 0,
  add column retry_budget integer not null default 2,
  add column round_started_at timestamptz,
  -- End-to-end: after it nothing is tried again (C10). Null on tasks of the older code.
  add column deadline_at timestamptz,
  add column failure_class text,
  add column notified_at timestamptz,
  add column notify_attempts integer not null default 0,
  add column notify_after timestamptz;
update task set round_started_at = accepted_at;
alter table task
  alter column round_started_at set default now(),
  alter column round_started_at set not null;
-- What ended before there was anybody to notify counts as known.
update task set notified_at = finished_at where finished_at is not null;
create index task_unnotified on task (finished_at)
  where notified_at is null and finished_at is not null;
create index task_overdue on task (deadline_at) where state = 'RUNNING';

-- The last milestone of the attempt that was written down; beside the lease, where no index is.
alter table step_lease add column milestone smallint not null default 0;
-- Which milestone an event marks, 10 to 100; null on other events (C11).
alter table task_event add column progress integer;

-- Work that was worth another try when none was left (C10). It stays until somebody acts.
create type dead_letter_state as enum ('OPEN', 'REDRIVEN', 'DISMISSED');
create table dead_letter (
  id text primary key,
  tenant_id text not null references tenant (id),
  task_id text not null references task (id),
  step_id text not null references step (id),
  round integer not null,
  -- the code that a person was told, and what only operators see
  cause text not null,
  internal text,
  attempts integer not null,
  state dead_letter_state not null default 'OPEN',
  closed_by text,
  created_at timestamptz not null default now(),
  closed_at timestamptz,
  unique (step_id)
);
create index dead_letter_open on dead_letter (created_at) where state = 'OPEN';

do $$
declare name text;
begin
  foreach name in array array['step_dependency', 'dead_letter'] loop
    execute format('alter table %I enable row level security', name);
    execute format(
      'create policy tenant_only on %I to cutroom_app
         using (tenant_id = cutroom_tenant()) with check (tenant_id = cutroom_tenant())', name);
  end loop;
end $$;
grant select, insert on step_dependency to cutroom_app;
grant select, update on dead_letter to cutroom_app;
grant delete on step_lease to cutroom_app;

-- How long each part of a task took, in seconds (C13). `accepted` is the start of its newest
-- round: what a person waited for this time.
create view sli_task as
select task.id as task_id, task.tenant_id, task.scene, task.plan ->> 'name' as plan,
       coalesce((select max(step.model_version) from step
                  where step.task_id = task.id and step.round = task.round), '') as model,
       task.state, task.round, task.round_started_at as accepted_at, task.finished_at,
       case when task.state in ('FAILED', 'EXPIRED')
            then coalesce(task.failure_class, 'platform') end as failure_class,
       extract(epoch from task.provider_submitted_at - task.queued_at) as queue_wait,
       extract(epoch from task.provider_finished_at - task.provider_submitted_at) as provider,
       extract(epoch from task.preview_ready_at - task.provider_finished_at) as postprocess,
       extract(epoch from task.preview_ready_at - task.round_started_at) as first_preview,
       extract(epoch from task.finished_at - task.round_started_at) as end_to_end
  from task;

-- Both success rates, always together (O1): as people see it, and without what failed for its
-- input or by moderation. Tasks that are under way, or that their users canceled, are in neither.
create view sli_success as
select scene, plan, model, date_trunc('hour', accepted_at) as hour,
       count(*) as tasks,
       count(*) filter (where state = 'SUCCEEDED') as succeeded,
       count(*) filter (where state = 'CANCELED') as canceled,
       count(*) filter (where failure_class = 'input') as failed_input,
       count(*) filter (where failure_class = 'moderation') as failed_moderation,
       count(*) filter (where failure_class in ('platform', 'user')) as failed_platform,
       count(*) filter (where state = 'SUCCEEDED')::double precision
         / nullif(count(*) filter (where state in ('SUCCEEDED', 'FAILED', 'EXPIRED')), 0)
         as user_perceived,
       count(*) filter (where state = 'SUCCEEDED')::double precision
         / nullif(count(*) filter (where state = 'SUCCEEDED'
                    or failure_class in ('platform', 'user')), 0)
         as platform_attributed
  from sli_task
 group by scene, plan, model, date_trunc('hour', accepted_at);

-- Where a tenant wants to hear of its tasks, and what was sent there (C12, T3).
create type webhook_delivery_state as enum ('PENDING', 'DELIVERED', 'FAILED');
create table webhook (
  id text primary key,
  tenant_id text not null references tenant (id),
  url text not null,
  -- sealed: readable only with a key that is not in this database
  sealed_secret text not null,
  created_at timestamptz not null default now(),
  removed_at timestamptz
);
create index webhook_of_tenant on webhook (tenant_id) where removed_at is null;

create table webhook_delivery (
  id text primary key,
  tenant_id text not null references tenant (id),
  webhook_id text not null references webhook (id),
  task_id text not null references task (id),
  round integer not null,
  event text not null,
  body text not null,
  state webhook_delivery_state not null default 'PENDING',
  attempts integer not null default 0,
  -- nobody else sends it before this
  next_at timestamptz not null default now(),
  -- of the last attempt: what came of it, and the status that was answered, never the answer
  outcome text,
  status integer,
  created_at timestamptz not null default now(),
  delivered_at timestamptz,
  unique (webhook_id, task_id, round)
);
create index webhook_delivery_log on webhook_delivery (webhook_id, created_at desc, id desc);

do $$
declare name text;
begin
  foreach name in array array['webhook', 'webhook_delivery'] loop
    execute format('alter table %I enable row level security', name);
    execute format(
      'create policy tenant_only on %I to cutroom_app
         using (tenant_id = cutroom_tenant()) with check (tenant_id = cutroom_tenant())', name);
  end loop;
end $$;
grant select, insert, update on webhook to cutroom_app;
grant select, update on webhook_delivery to cutroom_app;
