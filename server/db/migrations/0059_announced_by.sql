-- An announcement ends with the transaction that it is of, ` #<id>`, and with the client that made the change, ` @<client>`, if
-- that is known. So readers who come back hear only of what changed meanwhile, and know their own changes. An older server
-- reads the first words only.
create function with_origin(change text) returns text language sql as $$
  select change || ' #' || pg_current_xact_id() || coalesce(' @' || nullif(current_setting('asakai.client', true), ''), '')
$$;
create or replace function announce(change text) returns void language sql as $$
  select pg_notify('asakai_changes', with_origin(change))
$$;
