-- What an insight was besides its words, for a moment after its author has deleted it: added again under its id, it is as
-- it was. `likes`: [{ user_id, created_at }].
create table deleted_insights (
  team_id uuid not null,
  id uuid not null,
  user_id uuid not null,
  created_at timestamptz not null,
  edited_at timestamptz,
  likes jsonb not null,
  deleted_at timestamptz not null,
  primary key (team_id, id),
  foreign key (team_id, user_id) references users (team_id, id) on delete cascade
);
create index deleted_insights_old on deleted_insights (deleted_at);
alter table deleted_insights enable row level security, force row level security;
create policy own_team on deleted_insights using (team_is_visible(team_id));
