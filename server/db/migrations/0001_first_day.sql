-- Teams, members, credentials, sessions, mailed links, reports. Every table but `teams` and `attempts` carries team_id,
-- and every key starts with it, so that one team can live on one shard.

create table teams (
  id uuid primary key,
  name text not null check (char_length(name) between 1 and 100),
  time_zone text not null,
  created_at timestamptz not null default now()
);

create table users (
  team_id uuid not null references teams (id) on delete cascade,
  id uuid not null,
  first_name text not null check (char_length(first_name) between 1 and 100),
  family_name text not null check (char_length(family_name) between 1 and 100),
  preferred_name text not null default '' check (char_length(preferred_name) <= 100),
  email text not null check (char_length(email) between 3 and 254),
  email_key text not null, -- the e-mail as it is compared: the server folds its case, whatever the database's locale
  email_proven_at timestamptz,
  pending_email text check (char_length(pending_email) between 3 and 254),
  -- specification 3: preferred name, else family and first name, else e-mail
  display_name text not null generated always as (
    coalesce(nullif(btrim(preferred_name), ''), nullif(btrim(family_name || ' ' || first_name), ''), email)
  ) stored,
  role text not null default 'member' check (role in ('member', 'developer', 'designer', 'project-manager', 'qa-engineer')),
  is_active boolean not null default true,
  settings jsonb not null default '{}',
  github_avatar_url text,
  github_username text,
  google_avatar_url text,
  google_username text,
  last_active_at timestamptz,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  primary key (team_id, id),
  constraint users_email_in_team unique (team_id, email_key)
);
create index users_by_email on users (email_key);

create table credentials (
  team_id uuid not null,
  user_id uuid not null,
  password_hash text not null,
  changed_at timestamptz not null default now(),
  primary key (team_id, user_id),
  foreign key (team_id, user_id) references users (team_id, id) on delete cascade
);

-- One row is one refresh-token family. Only hashes are kept.
create table sessions (
  team_id uuid not null,
  id uuid not null,
  user_id uuid not null,
  refresh_hash bytea not null,
  previous_hash bytea,
  rotated_at timestamptz,
  signed_in_at timestamptz not null default now(),
  used_at timestamptz not null default now(),
  ended_at timestamptz,
  primary key (team_id, id),
  foreign key (team_id, user_id) references users (team_id, id) on delete cascade
);
create index sessions_of_user on sessions (team_id, user_id) where ended_at is null;

create table mail_links (
  team_id uuid not null,
  id uuid not null,
  user_id uuid not null,
  purpose text not null check (purpose in ('password-reset', 'email-proof')),
  email text not null,
  token_hash bytea not null,
  expires_at timestamptz not null,
  used_at timestamptz,
  primary key (team_id, id),
  foreign key (team_id, user_id) references users (team_id, id) on delete cascade
);
create index mail_links_of_user on mail_links (team_id, user_id);

create table reports (
  team_id uuid not null,
  id uuid not null,
  user_id uuid not null,
  report_date date not null,
  yesterday_work text not null check (char_length(yesterday_work) <= 10000),
  today_plan text not null check (char_length(today_plan) <= 10000),
  issues text not null check (char_length(issues) <= 10000),
  status text not null default 'submitted' check (status in ('submitted', 'edited')),
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  primary key (team_id, id),
  constraint reports_one_a_day unique (team_id, user_id, report_date),
  foreign key (team_id, user_id) references users (team_id, id) on delete cascade
);
create index reports_of_day on reports (team_id, report_date);

-- Attempts by keyed hash; the columns are rate-limiter-flexible's. No team is known when somebody tries to sign in.
create table attempts (
  key varchar(255) primary key,
  points integer not null default 0,
  expire bigint
);

-- A sign-in names only an e-mail, so an e-mail is unique in the whole deployment. A unique key would have to leave out
-- team_id; a lock on the address and a look do the same and keep every key within its team.
create function refuse_known_email() returns trigger language plpgsql as $$
declare
  visible text := current_setting('asakai.team', true);
begin
  perform pg_advisory_xact_lock(hashtextextended('email ' || new.email_key, 0));
  perform set_config('asakai.team', 'every', true);
  if exists (select from users where email_key = new.email_key and (team_id, id) <> (new.team_id, new.id)) then
    raise unique_violation using constraint = 'users_email_everywhere', message = 'this e-mail has an account';
  end if;
  perform set_config('asakai.team', visible, true);
  return new;
end $$;
create trigger users_email_everywhere before insert or update of email_key on users
  for each row execute function refuse_known_email();

-- The second wall behind the scope: within `inTeam` only that team's rows exist; outside of any transaction of ours none.
create function team_is_visible(team uuid) returns boolean language sql stable as $$
  select current_setting('asakai.team', true) in (team::text, 'every')
$$;
do $$
declare
  name text;
begin
  foreach name in array array['users', 'credentials', 'sessions', 'mail_links', 'reports'] loop
    execute format('alter table %I enable row level security, force row level security', name);
    execute format('create policy own_team on %I using (team_is_visible(team_id))', name);
  end loop;
end $$;

-- ISO 8601 with the zone's offset at that instant: 2026-11-20T09:12:03+09:00. One expression without FROM, so that the
-- planner writes it into the query: called as a function it cost 17 microseconds, most of reading a day (bench/day.ts).
create function iso_in_zone(instant timestamptz, zone text) returns text language sql stable as $$
  select to_char(instant at time zone zone, 'YYYY-MM-DD"T"HH24:MI:SS') || case
    when instant at time zone zone < instant at time zone 'UTC'
    then to_char((instant at time zone 'UTC') - (instant at time zone zone), '"-"HH24:MI')
    else to_char((instant at time zone zone) - (instant at time zone 'UTC'), '"+"HH24:MI')
  end
$$;
