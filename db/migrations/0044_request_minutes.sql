-- Requests as their callers met them, a row for each minute and kind, added to by every process of
-- the API (O1). Safe with the older code running, which does not know it.
create table request_minute (
  minute timestamptz not null,
  kind text not null,
  requests integer not null,
  failed integer not null,
  -- whose answer was not asked to wait for something, and those of them that came late
  timed integer not null,
  slow integer not null,
  primary key (minute, kind)
) with (fillfactor = 50);
