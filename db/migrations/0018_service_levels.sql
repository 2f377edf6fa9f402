-- What service levels are split and judged by besides: the model that was asked for, the code of a
-- failure, how long the result is, and since when what is under way has been waited for (O1).
-- Safe with the older code running: the view's columns stay, new ones come after them.
create or replace view sli_task as
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
       extract(epoch from task.finished_at - task.round_started_at) as end_to_end,
       coalesce(task.spec ->> 'model', '') as model_asked, task.failure_code,
       (task.output ->> 'durationMs')::double precision as output_ms,
       -- seconds until now of what has not come yet; null of all else
       case when task.state in ('CREATED', 'QUEUED')
            then extract(epoch from now() - coalesce(task.queued_at, task.round_started_at))
        end as queue_wait_so_far,
       case when task.state = 'RUNNING' and task.preview_ready_at is null
            then extract(epoch from now() - task.provider_finished_at) end as postprocess_so_far,
       case when task.state in ('CREATED', 'QUEUED', 'RUNNING') and task.preview_ready_at is null
            then extract(epoch from now() - task.round_started_at) end as first_preview_so_far
  from task;

-- Tasks come in the order of their time, so a few bytes a megabyte find a window of it.
create index task_round_started on task using brin (round_started_at) with (autosummarize = on);
