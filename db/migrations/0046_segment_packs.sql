-- A long export is rendered in shares by several workers. Safe with the older code running: it makes
-- no step of the new kind. Workers have to know the kind before an API that makes it is started.

alter type step_kind add value 'segments';

-- Rendered segments that lie end to end in one object of the store, until it is swept.
create table segment_pack (
  object_key text primary key,
  tenant_id text not null references tenant (id),
  project_id text not null references project (id),
  size_bytes bigint not null,
  -- [{key, sha256, offset_bytes, size_bytes}]: what each was made from, its bytes, where they lie
  segments jsonb not null,
  created_at timestamptz not null default now(),
  expires_at timestamptz not null
);
create index segment_pack_project on segment_pack (project_id, created_at);
create index segment_pack_tenant on segment_pack (tenant_id);
create index segment_pack_expires on segment_pack (expires_at);
alter table segment_pack enable row level security;
create policy tenant_only on segment_pack to cutroom_app
  using (tenant_id = cutroom_tenant()) with check (tenant_id = cutroom_tenant());
grant select, insert, update, delete on segment_pack to cutroom_app;
