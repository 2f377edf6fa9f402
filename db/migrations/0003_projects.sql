-- Projects: one row that moves, and revisions that never do (E1, I8).

create table project (
  id text primary key,
  tenant_id text not null references tenant (id),
  user_id text not null,
  name text not null,
  revision integer not null,
  settings jsonb not null,
  -- flicks
  duration bigint not null,
  poster_asset_id text references asset (id),
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  deleted_at timestamptz
);
create index project_list on project (tenant_id, updated_at desc) where deleted_at is null;

create table project_revision (
  project_id text not null references project (id),
  revision integer not null,
  tenant_id text not null references tenant (id),
  document jsonb not null,
  -- what led here from the revision before; null for a first or a duplicated one
  ops jsonb,
  created_at timestamptz not null default now(),
  primary key (project_id, revision)
);

create table project_patch_batch (
  project_id text not null references project (id),
  batch_id text not null,
  tenant_id text not null references tenant (id),
  revision integer not null,
  created_at timestamptz not null default now(),
  primary key (project_id, batch_id)
);

-- Which files the newest revision of a project uses: they cannot be deleted.
create table asset_reference (
  project_id text not null references project (id),
  asset_id text not null references asset (id),
  tenant_id text not null references tenant (id),
  primary key (project_id, asset_id)
);
create index asset_reference_asset on asset_reference (asset_id);

create function cutroom_refuse_change() returns trigger language plpgsql as $$
begin
  raise exception '% rows never change', tg_table_name using errcode = 'restrict_violation';
end $$;

create trigger project_revision_immutable before update or delete on project_revision
  for each row execute function cutroom_refuse_change();
