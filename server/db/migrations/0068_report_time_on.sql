-- The same as before, but each case has a condition: in an update, a cluster's nodes cannot read `case chosen when`.
create or replace function report_time_on(chosen text, since date, day date) returns text language sql immutable as $$
  select case when day < since then case when chosen = 'morning' then 'evening' else 'morning' end else chosen end
$$;
