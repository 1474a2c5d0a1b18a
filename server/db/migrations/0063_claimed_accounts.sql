-- When the owner of an address got the account that somebody had made with it and never proven. Null: never.
alter table users add column claimed_at timestamptz;
