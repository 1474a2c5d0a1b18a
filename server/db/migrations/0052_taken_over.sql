-- Who took the right of an administrator from a member, deactivated them or let them back in. Null: the operator, or a
-- version before this one.
alter table users add column administrator_until_by uuid;
alter table users add column deactivated_by uuid;
alter table users add column let_in_by uuid;
alter table users add column let_in_at timestamptz;
-- When the session began that made the change of which the link's letter tells. "It was not me" undoes what was done since.
-- Null: no session of the owner made it.
alter table mail_links add column since timestamptz;
