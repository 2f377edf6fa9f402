-- Templates of a workspace: project documents with named places. Safe with the older code running:
-- nothing of it reads or writes these tables.

create table project_template (
  id text primary key,
  tenant_id text not null references tenant (id),
  user_id text not null,
  name text not null check (length(name) between 1 and 200),
  -- document, slots, texts and colours, as the timeline's `template` has them
  content jsonb not null,
  created_at timestamptz not null default now()
);
create index project_template_tenant on project_template (tenant_id, created_at desc);
alter table project_template enable row level security;
create policy tenant_only on project_template to cutroom_app
  using (tenant_id = cutroom_tenant()) with check (tenant_id = cutroom_tenant());
grant select, insert, update, delete on project_template to cutroom_app;

-- Files that a template brings along, as its music or a logo, stay in the library as long as it does.
create table project_template_asset (
  template_id text not null references project_template (id) on delete cascade,
  asset_id text not null references asset (id),
  tenant_id text not null references tenant (id),
  primary key (template_id, asset_id)
);
create index project_template_asset_asset on project_template_asset (asset_id);
alter table project_template_asset enable row level security;
create policy tenant_only on project_template_asset to cutroom_app
  using (tenant_id = cutroom_tenant()) with check (tenant_id = cutroom_tenant());
grant select, insert on project_template_asset to cutroom_app;
