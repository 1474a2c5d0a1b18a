-- What a write with an Idempotency-Key came to, for whoever sends it again because its answer was lost.

-- One row for each transaction of the write, in their order, kept within that transaction. `fingerprint` is an HMAC of what
-- was sent; `result` is sealed (server/access/sealed.ts). No reference to users: the write may be the one that ends a member.
create table write_keys (
  team_id uuid not null,
  user_id uuid not null,
  key text not null check (char_length(key) between 1 and 255),
  step smallint not null,
  fingerprint bytea not null,
  result bytea not null,
  created_at timestamptz not null,
  primary key (team_id, user_id, key, step)
);
create index write_keys_old on write_keys (created_at);
alter table write_keys enable row level security, force row level security;
create policy own_team on write_keys using (team_is_visible(team_id));

-- Makes a transaction the only one of its team, member and key, and says what an earlier one of the same step has kept.
-- Whoever runs already is waited for a moment; `held` where that was not enough. Volatile, so that what is kept while it
-- waits is seen.
create function claim_write_key(team uuid, member uuid, given text, place smallint)
returns table (held boolean, fingerprint bytea, result bytea) language plpgsql volatile as $$
declare
  patience text := current_setting('lock_timeout');
begin
  perform set_config('asakai.team', team::text, true);
  begin
    perform set_config('lock_timeout', '2s', true);
    perform pg_advisory_xact_lock(hashtextextended(concat_ws(' ', team, member, given), 0));
  exception when lock_not_available then
    return query select true, null::bytea, null::bytea;
    return;
  end;
  perform set_config('lock_timeout', patience, true);
  return query
    select false, k.fingerprint, k.result from (select) nobody
    left join write_keys k on k.team_id = team and k.user_id = member and k.key = given and k.step = place;
end $$;
