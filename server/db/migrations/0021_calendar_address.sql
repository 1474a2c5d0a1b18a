-- The secret of a member's calendar address follows from the server's key and this count: another count, another address.
alter table users add column calendar_serial integer not null default 0;
