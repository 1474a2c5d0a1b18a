-- A team has administrators, and at least one who is active; a member can be made inactive and come back.

alter table users add column is_admin boolean not null default false, add column deactivated_at timestamptz;

select set_config('asakai.team', 'every', true);
update users set is_admin = true
from (select distinct on (team_id) team_id, id from users where is_active order by team_id, created_at, id) as earliest
where users.team_id = earliest.team_id and users.id = earliest.id;

-- Whoever is first in a team, however they come. The lock is for two who are first at once.
create function appoint_first_member() returns trigger language plpgsql as $$
begin
  if exists (select from users where team_id = new.team_id and is_active and is_admin) then
    return new;
  end if;
  perform from teams where id = new.team_id for no key update;
  new.is_admin := not exists (select from users where team_id = new.team_id and is_active and is_admin);
  return new;
end $$;
create trigger users_first_member before insert on users
  for each row when (new.is_active) execute function appoint_first_member();

-- Two administrators who remove each other at once follow each other by the lock: the second is refused.
create function keep_an_administrator() returns trigger language plpgsql as $$
begin
  perform from teams where id = old.team_id for no key update;
  if exists (select from users where team_id = old.team_id)
     and not exists (select from users where team_id = old.team_id and is_active and is_admin) then
    raise check_violation using constraint = 'users_last_admin', message = 'a team keeps an active administrator';
  end if;
  return null;
end $$;
create trigger users_last_admin_left after update of is_admin, is_active on users
  for each row when (old.is_admin and old.is_active and not (new.is_admin and new.is_active))
  execute function keep_an_administrator();
create trigger users_last_admin_deleted after delete on users
  for each row when (old.is_admin and old.is_active) execute function keep_an_administrator();

drop trigger announce_member on users;
create trigger announce_member
  after insert or delete
    or update of first_name, family_name, preferred_name, email, role, is_active, is_admin, github_avatar_url, google_avatar_url
  on users for each row execute function announce_change('member');
drop trigger announce_team on teams;
create trigger announce_team after update of name, time_zone, language, reminder_hour on teams
  for each row execute function announce_team_change();
