-- Tokens that members make for programs of theirs (N10.01). Of the secret only its SHA-256 is kept. `calls`: how many came
-- in the hour that begins at `counted_hour`, so that all nodes count together.
create table access_tokens (
  team_id uuid not null,
  id uuid not null,
  user_id uuid not null,
  name text not null,
  scopes text[] not null,
  token_hash bytea not null,
  expires_on date not null,
  created_at timestamptz not null,
  used_at timestamptz,
  counted_hour timestamptz,
  calls integer not null default 0,
  primary key (team_id, id),
  foreign key (team_id, user_id) references users (team_id, id) on delete cascade,
  constraint access_tokens_scopes_check check (scopes <@ array['read', 'write'])
);
create index access_tokens_of_member on access_tokens (team_id, user_id);

select wall_off('access_tokens');

-- As an ended session: open streams ask once more whether they may go on.
create trigger announce_access_token after delete on access_tokens
  for each row execute function announce_change('session');
