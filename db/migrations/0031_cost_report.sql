-- Owners read what their workspace's tasks cost (C6, T3): a workspace sees its own lines, and
-- nobody's else. Safe with the older code running, which reads them as an operator only.
create policy tenant_reads on cost_line for select to cutroom_app
  using (tenant_id = cutroom_tenant());
grant select on cost_line to cutroom_app;
