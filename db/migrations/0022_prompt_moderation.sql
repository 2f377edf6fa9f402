-- What prompts were scored at and what was decided (G5, G7): two tables, because a new policy
-- decides anew from old scores. The prompt itself is not kept here, only its digest. Safe with the
-- older code running, which knows neither.

create table prompt_score (
  tenant_id text not null references tenant (id),
  digest text not null,
  words_version text not null,
  found jsonb not null,
  created_at timestamptz not null default now(),
  primary key (tenant_id, digest, words_version)
);

create table prompt_decision (
  tenant_id text not null references tenant (id),
  digest text not null,
  words_version text not null,
  policy text not null,
  verdict text not null check (verdict in ('allow', 'refuse')),
  reasons text[] not null,
  created_at timestamptz not null default now(),
  primary key (tenant_id, digest, words_version, policy)
);

alter table prompt_score enable row level security;
alter table prompt_decision enable row level security;
create policy tenant_only on prompt_score to cutroom_app
  using (tenant_id = cutroom_tenant()) with check (tenant_id = cutroom_tenant());
create policy tenant_only on prompt_decision to cutroom_app
  using (tenant_id = cutroom_tenant()) with check (tenant_id = cutroom_tenant());
grant select, insert on prompt_score, prompt_decision to cutroom_app;
