-- Text subtitles that ingest found inside a file: [{language, title, key}], key of a WebVTT file.
alter table asset add column subtitles jsonb not null default '[]';
