-- Which devices are reminded by a push message. One row a session, and gone with it, however it ends. What a browser has
-- given is of no use without the deployment's own key.
create table push_subscriptions (
  team_id uuid not null,
  session_id uuid not null,
  user_id uuid not null,
  endpoint text not null,
  p256dh text not null,
  auth text not null,
  created_at timestamptz not null default now(),
  primary key (team_id, session_id),
  foreign key (team_id, session_id) references sessions (team_id, id) on delete cascade,
  foreign key (team_id, user_id) references users (team_id, id) on delete cascade
);
create index push_subscriptions_of_user on push_subscriptions (team_id, user_id);
create index push_subscriptions_of_device on push_subscriptions (endpoint);
alter table push_subscriptions enable row level security, force row level security;
create policy own_team on push_subscriptions using (team_is_visible(team_id));

create function forget_push_subscription() returns trigger language plpgsql as $$
begin
  delete from push_subscriptions where team_id = new.team_id and session_id = new.id;
  return null;
end $$;
create trigger sessions_forget_push after update of ended_at on sessions
  for each row when (new.ended_at is not null)
  execute function forget_push_subscription();

-- What the deployment signs its push messages with (VAPID, RFC 8292): one row, of no team; `secret` is sealed.
create table push_keys (
  only_one boolean primary key default true check (only_one),
  public_key text not null,
  secret bytea not null
);
