-- What connected accounts are used for: signing in, the team's Slack workspace, notifications, imports. Secrets are sealed
-- (server/access/sealed.ts): the database never sees one.

-- The language the team's own messages are written in; the hour of working days at which members without a report are
-- reminded, in the team's zone; null: nobody is.
alter table teams
  add column language text not null default 'ja',
  add column reminder_hour smallint default 10 check (reminder_hour between 0 and 23),
  add column reminded_on date; -- the last day on which they were, so that they are once
-- Not `reminded_on`: nobody sees it.
create function announce_team_change() returns trigger language plpgsql as $$
begin
  perform pg_notify('asakai_changes', new.id::text || ' member');
  return null;
end $$;
create trigger announce_team after update of language, reminder_hour on teams
  for each row execute function announce_team_change();

-- `subject` is the provider's own id of the person, which never changes, unlike their e-mail. `secret` is what was granted.
alter table connections add column subject text, add column secret bytea;
create unique index connections_one_person_in_team on connections (team_id, provider, subject)
  where provider in ('google', 'github', 'slack');
create index connections_by_subject on connections (provider, subject);
-- One space for the whole team.
create unique index connections_one_space_in_team on connections (team_id) where provider = 'google-chat';

-- A person at a sign-in provider opens one account in the whole deployment: as with e-mails, a lock and a look.
create function refuse_known_person() returns trigger language plpgsql as $$
declare
  visible text := current_setting('asakai.team', true);
begin
  perform pg_advisory_xact_lock(hashtextextended(new.provider || ' ' || new.subject, 0));
  perform set_config('asakai.team', 'every', true);
  if exists (
    select from connections
    where provider = new.provider and subject = new.subject and (team_id, user_id) <> (new.team_id, new.user_id)
  ) then
    raise unique_violation using constraint = 'connections_one_person_everywhere', message = 'this person has an account';
  end if;
  perform set_config('asakai.team', visible, true);
  return new;
end $$;
create trigger connections_one_person_everywhere before insert or update of subject on connections
  for each row when (new.provider in ('google', 'github') and new.subject is not null)
  execute function refuse_known_person();

-- A sign-in's state, once it has come back: a second time it is refused. No team is known yet.
create table spent_states (
  hash bytea primary key,
  expires_at timestamptz not null
);

-- A Google identity that has no account yet. Its browser holds the token; only the token's hash is kept.
create table onboarding_proofs (
  token_hash bytea primary key,
  subject text not null,
  email text not null,
  email_verified boolean not null,
  name text not null,
  given_name text not null,
  family_name text not null,
  avatar_url text,
  expires_at timestamptz not null
);

-- The team's Slack, installed by a member; `secret` is its bot token.
create table slack_workspaces (
  team_id uuid primary key references teams (id) on delete cascade,
  workspace_id text not null,
  name text not null,
  secret bytea not null,
  installed_by uuid not null,
  installed_at timestamptz not null default now(),
  foreign key (team_id, installed_by) references users (team_id, id) on delete cascade
);

-- An import may leave an item to the team's lead, or to nobody: who imported it is who takes it out again.
alter table backlog_items add column imported_by uuid;
select set_config('asakai.team', 'every', true);
update backlog_items set imported_by = user_id;
alter table backlog_items
  alter column imported_by set not null,
  alter column user_id drop not null,
  drop constraint backlog_items_once,
  add constraint backlog_items_once unique nulls not distinct (team_id, user_id, source, source_key),
  add foreign key (team_id, imported_by) references users (team_id, id) on delete cascade;
create index backlog_items_imported on backlog_items (team_id, imported_by, source);

-- When auto sync last ran for a member and a tracker, and how it went: `failure` is a reason of contract/errors.ts.
create table backlog_syncs (
  team_id uuid not null,
  user_id uuid not null,
  source text not null check (source in ('github', 'jira', 'backlog')),
  synced_at timestamptz not null,
  failure text,
  primary key (team_id, user_id, source),
  foreign key (team_id, user_id) references users (team_id, id) on delete cascade
);

-- One message to one place. `user_id` is the report's author or who is reminded. `sending` stands before the provider is
-- asked: what is found so later may have arrived, and is not sent again by itself.
create table notification_deliveries (
  team_id uuid not null,
  id uuid not null,
  user_id uuid not null,
  kind text not null check (kind in ('report', 'reminder')),
  day date not null,
  destination text not null check (destination in ('slack', 'google-chat', 'mail')),
  status text not null default 'pending' check (status in ('pending', 'sending', 'sent', 'dead', 'cancelled')),
  attempts integer not null default 0,
  failure text,
  due_at timestamptz not null,
  updated_at timestamptz not null default now(),
  primary key (team_id, id),
  constraint notification_deliveries_once unique (team_id, user_id, kind, day),
  foreign key (team_id, user_id) references users (team_id, id) on delete cascade
);
create index notification_deliveries_due on notification_deliveries (due_at) where status in ('pending', 'sending');

do $$
declare
  name text;
begin
  foreach name in array array['slack_workspaces', 'backlog_syncs', 'notification_deliveries'] loop
    execute format('alter table %I enable row level security, force row level security', name);
    execute format('create policy own_team on %I using (team_is_visible(team_id))', name);
  end loop;
end $$;
