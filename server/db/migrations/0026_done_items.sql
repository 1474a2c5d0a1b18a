-- What became of a member's own issues lately (N8.02), as their last import read it. `status` is what the tracker calls where
-- a ticket was moved to; `done_at` when it came about, or where the tracker does not say that, when it was last changed by then.
create table done_items (
  team_id uuid not null,
  user_id uuid not null,
  source text not null check (source in ('github', 'jira', 'backlog')),
  source_key text not null,
  kind text not null check (kind in ('merged', 'closed', 'moved')),
  status text not null,
  reference text not null,
  title text not null,
  url text,
  done_at timestamptz not null,
  primary key (team_id, user_id, source, source_key),
  foreign key (team_id, user_id) references users (team_id, id) on delete cascade
);
create index done_items_newest on done_items (team_id, user_id, done_at);

select wall_off('done_items');
