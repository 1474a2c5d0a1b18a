-- What stands of the team where it chats, so that it follows what becomes of it here (N9.03, N9.04): reports, comments below them, the head
-- of a day's thread, a day's digest. `due_at`: something is to be done there. `shown`: a fingerprint of what stands there.
create table chat_posts (
  team_id uuid not null references teams on delete cascade,
  id uuid not null,
  destination text not null,
  kind text not null,
  report_id uuid,
  comment_id uuid,
  day date,
  channel text,
  ts text,
  thread_ts text,
  is_ours boolean not null,
  shown text,
  attempts integer not null default 0,
  failure text,
  due_at timestamptz,
  sending_at timestamptz,
  created_at timestamptz not null,
  primary key (team_id, id),
  constraint chat_posts_kind_check check (kind in ('report', 'comment', 'thread', 'digest')),
  constraint chat_posts_once unique (team_id, channel, ts)
);
create unique index chat_posts_of_report on chat_posts (team_id, report_id) where kind = 'report';
create unique index chat_posts_of_comment on chat_posts (team_id, comment_id) where comment_id is not null;
create unique index chat_posts_of_day on chat_posts (team_id, destination, kind, day) where day is not null;
create index chat_posts_about on chat_posts (team_id, report_id) where report_id is not null;
create index chat_posts_due on chat_posts (due_at) where due_at is not null;
select wall_off('chat_posts');

-- Filing a report has no trigger: nothing of it stands anywhere yet.
create function follow_report() returns trigger language plpgsql as $$
begin
  update chat_posts set due_at = now() where team_id = old.team_id and report_id = old.id and is_ours;
  return null;
end $$;
create trigger follow_report after update or delete on reports for each row execute function follow_report();

-- A comment that was written there has its row before it comes here, and is not sent back.
create function follow_comment() returns trigger language plpgsql as $$
declare
  changed comments := coalesce(new, old);
  head chat_posts;
begin
  update chat_posts set due_at = now() where team_id = changed.team_id and comment_id = changed.id and is_ours;
  if found or new.id is null or new.deleted_at is not null then return null; end if;
  select * into head from chat_posts where team_id = new.team_id and report_id = new.report_id and kind = 'report' and ts is not null;
  if not found then return null; end if;
  insert into chat_posts (team_id, id, destination, kind, report_id, comment_id, channel, thread_ts, is_ours, due_at, created_at)
  values (new.team_id, gen_random_uuid(), head.destination, 'comment', new.report_id, new.id, head.channel,
    coalesce(head.thread_ts, head.ts), true, now(), now())
  on conflict do nothing;
  return null;
end $$;
create trigger follow_comment after insert or update or delete on comments for each row execute function follow_comment();

-- How the team is told: of each report by itself, in one thread a day, or by one digest at that hour.
alter table teams add column told_as text not null default 'each';
alter table teams add constraint teams_told_as_check check (told_as in ('each', 'thread', 'digest'));
alter table teams add column digest_hour integer not null default 11;
alter table teams add constraint teams_digest_hour_check check (digest_hour between 0 and 23);

-- Since when Slack does not take what we say there, and why (N9.05).
alter table slack_workspaces add column broken_at timestamptz;
alter table slack_workspaces add column failure text;
