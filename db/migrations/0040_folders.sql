-- Folders of the library. Safe with the older code running: nothing of it reads or writes them.

create table folder (
  id text primary key,
  tenant_id text not null references tenant (id),
  user_id text not null,
  name text not null check (length(name) between 1 and 100),
  -- Null: it lies in the library itself.
  parent_id text references folder (id),
  created_at timestamptz not null default now()
);
create index folder_tenant on folder (tenant_id);
create index folder_parent on folder (parent_id);
alter table folder enable row level security;
create policy tenant_only on folder to cutroom_app
  using (tenant_id = cutroom_tenant()) with check (tenant_id = cutroom_tenant());
grant select, insert, update, delete on folder to cutroom_app;

-- A file lies in one folder at most; without a row it lies in the library itself.
create table folder_asset (
  asset_id text primary key references asset (id) on delete cascade,
  folder_id text not null references folder (id),
  tenant_id text not null references tenant (id)
);
create index folder_asset_folder on folder_asset (folder_id);
alter table folder_asset enable row level security;
create policy tenant_only on folder_asset to cutroom_app
  using (tenant_id = cutroom_tenant()) with check (tenant_id = cutroom_tenant());
grant select, insert, update, delete on folder_asset to cutroom_app;
