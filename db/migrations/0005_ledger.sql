-- Credits: append-only double entry; balances are a projection kept by a trigger (C6, F99).

create type ledger_account_kind as enum ('granted', 'available', 'reserved', 'spent');
create type ledger_entry_kind as enum
  ('GRANT', 'RESERVE', 'SETTLE', 'RELEASE', 'REFUND', 'COMPENSATE');
create type reservation_state as enum ('HELD', 'SETTLED', 'RELEASED');

create table ledger_account (
  tenant_id text not null references tenant (id),
  kind ledger_account_kind not null,
  balance bigint not null default 0,
  -- touched by nobody: the right to update it is the right to lock the row
  lock_marker boolean,
  primary key (tenant_id, kind),
  check (kind = 'granted' or balance >= 0)
);

create table reservation (
  id text primary key,
  tenant_id text not null references tenant (id),
  task_id text not null references task (id),
  amount integer not null check (amount >= 0),
  state reservation_state not null default 'HELD',
  settled integer not null default 0 check (settled between 0 and amount),
  created_at timestamptz not null default now(),
  closed_at timestamptz,
  unique (task_id)
);
create index reservation_held on reservation (created_at) where state = 'HELD';

create table ledger_entry (
  id text primary key,
  tenant_id text not null,
  posting_id text not null,
  account ledger_account_kind not null,
  kind ledger_entry_kind not null,
  amount bigint not null check (amount <> 0),
  reservation_id text references reservation (id),
  reason text,
  -- the one entry that ends a reservation; see the unique index
  closes boolean not null default false,
  created_at timestamptz not null default now(),
  foreign key (tenant_id, account) references ledger_account (tenant_id, kind)
);
create index ledger_entry_posting on ledger_entry (posting_id);
create index ledger_entry_tenant on ledger_entry (tenant_id, created_at);
create unique index ledger_entry_one_end on ledger_entry (reservation_id) where closes;

create function cutroom_project_balance() returns trigger
language plpgsql security definer set search_path = public as $$
begin
  update ledger_account set balance = balance + new.amount
   where tenant_id = new.tenant_id and kind = new.account;
  return null;
end $$;
create trigger ledger_entry_projects after insert on ledger_entry
  for each row execute function cutroom_project_balance();

create function cutroom_check_posting() returns trigger
language plpgsql security definer set search_path = public as $$
begin
  if (select sum(amount) from ledger_entry where posting_id = new.posting_id) <> 0 then
    raise exception 'posting % does not add up to zero', new.posting_id
      using errcode = 'check_violation';
  end if;
  return null;
end $$;
create constraint trigger ledger_entry_balanced after insert on ledger_entry
  deferrable initially deferred for each row execute function cutroom_check_posting();

create trigger ledger_entry_append_only before update or delete on ledger_entry
  for each row execute function cutroom_refuse_change();
create trigger ledger_entry_no_truncate before truncate on ledger_entry
  for each statement execute function cutroom_refuse_change();
