-- Who has signed up where SIGNUP_DOMAINS is set, and has not yet opened the mailed link: no member, in no team. A newer
-- sign-up of the same address takes its place. Of the link's token only its hash is kept.
create table pending_registrations (
  email_key text primary key,
  user_id uuid not null, -- which the member will have
  first_name text not null check (char_length(first_name) between 1 and 100),
  family_name text not null check (char_length(family_name) between 1 and 100),
  preferred_name text not null check (char_length(preferred_name) <= 100),
  email text not null check (char_length(email) between 3 and 254),
  password_hash text not null,
  language text not null,
  token_hash bytea not null unique,
  expires_at timestamptz not null
);
create index pending_registrations_expired on pending_registrations (expires_at);
