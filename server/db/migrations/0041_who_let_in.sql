-- Webhooks name the member who made them and the one who last changed their address or events (E1.09). Null: made before, or the
-- member is gone with all they wrote.
alter table webhooks add column created_by uuid;
alter table webhooks add column changed_by uuid;
alter table webhooks add column changed_at timestamptz;

-- The member who chose the team's Slack workspace. `installed_by` is whoever connected last.
alter table slack_workspaces add column chosen_by uuid;
alter table slack_workspaces add column chosen_at timestamptz;

-- The administrator who named this one, so that "it was not me" takes it back (E1.07).
alter table users add column named_by uuid;
alter table users add column named_at timestamptz;
-- When the member last stopped being an active administrator (N11.03): deactivating somebody must not make their month one's own to approve.
alter table users add column administrator_until timestamptz;
