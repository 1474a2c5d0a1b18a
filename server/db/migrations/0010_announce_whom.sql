-- Whom a change concerns follows its team and kind: what is announced of one member asks about their open streams alone.
-- `<team> member <user>`, `<team> session <user> <session>`; a version before this one reads the first two words.
create or replace function announce_change() returns trigger language plpgsql as $$
declare
  concerned text := '';
begin
  if tg_table_name = 'users' then
    concerned := ' ' || coalesce(new.id, old.id);
  elsif tg_table_name = 'sessions' then
    concerned := ' ' || coalesce(new.user_id, old.user_id) || ' ' || coalesce(new.id, old.id);
  end if;
  perform pg_notify('asakai_changes', coalesce(new.team_id, old.team_id) || ' ' || tg_argv[0] || concerned);
  return null;
end $$;
