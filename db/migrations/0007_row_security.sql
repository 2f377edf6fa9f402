-- Tenant isolation behind the application's own checks (T2). A transaction for a tenant takes
-- the role cutroom_app and names its tenant; without a name it sees no row at all.

do $$
begin
  create role cutroom_app nologin;
exception when duplicate_object or unique_violation then
  null; -- roles belong to the whole server: another database may have made it
end $$;
grant cutroom_app to current_user;
grant usage on schema public to cutroom_app;

create function cutroom_tenant() returns text language sql stable as
  $$ select nullif(current_setting('app.tenant_id', true), '') $$;

do $$
declare name text;
begin
  foreach name in array array[
    'membership', 'api_key', 'asset', 'upload', 'project', 'project_revision',
    'project_patch_batch', 'asset_reference', 'task', 'step', 'step_lease', 'tenant_stream',
    'task_event', 'outbox', 'idempotency', 'ledger_account', 'reservation', 'ledger_entry',
    'share', 'tenant'
  ] loop
    execute format('alter table %I enable row level security', name);
  end loop;
  foreach name in array array[
    'membership', 'api_key', 'asset', 'upload', 'project', 'project_revision',
    'project_patch_batch', 'asset_reference', 'task', 'step', 'tenant_stream',
    'task_event', 'outbox', 'idempotency', 'ledger_account', 'reservation', 'ledger_entry',
    'share'
  ] loop
    execute format(
      'create policy tenant_only on %I to cutroom_app
         using (tenant_id = cutroom_tenant()) with check (tenant_id = cutroom_tenant())', name);
  end loop;
end $$;

create policy tenant_only on tenant to cutroom_app using (id = cutroom_tenant());
create policy tenant_only on step_lease to cutroom_app
  using (exists (select from step where step.id = step_lease.step_id));

grant select on tenant, membership, step_lease to cutroom_app;
grant select, insert, update on
  api_key, asset, upload, project, task, step, tenant_stream, outbox, reservation, share
  to cutroom_app;
grant select, insert on
  project_revision, project_patch_batch, task_event, idempotency, ledger_entry to cutroom_app;
grant select, insert, delete on asset_reference to cutroom_app;
grant select, update (lock_marker) on ledger_account to cutroom_app;
