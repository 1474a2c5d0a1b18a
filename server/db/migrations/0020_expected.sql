-- Who is expected to report on which day (N4.01): the team's working days, or a member's own; who only reads; holidays; absences.
-- Weekdays are those of ISO 8601: 1 is Monday, 7 Sunday.
alter table teams
  add column working_days smallint[] not null default '{1,2,3,4,5}'
    check (working_days <@ '{1,2,3,4,5,6,7}' and cardinality(working_days) > 0),
  add column report_time text not null default 'morning' check (report_time in ('morning', 'evening'));

-- Null: as the team has it.
alter table users
  add column writes boolean not null default true,
  add column time_zone text,
  add column working_days smallint[] check (working_days <@ '{1,2,3,4,5,6,7}' and cardinality(working_days) > 0),
  add column reminder_hour smallint check (reminder_hour between 0 and 23),
  -- The day of the member's zone of which they were reminded last.
  add column reminded_on date;

create table holidays (
  team_id uuid not null references teams on delete cascade,
  date date not null,
  name text not null,
  primary key (team_id, date)
);

-- Both days are part of it; half of a day is of one day.
create table absences (
  team_id uuid not null,
  id uuid not null,
  user_id uuid not null,
  first_day date not null,
  last_day date not null,
  half text check (half in ('morning', 'afternoon')),
  primary key (team_id, id),
  foreign key (team_id, user_id) references users (team_id, id) on delete cascade,
  check (last_day >= first_day and (half is null or last_day = first_day))
);
create index absences_of_member on absences (team_id, user_id, first_day);
create index absences_by_day on absences (team_id, last_day);

do $$
declare
  walled name;
begin
  foreach walled in array array['holidays', 'absences'] loop
    execute format('alter table %I enable row level security, force row level security', walled);
    execute format($policy$
      create policy own_team on %I using (
        (select current_setting('asakai.team', true) = 'every')
        or team_id = (select nullif(nullif(current_setting('asakai.team', true), ''), 'every')::uuid)
      )$policy$, walled);
    execute format('create trigger announce_calendar after insert or update or delete on %I
      for each row execute function announce_change(''calendar'')', walled);
  end loop;
end $$;

drop trigger announce_team on teams;
create trigger announce_team
  after update of name, time_zone, language, reminder_hour, first_steps, working_days, report_time on teams
  for each row execute function announce_team_change();
drop trigger announce_member on users;
create trigger announce_member
  after insert or delete
    or update of first_name, family_name, preferred_name, email, role, is_active, is_admin, github_avatar_url, google_avatar_url,
      writes, time_zone, working_days, reminder_hour
  on users for each row execute function announce_change('member');
