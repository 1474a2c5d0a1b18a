-- Where a team's own programs hear what happens (decision 41). `secret`: sealed. `failing_since`: since when nothing has arrived.
create table webhooks (
  team_id uuid not null references teams (id) on delete cascade,
  id uuid not null,
  url text not null,
  events text[] not null,
  secret bytea not null,
  created_at timestamptz not null,
  failing_since timestamptz,
  stopped_at timestamptz,
  primary key (team_id, id),
  constraint webhooks_events_check check (events <@ array['report.submitted', 'report.updated', 'report.deleted',
    'blocker.opened', 'blocker.resolved', 'insight.created', 'member.joined'] and cardinality(events) > 0)
);

-- `user_id`: of whom it tells, or who asked for the test. `body`: what is sent, byte for byte on each attempt, and kept until it
-- has arrived or is given up. `due_at`: of the next attempt, which an attempt moves before it begins.
create table webhook_deliveries (
  team_id uuid not null,
  id uuid not null,
  webhook_id uuid not null,
  user_id uuid not null,
  type text not null,
  body text,
  state text not null default 'waiting',
  attempts smallint not null default 0,
  created_at timestamptz not null,
  tried_at timestamptz,
  due_at timestamptz not null,
  status smallint,
  answer text,
  failure text,
  primary key (team_id, id),
  foreign key (team_id, webhook_id) references webhooks (team_id, id) on delete cascade,
  foreign key (team_id, user_id) references users (team_id, id) on delete cascade,
  constraint webhook_deliveries_state_check check (state in ('waiting', 'delivered', 'failed')),
  constraint webhook_deliveries_failure_check check (failure in ('refused', 'away', 'address_refused')),
  constraint webhook_deliveries_body check (state <> 'waiting' or body is not null)
);
create index webhook_deliveries_of_webhook on webhook_deliveries (team_id, webhook_id, id);
create index webhook_deliveries_of_member on webhook_deliveries (team_id, user_id);
create index webhook_deliveries_due on webhook_deliveries (due_at) where state = 'waiting';

select wall_off(walled) from unnest(array['webhooks', 'webhook_deliveries']) walled;
