-- A member may leave: `left_at`. What is left of them has no address; `email` is a name of their own in a domain that nobody
-- can have (RFC 2606).
alter table users add column left_at timestamptz;

-- As before, but whoever leaves needs nobody after them in a team where nobody is active any more: its last member leaves too.
create or replace function keep_an_administrator() returns trigger language plpgsql as $$
declare
  leaves boolean := tg_op = 'DELETE' or new.left_at is not null;
begin
  perform from teams where id = old.team_id for no key update;
  if exists (select from users where team_id = old.team_id and (is_active or not leaves))
     and not exists (select from users where team_id = old.team_id and is_active and is_admin) then
    raise check_violation using constraint = 'users_last_admin', message = 'a team keeps an active administrator';
  end if;
  return null;
end $$;
