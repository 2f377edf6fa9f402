-- The owner of a content that is held, or was rejected, may say once why that is wrong (G5), and
-- workspaces hear by webhook what people decided about their contents. Safe with the older code
-- running: it asks for no appeal, and the messages that it writes keep the rules they had.
alter table content_review
  -- the owner's words, whose they are, and since when
  add column appeal text,
  add column appealed_by text,
  add column appealed_at timestamptz,
  add check ((appeal is null) = (appealed_by is null)),
  add check ((appeal is null) = (appealed_at is null));
-- one appeal for each content, in whatever round
create unique index content_review_appeal on content_review (tenant_id, content_version)
  where appeal is not null;

-- Messages of no task: tests, and what was decided about a content.
alter table webhook_delivery
  drop constraint webhook_delivery_check,
  add constraint webhook_delivery_task
    check ((task_id is null) = (event in ('webhook.test', 'review.decided')));
create index webhook_delivery_taskless on webhook_delivery (next_at)
  where state = 'PENDING' and task_id is null;
