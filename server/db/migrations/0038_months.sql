-- A member's month is submitted and approved (N11.03), where a team has switched that on. `revision` counts what was done with it and
-- every report of it that was written since: whoever decides says which one they have read. `changed_at`: when its state did.
alter table teams add column month_approval boolean not null default false;

create table months (
  team_id uuid not null,
  user_id uuid not null,
  month text not null,
  state text not null,
  revision integer not null,
  changed_at timestamptz not null,
  primary key (team_id, user_id, month),
  foreign key (team_id, user_id) references users (team_id, id) on delete cascade,
  constraint months_state_check check (state in ('open', 'submitted', 'returned', 'approved', 'reopened'))
);
create index months_by_state on months (team_id, state, changed_at);

-- `by_id`: who did it; of nobody where an import has reopened it, or whoever did is gone with all they wrote. `day`: of the report that
-- has reopened it.
create table month_events (
  team_id uuid not null,
  id uuid not null,
  user_id uuid not null,
  month text not null,
  kind text not null,
  by_id uuid,
  note text not null,
  day date,
  at timestamptz not null,
  primary key (team_id, id),
  foreign key (team_id, user_id, month) references months (team_id, user_id, month) on delete cascade,
  constraint month_events_kind_check check (kind in ('submitted', 'withdrawn', 'returned', 'approved', 'reopened'))
);
create index month_events_of_month on month_events (team_id, user_id, month, id);
create index month_events_of_member on month_events (team_id, by_id);

select wall_off(walled) from unnest(array['months', 'month_events']) walled;

-- `<team> month <user>`: the member and the administrators hear of it alone, and of nothing but its state.
create function announce_month() returns trigger language plpgsql as $$
begin
  if new.state = coalesce(old.state, 'open') then return null; end if;
  perform announce(new.team_id || ' month ' || id) from users
  where team_id = new.team_id and is_active and (is_admin or id = new.user_id);
  return null;
end $$;
create trigger announce_month after insert or update on months for each row execute function announce_month();
