-- The reading before a submit in one statement, too. Safe with the older code: it does not ask so.

-- What an export is made of, at a revision or at the newest: the document unless it is the one
-- that the caller knows (revisions never change), and those of the named files that are there.
create function cutroom_export_source(
  p_tenant text, p_project text, p_revision integer, p_known integer, p_assets jsonb)
returns table (name text, revision integer, document jsonb, assets jsonb)
language plpgsql as $$
begin
  perform cutroom_act_for(p_tenant);
  return query
  select p.name, r.revision, case when r.revision = p_known then null else r.document end,
         (select coalesce(jsonb_agg(jsonb_build_object('id', a.id, 'checksum', a.checksum, 'state', a.state)), '[]')
            from jsonb_array_elements_text(p_assets) as wanted join asset a on a.id = wanted
           where a.tenant_id = p_tenant and a.deleted_at is null)
    from project p
    join project_revision r on r.project_id = p.id and r.revision = coalesce(p_revision, p.revision)
   where p.id = p_project and p.tenant_id = p_tenant and p.deleted_at is null;
end $$;
