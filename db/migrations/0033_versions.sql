-- The file that a clip goes on from, so that versions of one film stay together (M3). Safe with
-- the older code running: it neither reads nor writes the column.

alter table asset add column extends_asset_id text references asset (id) on delete set null;
