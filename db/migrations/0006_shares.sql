-- Public links. The look-up is by hash; the sealed token lets the owner copy the link again.

create table share (
  id text primary key,
  tenant_id text not null references tenant (id),
  task_id text not null references task (id),
  title text not null,
  token_hash text not null unique,
  token_sealed text not null,
  allow_download boolean not null,
  created_at timestamptz not null default now(),
  expires_at timestamptz,
  revoked_at timestamptz
);
create index share_tenant on share (tenant_id, created_at desc);
