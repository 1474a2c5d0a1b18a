-- The last import of each member from each tracker (decision 50): while `ended_at` is null it goes on, and whoever reads says so in
-- `alive_at`; after a minute without a word another server begins it anew. `total`: about how many there are, where the tracker says it.
create table issue_imports (
  team_id uuid not null,
  user_id uuid not null,
  source text not null,
  id uuid not null,
  account text not null,
  attempts smallint not null default 1,
  alive_at timestamptz not null,
  ended_at timestamptz,
  issues_read int not null default 0,
  total int,
  imported int not null default 0,
  updated int not null default 0,
  closed int not null default 0,
  skipped text[] not null default '{}',
  failure text,
  primary key (team_id, user_id, source),
  foreign key (team_id, user_id) references users (team_id, id) on delete cascade,
  constraint issue_imports_source_check check (source in ('github', 'jira', 'backlog'))
);
create index issue_imports_going_on on issue_imports (alive_at) where ended_at is null;

select wall_off('issue_imports');

-- `<team> import <user>`: the member alone hears of it.
create function announce_import() returns trigger language plpgsql as $$
begin
  if tg_op = 'INSERT' or (new.id, new.issues_read, new.ended_at) is distinct from (old.id, old.issues_read, old.ended_at) then
    perform announce(new.team_id || ' import ' || new.user_id);
  end if;
  return null;
end $$;
create trigger announce_import after insert or update on issue_imports
  for each row execute function announce_import();
