-- Several sign-ups of one address wait beside each other, so that a stranger's does not end the owner's link. The press on
-- one of their links deletes the others. During a rolling upgrade, the version before cannot store such a sign-up.
alter table pending_registrations drop constraint pending_registrations_pkey;
alter table pending_registrations drop constraint pending_registrations_token_hash_key;
alter table pending_registrations add primary key (token_hash);
create index pending_registrations_by_email on pending_registrations (email_key);
