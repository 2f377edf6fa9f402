-- Files of a workspace and the uploads that bring them.

create type asset_state as enum ('UPLOADING', 'PROCESSING', 'READY', 'REFUSED');
create type asset_origin as enum ('upload', 'export', 'sample');
create type upload_state as enum ('OPEN', 'COMPLETED', 'ABORTED');

create table asset (
  id text primary key,
  tenant_id text not null references tenant (id),
  user_id text not null,
  name text not null,
  state asset_state not null,
  origin asset_origin not null default 'upload',
  size_bytes bigint not null,
  content_type text not null,
  -- sha256 that ingest computed of the original's bytes
  checksum text,
  facts jsonb,
  warnings text[] not null default '{}',
  failure_code text,
  original_key text not null,
  master_key text,
  master_size_bytes bigint,
  proxy_key text,
  poster_key text,
  peaks_key text,
  filmstrip_key text,
  filmstrip jsonb,
  task_id text,
  created_at timestamptz not null default now(),
  deleted_at timestamptz,
  check (state <> 'READY' or (checksum is not null and facts is not null and master_key is not null))
);
create index asset_library on asset (tenant_id, created_at desc, id desc) where deleted_at is null;
create index asset_checksum on asset (tenant_id, checksum) where state = 'READY' and deleted_at is null;

create table upload (
  id text primary key,
  tenant_id text not null references tenant (id),
  asset_id text not null references asset (id),
  object_key text not null,
  multipart_id text not null,
  state upload_state not null default 'OPEN',
  size_bytes bigint not null,
  part_size bigint not null,
  part_count integer not null,
  sha256 text,
  task_id text,
  created_at timestamptz not null default now(),
  expires_at timestamptz not null,
  closed_at timestamptz
);
create index upload_open on upload (tenant_id) where state = 'OPEN';
create index upload_sweep on upload (expires_at) where state = 'OPEN';
