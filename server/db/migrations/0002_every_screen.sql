-- Insights, frequent tasks, invitations, the backlog, connected accounts; and the word that goes out when any of a team's
-- rows changes, for open screens.

create table insights (
  team_id uuid not null,
  id uuid not null,
  user_id uuid not null,
  type text not null check (type in ('keep', 'problem', 'try')),
  note text not null check (char_length(note) between 1 and 10000),
  created_at timestamptz not null default now(),
  primary key (team_id, id),
  foreign key (team_id, user_id) references users (team_id, id) on delete cascade
);
create index insights_newest on insights (team_id, created_at desc, id desc);
-- For the timeline.
create index reports_newest on reports (team_id, created_at desc, id desc);

create table insight_likes (
  team_id uuid not null,
  insight_id uuid not null,
  user_id uuid not null,
  created_at timestamptz not null default now(),
  primary key (team_id, insight_id, user_id),
  foreign key (team_id, insight_id) references insights (team_id, id) on delete cascade,
  foreign key (team_id, user_id) references users (team_id, id) on delete cascade
);

create table frequent_tasks (
  team_id uuid not null,
  id uuid not null,
  user_id uuid not null,
  task_list text not null check (char_length(task_list) <= 20000),
  updated_at timestamptz not null default now(),
  primary key (team_id, id),
  constraint frequent_tasks_one_a_member unique (team_id, user_id),
  foreign key (team_id, user_id) references users (team_id, id) on delete cascade
);

-- Of the token only its hash is kept. `by_mail`: its link went to the address alone, so that who accepts owns the address.
create table invitations (
  team_id uuid not null,
  id uuid not null,
  email text not null check (char_length(email) between 3 and 254),
  email_key text not null,
  role text not null default 'member' check (role in ('member', 'developer', 'designer', 'project-manager', 'qa-engineer')),
  token_hash bytea not null,
  by_mail boolean not null,
  invited_by uuid not null,
  created_at timestamptz not null default now(),
  expires_at timestamptz not null,
  accepted_at timestamptz,
  cancelled_at timestamptz,
  primary key (team_id, id),
  foreign key (team_id, invited_by) references users (team_id, id) on delete cascade
);
create unique index invitations_one_open on invitations (team_id, email_key)
  where accepted_at is null and cancelled_at is null;

create table backlog_items (
  team_id uuid not null,
  id bigint generated always as identity,
  user_id uuid not null,
  source text not null check (source in ('github', 'jira', 'backlog')),
  source_type text not null, -- issue, pull_request, or what the tracker calls it
  source_key text not null, -- the tracker's own id, by which an import finds the item again
  reference text not null default '', -- what people call it: #471, HIN-212
  backlog text not null,
  url text,
  priority text not null default 'medium' check (priority in ('low', 'medium', 'high')),
  updated_at timestamptz not null default now(),
  primary key (team_id, id),
  constraint backlog_items_once unique (team_id, user_id, source, source_key),
  foreign key (team_id, user_id) references users (team_id, id) on delete cascade
);

create table connections (
  team_id uuid not null,
  user_id uuid not null,
  provider text not null
    check (provider in ('slack', 'google', 'github', 'backlog', 'jira', 'microsoft', 'apple', 'google-chat')),
  account text not null, -- what a person knows it by: a workspace, an e-mail, a user name, a space, a domain
  connected_at timestamptz not null default now(),
  primary key (team_id, user_id, provider),
  foreign key (team_id, user_id) references users (team_id, id) on delete cascade
);

do $$
declare
  name text;
begin
  foreach name in array array[
    'insights', 'insight_likes', 'frequent_tasks', 'invitations', 'backlog_items', 'connections'
  ] loop
    execute format('alter table %I enable row level security, force row level security', name);
    execute format('create policy own_team on %I using (team_is_visible(team_id))', name);
  end loop;
end $$;

-- Says which team changed and what kind of thing, once its transaction is kept; what exactly, readers ask for themselves.
create function announce_change() returns trigger language plpgsql as $$
begin
  perform pg_notify('asakai_changes', coalesce(new.team_id, old.team_id)::text || ' ' || tg_argv[0]);
  return null;
end $$;
create trigger announce_report after insert or update or delete on reports
  for each row execute function announce_change('report');
create trigger announce_insight after insert or update or delete on insights
  for each row execute function announce_change('insight');
create trigger announce_like after insert or delete on insight_likes
  for each row execute function announce_change('like');
create trigger announce_invitation after insert or update or delete on invitations
  for each row execute function announce_change('invitation');
-- Not `last_active_at`, which every request may touch.
create trigger announce_member
  after insert or delete
    or update of first_name, family_name, preferred_name, email, role, is_active, github_avatar_url, google_avatar_url
  on users for each row execute function announce_change('member');
-- Heard by the server alone: whoever was signed out or made inactive must not go on listening.
create trigger announce_session after update of ended_at on sessions
  for each row when (new.ended_at is not null) execute function announce_change('session');
