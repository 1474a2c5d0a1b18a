-- Rows are visible to their team as before, but what a transaction has named is read once a statement and compared as a
-- uuid. Read and turned into text again for every row, it cost more than the row itself, and the planner took one row in
-- two hundred to be visible.
do $$
declare
  walled name;
begin
  for walled in select tablename from pg_policies where schemaname = current_schema and policyname = 'own_team' loop
    execute format($policy$
      alter policy own_team on %I using (
        (select current_setting('asakai.team', true) = 'every')
        or team_id = (select nullif(nullif(current_setting('asakai.team', true), ''), 'every')::uuid)
      )$policy$, walled);
  end loop;
end $$;
drop function team_is_visible(uuid);
