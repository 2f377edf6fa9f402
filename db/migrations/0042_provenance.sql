-- What content credentials (C2PA) inside an uploaded file say of its origin: {disclosure, tool}; null: it has none.
alter table asset add column said_origin jsonb;
