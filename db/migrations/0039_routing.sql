-- Routing between vendors (G4): how each model at its vendor does, what a contract allows and which
-- models take no new work. Safe with the older code running: it reads and writes none of it.

-- A model without a row does well.
create table model_standing (
  model text primary key,
  state text not null default 'CLOSED' check (state in ('CLOSED', 'OPEN', 'HALF_OPEN')),
  since timestamptz not null default 'epoch',
  -- openings without a closing in between
  times integer not null default 0,
  -- when the one request left by which a half-open breaker is tried
  probed_at timestamptz,
  -- how long the vendor wants to be left alone, and why
  rest_until timestamptz,
  rest_reason text,
  -- requests that may still leave, as of then; they come back evenly over a minute
  tokens double precision,
  tokens_at timestamptz
);

create table model_retirement (
  model text primary key,
  -- from then on it takes no new work; what was accepted before is finished
  retires_at timestamptz not null,
  replacement text
);

-- Which vendors may see the words of a workspace and where they may be worked on; null: anywhere.
alter table tenant_contract add column vendors text[];
alter table tenant_contract add column regions text[];

-- The health of a model goes by its newest requests.
create index vendor_job_of_model on vendor_job (vendor, model, submitted_at desc);
drop index vendor_job_record;
