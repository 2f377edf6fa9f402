-- Breakers of pools (C9) and daily heads of the ledger's chains (C6). Safe with the older code
-- running: it neither reads the new tables nor writes the new column.

-- Where a step was placed first; null while it is there. What was moved once is not moved again.
alter table step add column home_pool text;

-- A pool without a row is CLOSED.
create table pool_breaker (
  pool text primary key references lane (pool),
  state text not null default 'CLOSED' check (state in ('CLOSED', 'OPEN', 'HALF_OPEN')),
  since timestamptz not null default now(),
  -- openings without a closing in between
  times integer not null default 0,
  -- of the last look: attempts that ended in the window, and those that failed
  ends integer not null default 0,
  failures integer not null default 0,
  looked_at timestamptz not null default now()
);

-- The last link of a tenant's chain as it was found whole. Whoever rewrites a chain, hashes and
-- all, has to rewrite these as well, and a digest of them is in the log of every day.
create table ledger_head (
  tenant_id text not null references tenant (id),
  seq bigint not null check (seq > 0),
  hash bytea not null,
  verified_at timestamptz not null default now(),
  primary key (tenant_id, seq)
);
create trigger ledger_head_append_only before update or delete on ledger_head
  for each row execute function cutroom_refuse_change();
create trigger ledger_head_no_truncate before truncate on ledger_head
  for each statement execute function cutroom_refuse_change();
alter table ledger_head enable row level security;
create policy tenant_only on ledger_head to cutroom_app
  using (tenant_id = cutroom_tenant()) with check (tenant_id = cutroom_tenant());

-- As verify_ledger(tenant), for what comes after a link that was found whole before; and whether
-- that link is still what it was. From 0 it reads the whole chain and needs no head.
create function verify_ledger_from(of_tenant text, from_seq bigint)
returns table (seq bigint, entry_id text, fault text)
language sql stable set search_path = public as $$
  with anchored as (
    select head.seq, head.hash from ledger_head head
     where head.tenant_id = of_tenant and (head.seq = from_seq or from_seq = 0)
  ), replaced as (
    select anchored.seq as at, entry.id as id, 'differs from its head'::text as fault
      from anchored
      left join ledger_entry entry on entry.tenant_id = of_tenant and entry.seq = anchored.seq
     where entry.id is null or entry.hash <> anchored.hash
     order by at limit 1
  ), linked as (
    select entry, entry.seq as at, entry.id as id,
           from_seq + row_number() over w as place,
           coalesce(lag(entry.hash) over w,
                    (select anchored.hash from anchored where anchored.seq = from_seq),
                    decode(repeat('00', 32), 'hex')) as previous
      from ledger_entry entry
     where entry.tenant_id = of_tenant and entry.seq > from_seq window w as (order by entry.seq)
  ), broken as (
    select at, id, case when at <> place then 'missing before' else 'changed' end as fault
      from linked
     where at <> place or (entry).hash <> cutroom_entry_hash(previous, entry)
     order by at limit 1
  ), ending as (
    select head.chain_seq as at, null::text as id, 'missing at the end'::text as fault
      from ledger_account head
     where head.tenant_id = of_tenant and head.kind = 'available'
       and not exists (select from ledger_entry entry where entry.tenant_id = of_tenant
                          and entry.seq = head.chain_seq and entry.hash = head.chain_hash)
       and head.chain_seq > 0
  )
  select * from (select * from replaced union all select * from broken
                 union all select * from ending) as faults order by 1 limit 1
$$;
