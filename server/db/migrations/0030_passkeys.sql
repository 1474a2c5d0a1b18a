-- What members sign in with in place of a password (N2.09, decision 44). Whose a credential is in the whole deployment stands in
-- `identities`, with the provider `passkey`. `credential_id`: in base64url. `public_key`: COSE. `counter`: the authenticator's own,
-- 0 where it keeps none. `name`: '' where nobody has named it.
create table passkeys (
  team_id uuid not null,
  id uuid not null,
  user_id uuid not null,
  credential_id text not null,
  public_key bytea not null,
  counter bigint not null,
  transports text[] not null,
  name text not null,
  created_at timestamptz not null,
  used_at timestamptz,
  primary key (team_id, id),
  foreign key (team_id, user_id) references users (team_id, id) on delete cascade
);
create index passkeys_of_member on passkeys (team_id, user_id);

select wall_off('passkeys');
