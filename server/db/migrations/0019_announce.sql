-- One function announces what has changed: where tables are distributed, triggers run on nodes that nobody listens to, and
-- it says so to the coordinator instead (server/db/cluster/arrange.ts).
create function announce(change text) returns void language sql as $$
  select pg_notify('asakai_changes', change)
$$;

create or replace function announce_change() returns trigger language plpgsql as $$
declare
  concerned text := '';
begin
  if tg_table_name like 'users%' then -- and a shard's, users_102008
    concerned := ' ' || coalesce(new.id, old.id);
  elsif tg_table_name like 'sessions%' then
    concerned := ' ' || coalesce(new.user_id, old.user_id) || ' ' || coalesce(new.id, old.id);
  end if;
  perform announce(coalesce(new.team_id, old.team_id) || ' ' || tg_argv[0] || concerned);
  return null;
end $$;
create or replace function announce_team_change() returns trigger language plpgsql as $$
begin
  perform announce(new.id::text || ' member');
  return null;
end $$;

-- As before, with the constraint's name in the message: of a node's error that is what comes here.
create or replace function keep_an_administrator() returns trigger language plpgsql as $$
declare
  leaves boolean := tg_op = 'DELETE' or new.left_at is not null;
begin
  perform from teams where id = old.team_id for no key update;
  if exists (select from users where team_id = old.team_id and (is_active or not leaves))
     and not exists (select from users where team_id = old.team_id and is_active and is_admin) then
    raise check_violation using constraint = 'users_last_admin',
      message = 'a team keeps an active administrator: constraint "users_last_admin"';
  end if;
  return null;
end $$;
