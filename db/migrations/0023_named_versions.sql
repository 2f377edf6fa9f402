-- Versions of a project that a person named, and what a list of versions shows of a revision (E1).
-- Safe with the older code running: what it stores has no such facts, and lists show it without.

alter table project_revision
  -- flicks
  add column duration bigint,
  add column clip_count integer,
  add column poster_asset_id text;

create table project_version (
  project_id text not null,
  revision integer not null,
  tenant_id text not null references tenant (id),
  user_id text not null,
  name text not null check (length(name) between 1 and 200),
  created_at timestamptz not null default now(),
  primary key (project_id, revision),
  foreign key (project_id, revision) references project_revision (project_id, revision)
);

alter table project_version enable row level security;
create policy tenant_only on project_version to cutroom_app
  using (tenant_id = cutroom_tenant()) with check (tenant_id = cutroom_tenant());
grant select, insert, update, delete on project_version to cutroom_app;

-- A named version can be brought back, so its files stay in the library as those of the newest
-- revision do.
create table project_version_asset (
  project_id text not null,
  revision integer not null,
  asset_id text not null references asset (id),
  tenant_id text not null references tenant (id),
  primary key (project_id, revision, asset_id),
  foreign key (project_id, revision)
    references project_version (project_id, revision) on delete cascade
);
create index project_version_asset_asset on project_version_asset (asset_id);
alter table project_version_asset enable row level security;
create policy tenant_only on project_version_asset to cutroom_app
  using (tenant_id = cutroom_tenant()) with check (tenant_id = cutroom_tenant());
grant select, insert on project_version_asset to cutroom_app;
