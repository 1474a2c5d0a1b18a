-- What a team's day shows has a version: another one as soon as it changes, whatever changed it. `-infinity`: of all days of the team.
-- Random, so that one which is lost (a standby that takes over, a back-up) never comes again for something else.
create table day_versions (
  team_id uuid not null references teams on delete cascade,
  day date not null,
  version uuid not null,
  primary key (team_id, day)
) with (fillfactor = 50);
select wall_off('day_versions');

-- Of several days in their order, so that no two statements wait for each other.
create function raise_versions(team uuid, days date[]) returns void language plpgsql as $$
declare
  raised date;
begin
  foreach raised in array days loop
    insert into day_versions (team_id, day, version) values (team, raised, gen_random_uuid())
    on conflict (team_id, day) do update set version = excluded.version;
  end loop;
end $$;

create function raise_days_of_reports() returns trigger language plpgsql as $$
declare
  team uuid;
  days date[];
begin
  if tg_op = 'UPDATE' then
    for team, days in
      select team_id, array_agg(distinct report_date) from (select * from was union all select * from changed) both_days
      group by team_id order by team_id
    loop
      perform raise_versions(team, days);
    end loop;
  else
    for team, days in select team_id, array_agg(distinct report_date) from changed group by team_id order by team_id loop
      perform raise_versions(team, days);
    end loop;
  end if;
  return null;
end $$;

-- By then the report is held by the foreign key, and so stays on its day.
create function raise_days_of_answers() returns trigger language plpgsql as $$
declare
  team uuid;
  answered uuid[];
  days date[];
begin
  for team, answered in
    select team_id, array_agg(distinct report_id) from changed where report_id is not null group by team_id order by team_id
  loop
    select array_agg(distinct report_date) into days from reports where team_id = team and id = any (answered);
    perform raise_versions(team, days);
  end loop;
  return null;
end $$;

create function raise_all_days() returns trigger language plpgsql as $$
begin
  perform raise_versions(old.team_id, array['-infinity'::date]);
  return null;
end $$;
create function raise_all_days_of_team() returns trigger language plpgsql as $$
begin
  perform raise_versions(new.id, array['-infinity'::date]);
  return null;
end $$;

-- What goes along with a report or a member that is deleted says nothing by itself: those have said it.
create trigger raise_days_filed after insert on reports referencing new table as changed
  for each statement when (pg_trigger_depth() = 0) execute function raise_days_of_reports();
create trigger raise_days_changed after update on reports referencing old table as was new table as changed
  for each statement when (pg_trigger_depth() = 0) execute function raise_days_of_reports();
create trigger raise_days_deleted after delete on reports referencing old table as changed
  for each statement when (pg_trigger_depth() = 0) execute function raise_days_of_reports();

create trigger raise_days_commented after insert on comments referencing new table as changed
  for each statement when (pg_trigger_depth() = 0) execute function raise_days_of_answers();
create trigger raise_days_of_changed after update on comments referencing new table as changed
  for each statement when (pg_trigger_depth() = 0) execute function raise_days_of_answers();
create trigger raise_days_of_deleted after delete on comments referencing old table as changed
  for each statement when (pg_trigger_depth() = 0) execute function raise_days_of_answers();

create trigger raise_days_signed after insert on report_reactions referencing new table as changed
  for each statement when (pg_trigger_depth() = 0) execute function raise_days_of_answers();
create trigger raise_days_unsigned after delete on report_reactions referencing old table as changed
  for each statement when (pg_trigger_depth() = 0) execute function raise_days_of_answers();

create trigger raise_days_of_renamed after update on users
  for each row when (old.display_name is distinct from new.display_name) execute function raise_all_days();
create trigger raise_days_of_gone after delete on users
  for each row when (pg_trigger_depth() = 0) execute function raise_all_days();
create trigger raise_days_of_moved after update on teams
  for each row when (old.time_zone is distinct from new.time_zone) execute function raise_all_days_of_team();
