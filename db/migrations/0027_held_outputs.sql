-- A finished output that the object store did not take stays with its worker (C10): until run_at
-- the step is that worker's alone, which uploads again instead of doing the work again.
alter table step add column held_by text, add column held_since timestamptz;
create index step_held on step (held_by) where held_by is not null;
