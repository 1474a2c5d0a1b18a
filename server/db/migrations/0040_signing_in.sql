-- The zone of the browser that signed up is the zone of a team made for it (E1.10). Null: the deployment's default.
alter table pending_registrations add column time_zone text;

-- An administrator makes a link for a new password (E1.06). The member is told at the next sign-in that there was one, and whether it was
-- used.
alter table users add column password_link_made_at timestamptz;
alter table users add column password_link_used_at timestamptz;
alter table mail_links drop constraint mail_links_purpose_check;
alter table mail_links add constraint mail_links_purpose_check
  check (purpose in ('password-reset', 'email-proof', 'not-me', 'password-link'));
