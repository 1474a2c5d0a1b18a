-- The administrator who made a password link (E1.06): it ends with their rights. Null for links that nobody made for another member.
alter table mail_links add column made_by uuid;
-- The administrator whom the note to the member names.
alter table users add column password_link_made_by uuid;
