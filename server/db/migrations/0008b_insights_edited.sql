-- When the author last changed it; null: never.
alter table insights add column edited_at timestamptz;
