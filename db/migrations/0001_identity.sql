-- Who acts: users and sessions (the columns are the sign-in library's), tenants, keys.

create table "user" (
  id text primary key,
  name text not null,
  email text not null unique,
  email_verified boolean not null default false,
  image text,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now()
);

create table session (
  id text primary key,
  expires_at timestamptz not null,
  token text not null unique,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  ip_address text,
  user_agent text,
  user_id text not null references "user" (id) on delete cascade
);
create index session_by_user on session (user_id);

create table account (
  id text primary key,
  account_id text not null,
  provider_id text not null,
  user_id text not null references "user" (id) on delete cascade,
  access_token text,
  refresh_token text,
  id_token text,
  access_token_expires_at timestamptz,
  refresh_token_expires_at timestamptz,
  scope text,
  password text,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now()
);
create index account_user on account (user_id);

create table verification (
  id text primary key,
  identifier text not null,
  value text not null,
  expires_at timestamptz not null,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now()
);
create index verification_identifier on verification (identifier);

create type plan_name as enum ('free', 'paid', 'enterprise');
create type member_role as enum ('owner', 'admin', 'editor', 'viewer');

create table tenant (
  id text primary key,
  name text not null,
  plan plan_name not null default 'free',
  created_at timestamptz not null default now()
);

create table membership (
  tenant_id text not null references tenant (id),
  user_id text not null references "user" (id) on delete cascade,
  role member_role not null,
  created_at timestamptz not null default now(),
  primary key (tenant_id, user_id)
);
create index membership_user on membership (user_id, created_at);

create table api_key (
  id text primary key,
  tenant_id text not null references tenant (id),
  user_id text not null references "user" (id) on delete cascade,
  name text not null,
  prefix text not null,
  hash text not null unique,
  scopes text[] not null,
  created_at timestamptz not null default now(),
  last_used_at timestamptz,
  expires_at timestamptz,
  revoked_at timestamptz
);
create index api_key_tenant on api_key (tenant_id, created_at desc);
