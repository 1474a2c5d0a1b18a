-- What a session's owner is told of it, when its owner last confirmed who they are, and when it may be forgotten.

-- `user_agent`: what the browser calls itself, null until it first asks for something; '' where it says nothing.
-- `confirmed_at`: when the password was last given within the session; null: only at its beginning.
alter table sessions
  add column user_agent text check (char_length(user_agent) <= 500),
  add column confirmed_at timestamptz;

-- 'not-me' goes to the address that a member had before a change that lets people in: it takes the change back.
alter table mail_links
  drop constraint mail_links_purpose_check,
  add constraint mail_links_purpose_check check (purpose in ('password-reset', 'email-proof', 'not-me'));
