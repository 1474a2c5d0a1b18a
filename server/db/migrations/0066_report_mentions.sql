-- A report's own words mention members, too. A mention is then of the report and of no comment. `dropped_at`: the report's
-- words no longer name the member. The row stays, so that nobody is notified twice of one report.
-- A server of the version before joins mentions with their comments, and passes these over.
alter table mentions alter column comment_id drop not null;
alter table mentions add column report_id uuid;
alter table mentions add column dropped_at timestamptz;
alter table mentions add constraint mentions_report_fkey
  foreign key (team_id, report_id) references reports (team_id, id) on delete cascade;
alter table mentions add constraint mentions_of_one check (num_nonnulls(comment_id, report_id) = 1);
create unique index mentions_once_a_report on mentions (team_id, report_id, user_id) where report_id is not null;

-- A day shows whom its reports mention (0036).
create function raise_day_of_mention() returns trigger language plpgsql as $$
begin
  perform raise_versions(r.team_id, array[r.report_date])
  from reports r where r.team_id = new.team_id and r.id = new.report_id;
  return null;
end $$;
create trigger raise_days_mentioned after insert on mentions referencing new table as changed
  for each statement when (pg_trigger_depth() = 0) execute function raise_days_of_answers();
create trigger raise_days_unmentioned after delete on mentions referencing old table as changed
  for each statement when (pg_trigger_depth() = 0) execute function raise_days_of_answers();
create trigger raise_days_of_dropped after update on mentions
  for each row when (old.dropped_at is distinct from new.dropped_at) execute function raise_day_of_mention();
