-- Clips made from words, and what is known of how any picture was made (G8). Safe with the older
-- code running: it never writes the new origin, and the new column has a default.

alter type asset_origin add value 'generated';

alter table asset
  add column ai_disclosure text not null default 'undeclared'
    check (ai_disclosure in ('undeclared', 'procedural', 'ai'));
