-- Whose an e-mail is, and a person at a provider, in the whole deployment: tables of their own, each with the key that has
-- to be unique, so that no key reaches over the walls between teams and each may lie on another node than the member.
-- They are written in the transaction that writes the member or the connection.
create table logins (
  email_key text primary key,
  team_id uuid not null,
  user_id uuid not null
);
create table identities (
  provider text not null,
  subject text not null,
  team_id uuid not null,
  user_id uuid not null,
  primary key (provider, subject)
);
do $$
declare
  name text;
begin
  foreach name in array array['logins', 'identities'] loop
    execute format('alter table %I enable row level security, force row level security', name);
    execute format($policy$
      create policy own_team on %I using (
        (select current_setting('asakai.team', true) = 'every')
        or team_id = (select nullif(nullif(current_setting('asakai.team', true), ''), 'every')::uuid)
      )$policy$, name);
  end loop;
end $$;

-- Nobody signs up while they are filled.
lock table users, connections in share row exclusive mode;
select set_config('asakai.team', 'every', true);
insert into logins select email_key, team_id, id from users where left_at is null on conflict do nothing;
insert into identities
select provider, subject, team_id, user_id from connections
where provider in ('google', 'github') and subject is not null on conflict do nothing;

-- The version before this one writes neither of them, and may run beside this one. What it writes is completed here, and
-- refused by the names that it knows; what this one writes is found there already. With it these triggers may go, and its
-- indexes users_by_email and connections_by_subject.
create or replace function refuse_known_email() returns trigger language plpgsql as $$
declare
  visible text := current_setting('asakai.team', true);
begin
  perform set_config('asakai.team', 'every', true);
  if tg_op <> 'INSERT' then
    delete from logins where email_key = old.email_key and (team_id, user_id) = (old.team_id, old.id)
      and (tg_op = 'DELETE' or new.left_at is not null or email_key <> new.email_key);
  end if;
  if tg_op <> 'DELETE' and new.left_at is null then
    insert into logins values (new.email_key, new.team_id, new.id) on conflict do nothing;
    if not exists (select from logins where email_key = new.email_key and (team_id, user_id) = (new.team_id, new.id)) then
      raise unique_violation using constraint = 'users_email_everywhere', message = 'this e-mail has an account';
    end if;
  end if;
  perform set_config('asakai.team', visible, true);
  return coalesce(new, old);
end $$;
create trigger users_email_free after delete on users for each row execute function refuse_known_email();

create or replace function refuse_known_person() returns trigger language plpgsql as $$
declare
  visible text := current_setting('asakai.team', true);
begin
  perform set_config('asakai.team', 'every', true);
  if tg_op <> 'INSERT' then
    delete from identities
    where provider = old.provider and subject = old.subject and (team_id, user_id) = (old.team_id, old.user_id)
      and (tg_op = 'DELETE' or subject is distinct from new.subject);
  end if;
  if tg_op <> 'DELETE' and new.subject is not null then
    insert into identities values (new.provider, new.subject, new.team_id, new.user_id) on conflict do nothing;
    if not exists (
      select from identities
      where provider = new.provider and subject = new.subject and (team_id, user_id) = (new.team_id, new.user_id)
    ) then
      raise unique_violation using constraint = 'connections_one_person_everywhere', message = 'this person has an account';
    end if;
  end if;
  perform set_config('asakai.team', visible, true);
  return coalesce(new, old);
end $$;
drop trigger connections_one_person_everywhere on connections;
create trigger connections_one_person_everywhere before insert or update of subject on connections
  for each row when (new.provider in ('google', 'github')) execute function refuse_known_person();
create trigger connections_one_person_free after delete on connections
  for each row when (old.provider in ('google', 'github')) execute function refuse_known_person();
