-- What a claim reads beside a transaction that somebody holds open (C8): the index keeps an entry of
-- every step that has started since then, and whoever looks for the pool's first entry reads them all.
-- Safe with the older code running: it calls the same function.

-- Which steps start next, in order, and the lane's books after them: `pick` of pick.ts, up to
-- p_limit times in a row, without writing anything; see `cutroom_choose_among`.
create or replace function cutroom_choose(
  p_lane lane, p_limit integer, p_step text, p_left_out text[],
  out steps text[], out tags double precision[], out vtimes double precision[], out books lane
) language plpgsql as $$
declare
  v_last record;
  v_is_alone boolean := p_step is not null;
  v_next record;
begin
  if not v_is_alone then
    select s.tenant_id, s.user_id, s.model_version, s.tier into v_last from step s
     where s.pool = p_lane.pool and coalesce(s.state in ('READY', 'RETRY_WAIT'), false)
     order by s.tenant_id desc, s.user_id desc, s.model_version desc, s.tier desc,
              s.run_at desc, s.id desc limit 1;
    -- What has started of the last flow itself lies behind where this look ends.
    v_is_alone := not exists (
      select from step s
       where s.pool = p_lane.pool and coalesce(s.state in ('READY', 'RETRY_WAIT'), false)
         and (s.tenant_id, s.user_id, s.model_version, s.tier)
             < (v_last.tenant_id, v_last.user_id, v_last.model_version, v_last.tier));
  end if;
  if v_is_alone then
    v_next := cutroom_choose_alone(p_lane, p_limit, p_step, p_left_out);
  else
    v_next := cutroom_choose_among(p_lane, p_limit, p_step, p_left_out);
  end if;
  steps := v_next.steps; tags := v_next.tags; vtimes := v_next.vtimes; books := v_next.books;
end $$;
