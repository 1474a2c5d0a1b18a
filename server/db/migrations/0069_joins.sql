-- Everybody who joined a team that had members, for 30 days. Administrators are told of them, also once they have left.
-- `user_id`, `invited_by`: members who may be gone. `name`, `invited_by_name`: their names at the time.
-- `invited_by` is null if they joined without an invitation.
create table joins (
  team_id uuid not null references teams on delete cascade,
  id uuid not null,
  user_id uuid not null,
  name text not null,
  invited_by uuid,
  invited_by_name text,
  joined_at timestamptz not null,
  primary key (team_id, id)
);
create index joins_by_time on joins (team_id, joined_at);

select wall_off(walled) from unnest(array['joins']) walled;

-- The ids stay those by which administrators have closed their notes.
insert into joins (team_id, id, user_id, name, joined_at)
  select team_id, id, id, display_name, created_at from users
  where joined_openly and created_at > now() - interval '30 days';
