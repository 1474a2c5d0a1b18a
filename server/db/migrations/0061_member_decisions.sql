-- Every decision about a member's place in the team or right of an administrator, also one that changed nothing (E1.11).
-- `user_id`: the member whom it is about. `by_id`: who decided, null for the operator. Both may have left: rows are never
-- changed or deleted while the team exists. `is_active`, `is_admin`: what was decided; null: nothing was said about it.
-- `was_active`, `was_admin`: how it was before.
create table member_decisions (
  team_id uuid not null references teams on delete cascade,
  id uuid not null,
  user_id uuid not null,
  by_id uuid,
  is_active boolean,
  is_admin boolean,
  was_active boolean not null,
  was_admin boolean not null,
  at timestamptz not null,
  primary key (team_id, id)
);
create index member_decisions_by_time on member_decisions (team_id, at);

select wall_off(walled) from unnest(array['member_decisions']) walled;

-- The newest decision of each kind is known from before. Letters that were mailed already undo these.
insert into member_decisions (team_id, id, user_id, by_id, is_admin, was_active, was_admin, at)
  select team_id, gen_random_uuid(), id, named_by, true, true, false, named_at from users
  where named_by is not null and named_at is not null;
insert into member_decisions (team_id, id, user_id, by_id, is_admin, was_active, was_admin, at)
  select team_id, gen_random_uuid(), id, administrator_until_by, false, is_active, true, administrator_until from users
  where administrator_until_by is not null and administrator_until is not null and not is_admin;
insert into member_decisions (team_id, id, user_id, by_id, is_active, was_active, was_admin, at)
  select team_id, gen_random_uuid(), id, deactivated_by, false, true, is_admin, deactivated_at from users
  where deactivated_by is not null and deactivated_at is not null and not is_active and left_at is null;
insert into member_decisions (team_id, id, user_id, by_id, is_active, was_active, was_admin, at)
  select team_id, gen_random_uuid(), id, let_in_by, true, false, false, let_in_at from users
  where let_in_by is not null and let_in_at is not null and is_active;
