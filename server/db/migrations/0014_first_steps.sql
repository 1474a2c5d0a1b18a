-- What a new team has still to do (N1.07). Each step is crossed out by what does it, once: what is undone later brings none
-- back. The settings of the team are saved by one statement, which crosses out its step itself.
alter table teams add column first_steps text[] not null default '{team,invite,connect,report}'
  check (first_steps <@ array['team', 'invite', 'connect', 'report']);

select set_config('asakai.team', 'every', true);
update teams set first_steps = '{}'
where exists (select from reports where team_id = teams.id)
   or (select count(*) from users where team_id = teams.id) > 1;

create function finish_first_step() returns trigger language plpgsql as $$
begin
  update teams set first_steps = array_remove(first_steps, tg_argv[0])
  where id = new.team_id and tg_argv[0] = any (first_steps);
  return null;
end $$;
-- Whoever comes first is an administrator (0005), and nobody else as they come.
create trigger first_step_joined after insert on users
  for each row when (not new.is_admin) execute function finish_first_step('invite');
create trigger first_step_invited after insert on invitations
  for each row execute function finish_first_step('invite');
-- What a sign-in alone needs is no secret.
create trigger first_step_connected after insert or update of secret on connections
  for each row when (new.secret is not null) execute function finish_first_step('connect');
create trigger first_step_slack after insert on slack_workspaces
  for each row execute function finish_first_step('connect');
create trigger first_step_reported after insert on reports
  for each row execute function finish_first_step('report');

drop trigger announce_team on teams;
create trigger announce_team after update of name, time_zone, language, reminder_hour, first_steps on teams
  for each row execute function announce_team_change();
