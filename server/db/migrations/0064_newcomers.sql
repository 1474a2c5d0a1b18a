-- Whether the member joined a team that had members without an invitation. Administrators are told of them.
alter table users add column joined_openly boolean not null default false;
create index users_joined_openly on users (team_id, created_at) where joined_openly;
-- The decisions about members (0061) have replaced these columns. Nothing reads or writes them.
alter table users drop column named_by;
alter table users drop column named_at;
alter table users drop column administrator_until_by;
alter table users drop column deactivated_by;
alter table users drop column let_in_by;
alter table users drop column let_in_at;
