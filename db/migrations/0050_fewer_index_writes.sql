-- What a start of a step and a posting write into indexes that nobody asks (C6, C8).
-- Safe with the older code running: it finds all that it looks for.

-- A task's start writes no index if its page has room for one more version of the row. A claim
-- starts neighbours together, so there must be room for all of a page at once: at 80 it was enough
-- for three or four starts of ten, at 50 it is for nine. Pages already written stay as they are.
alter table task set (fillfactor = 50);

-- `ledger_entry_line` (posting_id, line) and `ledger_entry_chain` (tenant_id, seq) answer
-- whatever these two did; entries are read by posting, by task or along their chain, never by date.
drop index ledger_entry_posting;
drop index ledger_entry_tenant;
