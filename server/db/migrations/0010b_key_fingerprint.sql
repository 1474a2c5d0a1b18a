-- Which SECRET_KEY this deployment has, by a value that does not lead back to it: one row, of no team.
create table key_fingerprint (
  only_one boolean primary key default true check (only_one),
  fingerprint bytea not null
);
