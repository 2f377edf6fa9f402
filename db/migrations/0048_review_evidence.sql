-- Evidence of every inference of a review (G7): why something was decided, without the media and
-- without anything that opens it. 30 days within reach of questions, then in an archive of the
-- object store, then destroyed. Safe with the older code running, which writes and reads none.

create table evidence_archive (
  id text primary key,
  store_key text not null unique,
  row_count integer not null,
  size_bytes bigint not null,
  sha256 text not null,
  -- of the newest evidence in it
  until_at timestamptz not null,
  created_at timestamptz not null default now(),
  -- null: its upload is under way, or was given up
  stored_at timestamptz,
  destroyed_at timestamptz
);
create index evidence_archive_kept on evidence_archive (until_at) where destroyed_at is null;

create table review_evidence (
  id text primary key,
  review_id text not null references content_review (id),
  tenant_id text not null references tenant (id),
  role text not null check (role in ('decides', 'shadow')),
  model text not null,
  model_version text not null,
  policy_version text not null,
  attempt integer not null,
  -- of exactly what the model was given
  input_digest text not null check (input_digest ~ '^[0-9a-f]{64}$'),
  -- json, not jsonb: kept byte for byte as it was measured
  body json,
  body_bytes integer not null check (body_bytes <= 65536),
  archive_id text references evidence_archive (id),
  created_at timestamptz not null default now(),
  unique (review_id, role, model, model_version, policy_version),
  check ((body is null) = (archive_id is not null)),
  check (body is null or octet_length(body::text) <= 65536)
);
create index review_evidence_within_reach on review_evidence (created_at, id) where archive_id is null;
create index review_evidence_time on review_evidence (created_at desc, id desc);
create index review_evidence_archived on review_evidence (archive_id) where archive_id is not null;

-- Evidence never changes; it is only moved to the archive.
create function cutroom_evidence_moves() returns trigger language plpgsql as $$
begin
  if old.archive_id is null and new.archive_id is not null
     and to_jsonb(new) - 'body' - 'archive_id' = to_jsonb(old) - 'body' - 'archive_id' then
    return new;
  end if;
  raise exception 'evidence is never changed' using errcode = 'integrity_constraint_violation';
end $$;
create trigger review_evidence_kept before update on review_evidence
  for each row execute function cutroom_evidence_moves();

-- Who asked for what, when, and how much came of it.
create table evidence_query (
  id text primary key,
  actor text not null,
  query_version integer not null,
  purpose text not null check (purpose in ('review', 'appeal', 'audit', 'model')),
  question jsonb not null,
  row_count integer not null,
  size_bytes bigint not null,
  created_at timestamptz not null default now()
);
create index evidence_query_time on evidence_query (created_at desc, id desc);

-- Every retention that ever held; the one with the highest version does.
create table evidence_retention (
  version integer primary key,
  queryable_days integer not null check (queryable_days between 1 and 365),
  archive_days integer not null check (archive_days between 0 and 3650),
  inferences_per_day bigint not null check (inferences_per_day > 0),
  queries_per_day integer not null check (queries_per_day > 0),
  -- as the planner computed it when this was set
  per_month double precision not null,
  changed_by text not null,
  note text not null,
  created_at timestamptz not null default now()
);
insert into evidence_retention
  (version, queryable_days, archive_days, inferences_per_day, queries_per_day, per_month, changed_by, note)
values (1, 30, 180, 8640000, 50000, 2710.1, 'plan of record', 'What is kept from the start.');

do $$
declare name text;
begin
  foreach name in array array['evidence_query', 'evidence_retention'] loop
    execute format(
      'create trigger %I before update or delete on %I
         for each row execute function cutroom_refuse_change()', name || '_immutable', name);
    execute format(
      'create trigger %I before truncate on %I
         for each statement execute function cutroom_refuse_change()', name || '_no_truncate', name);
  end loop;
end $$;

alter table review_evidence enable row level security;
create policy operators_only on review_evidence to cutroom_app using (false);
