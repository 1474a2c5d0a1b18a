-- The id of the report, blocker, insight or member that a message is about. It stays when the body goes. Null: of a test, or
-- of a version before this one.
alter table webhook_deliveries add column thing_id uuid;
