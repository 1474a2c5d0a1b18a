-- Each report has the writing time of its day: what its words look back on and ahead to (E2.04).
-- `report_time_from`: the first day that the team's writing time counts for. Before it the other one does; null: it always did.
select set_config('asakai.team', 'every', true);

alter table teams add column report_time_from date;

create function report_time_on(chosen text, since date, day date) returns text language sql immutable as $$
  select case when day < since then case chosen when 'morning' then 'evening' else 'morning' end else chosen end
$$;

-- `added_later`: written after its day could be written in the usual way, in a team that approves months (E2.02).
alter table reports add column report_time text not null default 'morning';
alter table reports add constraint reports_report_time_check check (report_time in ('morning', 'evening'));
alter table reports add column added_later boolean not null default false;
alter table deleted_reports add column report_time text not null;
alter table deleted_reports add column added_later boolean not null;

update reports r set report_time = t.report_time from teams t
where t.id = r.team_id and t.report_time <> 'morning';

-- Also for what imports write, and the version before this one.
alter table reports alter column report_time drop default;
create function set_report_time() returns trigger language plpgsql as $$
begin
  select report_time_on(report_time, report_time_from, new.report_date) into new.report_time from teams where id = new.team_id;
  return new;
end $$;
create trigger set_report_time before insert on reports
  for each row when (new.report_time is null) execute function set_report_time();
