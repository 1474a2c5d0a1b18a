-- Whether only invited people join the team, where the server's setting would let others in.
alter table teams add column invited_only boolean not null default false;
