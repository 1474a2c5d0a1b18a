-- The whole schema of Asakai, by feature. Triggers are at the end: a trigger does only work that every statement needs.
-- Steps of the product are code (decision 68). docs/schema.md is generated from this file: node tools/schema/schema.ts
-- 
-- Ids are UUIDv7, made by the server. Keys begin with team_id, so that a team can live on one node of a cluster. Only
-- tables that are read before the team is known have no team_id. Row-level security hides the rows of other teams
-- (enable_row_security, below). Weekdays are those of ISO 8601: 1 is Monday, 7 is Sunday. Secrets are encrypted by the
-- server (JWE, server/access/keys/sealed.ts).
-- 
-- The paragraphs between empty lines are sent to the database one by one (server/db/schema/apply-migrations.ts).

-- ---------------------------------------------------------------------------------------------------------------------------
-- Teams and members
-- ---------------------------------------------------------------------------------------------------------------------------

create table teams (
  id uuid primary key,
  name text not null check (char_length(name) between 1 and 100),
  time_zone text not null,
  created_at timestamptz not null default now(),
  language text not null default 'ja', -- the language of messages to the whole team
  reminder_hour smallint default 10 check (reminder_hour between 0 and 23), -- null: nobody is reminded
  -- The first steps that a new team has not done yet (N1.07). A step that was done once never returns.
  first_steps text[] not null default '{team,invite,connect,report}'
    check (first_steps <@ array['team', 'invite', 'connect', 'report']),
  working_days smallint[] not null default '{1,2,3,4,5}'
    check (working_days <@ '{1,2,3,4,5,6,7}' and cardinality(working_days) > 0),
  report_time text not null default 'morning' check (report_time in ('morning', 'evening')),
  -- The way in which Slack shows reports: one message each, in one thread a day, or in one digest at `digest_hour` (N9.04).
  chat_mode text not null default 'each' check (chat_mode in ('each', 'thread', 'digest')),
  digest_hour integer not null default 11 check (digest_hour between 0 and 23),
  month_approval boolean not null default false, -- administrators approve months (N11.03)
  report_time_from date, -- the first day to which `report_time` applies; null: it applies to all days (E2.04)
  invited_only boolean not null default false, -- only invited people join, even if the server lets others in
  -- The member who last set `invited_only` to false, and when (E1.11). Null if `invited_only` is true, or has never
  -- been true.
  opened_by uuid,
  opened_at timestamptz
);
create index teams_by_age on teams (created_at, id);

-- The row of a member who has left stays: `email` is then a name in a domain that nobody can have (RFC 2606).
create table users (
  team_id uuid not null references teams (id) on delete cascade,
  id uuid not null,
  first_name text not null check (char_length(first_name) between 1 and 100),
  family_name text not null check (char_length(family_name) between 1 and 100),
  preferred_name text not null default '' check (char_length(preferred_name) <= 100),
  email text not null check (char_length(email) between 3 and 254),
  email_key text not null, -- for comparisons: the server folds the case, independently of the locale of the database
  email_proven_at timestamptz,
  -- The company's directory changed the address of an existing account, and nobody has proven it since (N17.05).
  email_set_by_directory boolean not null default false check (not email_set_by_directory or email_proven_at is null),
  pending_email text check (char_length(pending_email) between 3 and 254),
  role text not null default 'member' check (role in ('member', 'developer', 'designer', 'project-manager', 'qa-engineer')),
  is_active boolean not null default true,
  settings jsonb not null default '{}',
  github_avatar_url text,
  github_username text,
  google_avatar_url text,
  google_username text,
  last_active_at timestamptz,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  -- Preferred name, else family and first name, else email address (S3.02). A name of white space is no name: the
  -- characters are those of server/db/fragments/trimmed.ts.
  display_name text not null generated always as (
    coalesce(
      nullif(btrim(preferred_name, E'\t\n\u000b\f\r \u00a0\u1680\u2000\u2001\u2002\u2003\u2004\u2005\u2006\u2007\u2008\u2009\u200a\u2028\u2029\u202f\u205f\u3000\ufeff'), ''),
      nullif(btrim(family_name || ' ' || first_name, E'\t\n\u000b\f\r \u00a0\u1680\u2000\u2001\u2002\u2003\u2004\u2005\u2006\u2007\u2008\u2009\u200a\u2028\u2029\u202f\u205f\u3000\ufeff'), ''),
      email
    )
  ) stored,
  is_admin boolean not null default false,
  deactivated_at timestamptz,
  left_at timestamptz,
  writes boolean not null default true, -- false: the member only reads, and no report is expected
  -- The member's own time zone, working days and reminder; null: those of the team.
  time_zone text,
  working_days smallint[] check (working_days <@ '{1,2,3,4,5,6,7}' and cardinality(working_days) > 0),
  reminder_hour smallint check (reminder_hour between 0 and 23),
  reminded_on date, -- the day, in the member's zone, of the last reminder
  calendar_serial integer not null default 0, -- the calendar address is derived from this number and the server's key
  -- When the member last stopped being an active administrator. An administrator must not approve their own month by
  -- deactivating the only other administrator (N11.03).
  administrator_until timestamptz,
  claimed_at timestamptz, -- when the owner of the address took over the account that somebody else had created with it
  joined_openly boolean not null default false, -- joined a team that had members, without an invitation
  -- The last sign-in at the company's provider. If there was none: when OIDC_MAX_AGE_DAYS first applied to the member.
  company_sign_in_at timestamptz,
  pause_notice_at timestamptz, -- when the member got an email about the coming pause
  -- Why the member has no access until the next sign-in at the company's provider: the last sign-in there is too old,
  -- or was refused. The sessions have ended. Access tokens and the calendar address do not work meanwhile.
  access_paused text check (access_paused in ('expired', 'refused')),
  primary key (team_id, id),
  constraint users_email_in_team unique (team_id, email_key)
);
create index users_by_email on users (email_key);
create index users_newest on users (team_id, created_at desc, id desc);
create index users_by_name on users (team_id, display_name, id);
create index users_joined_openly on users (team_id, created_at) where joined_openly;
create index users_paused on users (team_id, access_paused) where access_paused is not null;

-- Every decision about whether a member is active or an administrator, even if it changed nothing (E1.11). Rows are
-- never deleted while the team exists: the members `user_id` and `by_id` may have left. `by_id` is null for the
-- operator. `is_active`, `is_admin`: the decision, null if the decision was about the other column. `was_active`,
-- `was_admin`: the values before the decision. `token_created_at`: if the directory added the member, when its token
-- was created. `by_directory`: the directory decided, and `by_id` created its token. `disowned_at`: when the owner of the
-- account `by_id` said "it was not me".
create table member_decisions (
  team_id uuid not null references teams on delete cascade,
  id uuid not null,
  user_id uuid not null,
  by_id uuid,
  is_active boolean,
  is_admin boolean,
  was_active boolean not null,
  was_admin boolean not null,
  at timestamptz not null,
  token_created_at timestamptz,
  by_directory boolean not null default false,
  disowned_at timestamptz,
  primary key (team_id, id)
);
create index member_decisions_by_time on member_decisions (team_id, at);

-- The members who joined a team that had members, stored for 30 days. Administrators are notified of these members,
-- even of members who have left. The names are from the time of joining. `invited_by` is null without an invitation.
-- `opened_by` and `opened_at` are copies of the team's columns from the time of the sign-up: the copies stay if the
-- team is closed or opened again (E1.11).
create table joins (
  team_id uuid not null references teams on delete cascade,
  id uuid not null,
  user_id uuid not null,
  name text not null,
  invited_by uuid,
  invited_by_name text,
  opened_by uuid,
  opened_at timestamptz,
  joined_at timestamptz not null,
  primary key (team_id, id)
);
create index joins_by_time on joins (team_id, joined_at);

-- Only the hash of the token is stored. `by_mail`: the link was only sent to the address, so accepting the invitation proves
-- the address.
create table invitations (
  team_id uuid not null,
  id uuid not null,
  email text not null check (char_length(email) between 3 and 254),
  email_key text not null,
  role text not null default 'member' check (role in ('member', 'developer', 'designer', 'project-manager', 'qa-engineer')),
  token_hash bytea not null,
  by_mail boolean not null,
  invited_by uuid not null, -- the member who entered the email
  resent_by uuid, -- the member who sent the newest link; null if only the first one was sent
  created_at timestamptz not null default now(),
  expires_at timestamptz not null,
  accepted_at timestamptz,
  cancelled_at timestamptz,
  primary key (team_id, id),
  foreign key (team_id, invited_by) references users (team_id, id) on delete cascade
);
create unique index invitations_one_open on invitations (team_id, email_key)
  where accepted_at is null and cancelled_at is null;

-- ---------------------------------------------------------------------------------------------------------------------------
-- Signing in
-- ---------------------------------------------------------------------------------------------------------------------------

-- An email address has one account in the whole deployment, and a person at a provider has one account (decision 29).
-- Emails and persons each have a table with a key that does not begin with a team. The transaction that writes the member
-- or the connection writes these tables, too.
create table logins (
  email_key text primary key,
  team_id uuid not null,
  user_id uuid not null
);
create table identities (
  provider text not null, -- also 'passkey'
  subject text not null,
  team_id uuid not null,
  user_id uuid not null,
  primary key (provider, subject)
);

create table credentials (
  team_id uuid not null,
  user_id uuid not null,
  password_hash text not null,
  changed_at timestamptz not null default now(),
  primary key (team_id, user_id),
  foreign key (team_id, user_id) references users (team_id, id) on delete cascade
);

-- A row is one family of refresh tokens (decision 3). Only hashes are stored.
create table sessions (
  team_id uuid not null,
  id uuid not null,
  user_id uuid not null,
  refresh_hash bytea not null,
  previous_hash bytea,
  rotated_at timestamptz,
  signed_in_at timestamptz not null default now(),
  used_at timestamptz not null default now(),
  ended_at timestamptz,
  user_agent text check (char_length(user_agent) <= 500), -- null until the first request; '' if the browser sends none
  confirmed_at timestamptz, -- when the password was last given within the session; null: not since the sign-in
  company_session text, -- issuer and `sid` of the session at the company's provider, by which the provider can end ours
  primary key (team_id, id),
  foreign key (team_id, user_id) references users (team_id, id) on delete cascade
);
create index sessions_of_user on sessions (team_id, user_id) where ended_at is null;
create index sessions_of_company on sessions (company_session) where ended_at is null and company_session is not null;

-- A 'not-me' link undoes a change that gives somebody access. The link is sent to the address that the member had before
-- the change (E1.07).
create table mail_links (
  team_id uuid not null,
  id uuid not null,
  user_id uuid not null,
  purpose text not null check (purpose in ('password-reset', 'email-proof', 'not-me', 'password-link')),
  email text not null,
  token_hash bytea not null,
  expires_at timestamptz not null,
  used_at timestamptz,
  made_by uuid, -- the administrator who made a password link; the link ends when they lose that right
  since timestamptz, -- when the session that made the change began; 'not-me' undoes everything done since then
  -- Whether the address of a 'not-me' email was unproven when the email was sent.
  is_unproven boolean not null default false,
  primary key (team_id, id),
  foreign key (team_id, user_id) references users (team_id, id) on delete cascade
);
create index mail_links_of_user on mail_links (team_id, user_id);

-- Links that administrators or the operator made for a member's password. For 30 days the member sees who created each
-- link and whether it was used, so that a later link does not hide an earlier one (E1.06). `made_by`: null for the
-- operator, and after the administrator's erasure.
create table password_links (
  team_id uuid not null,
  id uuid not null, -- the id of the mailed link
  user_id uuid not null,
  made_by uuid,
  made_at timestamptz not null,
  used_at timestamptz,
  primary key (team_id, id),
  foreign key (team_id, user_id) references users (team_id, id) on delete cascade
);
create index password_links_of_user on password_links (team_id, user_id);
create index password_links_made_by on password_links (team_id, made_by);

-- Sign-ups whose mailed link was not confirmed yet. A pending sign-up belongs to no team yet. One address can have several
-- pending sign-ups, so that a stranger's sign-up does not end the owner's sign-up. Confirming one sign-up deletes the other
-- sign-ups with its address.
create table pending_registrations (
  email_key text not null,
  user_id uuid not null, -- the id that the member will have
  first_name text not null check (char_length(first_name) between 1 and 100),
  family_name text not null check (char_length(family_name) between 1 and 100),
  preferred_name text not null check (char_length(preferred_name) <= 100),
  email text not null check (char_length(email) between 3 and 254),
  password_hash text not null,
  language text not null,
  token_hash bytea primary key,
  expires_at timestamptz not null,
  time_zone text -- the browser's time zone, for a new team of the member (E1.10); null: the deployment's default
);
create index pending_registrations_by_email on pending_registrations (email_key);
create index pending_registrations_expired on pending_registrations (expires_at);

-- Passkeys (N2.09, decision 44). The owner of a credential is in `identities`.
create table passkeys (
  team_id uuid not null,
  id uuid not null,
  user_id uuid not null,
  credential_id text not null, -- base64url
  public_key bytea not null, -- COSE
  counter bigint not null, -- the authenticator's counter; 0 if it has none
  transports text[] not null,
  name text not null, -- '' until somebody names it
  created_at timestamptz not null,
  used_at timestamptz,
  primary key (team_id, id),
  foreign key (team_id, user_id) references users (team_id, id) on delete cascade
);
create index passkeys_of_member on passkeys (team_id, user_id);

-- A Google identity without an account. The browser of the sign-up has the token.
create table onboarding_proofs (
  token_hash bytea primary key,
  subject text not null,
  email text not null,
  email_verified boolean not null,
  name text not null,
  given_name text not null,
  family_name text not null,
  avatar_url text,
  expires_at timestamptz not null
);

-- The used states of sign-ins at a provider. The server refuses a state that is used a second time.
create table spent_states (
  hash bytea primary key,
  expires_at timestamptz not null
);

-- Counted attempts by keyed hash. The library rate-limiter-flexible requires these columns.
create table attempts (
  key varchar(255) primary key,
  points integer not null default 0,
  expire bigint
);

-- Tokens that members make for their programs (N10.01, decision 40), and what they allow programs by OAuth
-- (`oauth_grants`). `calls`: the number of calls in the hour that begins at `counted_hour`, on all servers together.
-- `token_hash`: null for a grant, whose access tokens are signed and not stored.
create table access_tokens (
  team_id uuid not null,
  id uuid not null,
  user_id uuid not null,
  name text not null,
  scopes text[] not null constraint access_tokens_scopes_check check (scopes <@ array['read', 'write']),
  token_hash bytea,
  expires_on date not null,
  created_at timestamptz not null,
  used_at timestamptz,
  counted_hour timestamptz,
  calls integer not null default 0,
  primary key (team_id, id),
  foreign key (team_id, user_id) references users (team_id, id) on delete cascade
);
create index access_tokens_of_member on access_tokens (team_id, user_id);

-- What a member allowed a program by OAuth (N21, decision 72). Each grant is also a row of access_tokens, so everything
-- that ends or pauses access tokens also ends or pauses grants. `code` and `refresh`: the data of the authorization code
-- and of the current refresh token, without the code and the token, of which we store the fingerprints. A grant without
-- `refresh_hash` has not reached its program.
create table oauth_grants (
  team_id uuid not null,
  id uuid not null,
  client_id text not null,
  code_hash bytea,
  code jsonb,
  code_used_at timestamptz,
  refresh_hash bytea,
  refresh jsonb,
  previous_hash bytea,
  rotated_at timestamptz,
  primary key (team_id, id),
  foreign key (team_id, id) references access_tokens (team_id, id) on delete cascade
);

-- Programs that registered themselves (RFC 7591). These programs belong to no team: they register before a member signs in.
-- `used_at`: when a member last allowed the program access; a program that nobody used is deleted after a day.
create table oauth_clients (
  id text primary key,
  metadata jsonb not null,
  created_at timestamptz not null,
  used_at timestamptz
);
create index oauth_clients_unused on oauth_clients (created_at) where used_at is null;

-- Requests of programs that wait for a member's answer. The member is not known yet. `browser_hash`: the fingerprint of the
-- secret of the browser in which the request began.
create table oauth_requests (
  id text primary key,
  content jsonb not null,
  browser_hash bytea,
  expires_at timestamptz not null
);
create index oauth_requests_by_age on oauth_requests (expires_at);

-- The token with which the company's directory provisions the team's members (N17.05, decision 71). A team has one token.
-- `calls`: the number of calls in the minute that begins at `counted_minute`. The member `created_by` may have left.
create table provisioning_tokens (
  team_id uuid primary key references teams (id) on delete cascade,
  id uuid not null,
  token_hash bytea not null,
  created_by uuid,
  created_at timestamptz not null,
  used_at timestamptz,
  counted_minute timestamptz,
  calls integer not null default 0
);

-- A member as the directory knows them. `user_name` and its lower case are null once the directory has deleted the
-- member, who is then deactivated: another member may then get the name.
create table provisioned_users (
  team_id uuid not null,
  user_id uuid not null,
  user_name text,
  user_name_key text,
  external_id text,
  changed_at timestamptz not null,
  deleted_at timestamptz,
  primary key (team_id, user_id),
  constraint provisioned_users_name unique (team_id, user_name_key),
  foreign key (team_id, user_id) references users (team_id, id) on delete cascade
);
create index provisioned_users_external on provisioned_users (team_id, external_id);

-- A fingerprint of this deployment's SECRET_KEY. It does not reveal the key. The table has one row.
create table key_fingerprint (
  only_one boolean primary key default true check (only_one),
  fingerprint bytea not null
);

-- ---------------------------------------------------------------------------------------------------------------------------
-- Requests that come twice (decision 22)
-- ---------------------------------------------------------------------------------------------------------------------------

-- The encrypted response of a request with an Idempotency-Key. The table does not refer to users, because the request may be
-- the one that deletes the member.
create table write_keys (
  team_id uuid not null,
  user_id uuid not null,
  key text not null check (char_length(key) between 1 and 255),
  answer text not null,
  created_at timestamptz not null,
  primary key (team_id, user_id, key)
);
create index write_keys_old on write_keys (created_at);

-- ---------------------------------------------------------------------------------------------------------------------------
-- Reports
-- ---------------------------------------------------------------------------------------------------------------------------

create table reports (
  team_id uuid not null,
  id uuid not null,
  user_id uuid not null,
  report_date date not null,
  yesterday_work text not null check (char_length(yesterday_work) <= 10000),
  today_plan text not null check (char_length(today_plan) <= 10000),
  issues text not null check (char_length(issues) <= 10000),
  status text not null default 'submitted' check (status in ('submitted', 'edited')),
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  -- The writing time of the report's day: whether it is about yesterday and today, or about today and tomorrow (E2.04).
  -- A trigger sets it.
  report_time text not null check (report_time in ('morning', 'evening')),
  added_later boolean not null default false, -- written later than usual, in a team that approves months (E2.02)
  is_imported boolean not null default false, -- an import added it: `created_at` is noon of its day, its real time is unknown (E4.19)
  -- The member whose import replaced the text of another member's report; null again once the author edits it (E4.15).
  replaced_by uuid,
  primary key (team_id, id),
  constraint reports_one_a_day unique (team_id, user_id, report_date),
  foreign key (team_id, user_id) references users (team_id, id) on delete cascade
);
-- The indexes have the order of the pages, so that reading a page takes the same time however many reports there are.
create index reports_of_day on reports (team_id, report_date desc, created_at desc, id);
create index reports_newest on reports (team_id, created_at desc, id desc);

-- Returns the writing time that a team has on a day. Each case has a condition: in an update, the nodes of a cluster
-- cannot read `case chosen when`.
create function report_time_on(chosen text, since date, day date) returns text language sql immutable as $$
  select case when day < since then case when chosen = 'morning' then 'evening' else 'morning' end else chosen end
$$;

-- A deleted report moves from `reports` to this table. For 30 days its author can restore it with everything that belongs
-- to it (E2.01, decision 60). Because of this table, no query has to exclude deleted reports.
create table deleted_reports (
  like reports,
  deleted_at timestamptz not null,
  primary key (team_id, id),
  foreign key (team_id, user_id) references users (team_id, id) on delete cascade
);
create index deleted_reports_of_member on deleted_reports (team_id, user_id);
create index deleted_reports_old on deleted_reports (deleted_at);

-- Rows of a deleted report from other tables. `kind`: the table. `user_id`: the member with whom the row is
-- deleted; null if the row stays when members leave.
create table deleted_report_rows (
  team_id uuid not null,
  id uuid not null,
  report_id uuid not null,
  kind text not null check (
    kind in ('comments', 'mentions', 'report_reactions', 'report_reads', 'blockers', 'blocker_events')
  ),
  user_id uuid,
  content jsonb not null,
  primary key (team_id, id),
  foreign key (team_id, report_id) references deleted_reports (team_id, id) on delete cascade,
  foreign key (team_id, user_id) references users (team_id, id) on delete cascade
);
create index deleted_report_rows_of_report on deleted_report_rows (team_id, report_id);
create index deleted_report_rows_of_member on deleted_report_rows (team_id, user_id);

-- Drafts that a program has written for a member, one a day, until the member's form contains the draft (N10.05).
create table report_drafts (
  team_id uuid not null,
  user_id uuid not null,
  report_date date not null,
  id uuid not null, -- new with each change: a form that has taken over an older text must not delete this one
  yesterday_work text not null,
  today_plan text not null,
  issues text not null,
  written_at timestamptz not null,
  primary key (team_id, user_id, report_date),
  foreign key (team_id, user_id) references users (team_id, id) on delete cascade
);

-- Read marks: a member, a report, and when the member last read the report (N5.01). A member's own report always counts as
-- read and has no row.
create table report_reads (
  team_id uuid not null,
  report_id uuid not null,
  user_id uuid not null,
  read_at timestamptz not null,
  primary key (team_id, report_id, user_id),
  foreign key (team_id, report_id) references reports (team_id, id) on delete cascade,
  foreign key (team_id, user_id) references users (team_id, id) on delete cascade
);
create index report_reads_of_member on report_reads (team_id, user_id);

create table report_reactions (
  team_id uuid not null,
  id uuid not null,
  report_id uuid not null,
  user_id uuid not null,
  reaction text not null check (reaction in ('ok', 'nice', 'thanks', 'learned', 'help')),
  created_at timestamptz not null,
  primary key (team_id, id),
  constraint report_reactions_once unique (team_id, report_id, user_id, reaction),
  foreign key (team_id, report_id) references reports (team_id, id) on delete cascade,
  foreign key (team_id, user_id) references users (team_id, id) on delete cascade
);
create index report_reactions_of_member on report_reactions (team_id, user_id);

-- The version of a team's day. The version changes with everything that the day shows (decision 51). The row with
-- `-infinity` is for all days of the team. Versions are random: after a failover or a restore, a lost version must not come
-- again for other content.
create table day_versions (
  team_id uuid not null references teams on delete cascade,
  day date not null,
  version uuid not null,
  primary key (team_id, day)
) with (fillfactor = 50);

create table frequent_tasks (
  team_id uuid not null,
  id uuid not null,
  user_id uuid not null,
  task_list text not null check (char_length(task_list) <= 20000),
  updated_at timestamptz not null default now(),
  primary key (team_id, id),
  constraint frequent_tasks_one_a_member unique (team_id, user_id),
  foreign key (team_id, user_id) references users (team_id, id) on delete cascade
);

-- Imports of reports (E4.03). An import is running while `ended_at` is null. The server that runs an import writes
-- `alive_at`. If `alive_at` is a minute old, another server continues the import. `fields`: the columns of a report that
-- the file has.
create table report_imports (
  team_id uuid not null,
  id uuid not null,
  user_id uuid, -- null once the importer has erased their account; the former texts of other members stay
  begun_by text not null check (begun_by in ('session', 'token', 'service')),
  begun_with text not null, -- the id of the session or token; when it ends, the import adds no more reports
  created_at timestamptz not null,
  fields text[] not null,
  total int not null,
  filed int not null default 0,
  added int not null,
  changed int not null,
  refused int not null,
  changed_of_others int not null default 0, -- how many of the `changed` reports are not the importer's
  alive_at timestamptz not null,
  attempts smallint not null default 1,
  ended_at timestamptz,
  has_failed boolean not null default false,
  undone_at timestamptz,
  is_stopped boolean not null default false, -- the importer may no longer write for others; `has_failed` is then true
  primary key (team_id, id),
  foreign key (team_id, user_id) references users (team_id, id) on delete cascade
);
create index report_imports_going_on on report_imports (alive_at) where ended_at is null;
create index report_imports_by_age on report_imports (created_at);
create index report_imports_of_member on report_imports (team_id, user_id);

-- The rows that add or replace a report of `user_id`. An added report has the id of the row.
create table report_import_rows (
  team_id uuid not null,
  import_id uuid not null,
  user_id uuid not null,
  report_date date not null,
  id uuid not null,
  report_id uuid,
  yesterday_work text not null,
  today_plan text not null,
  issues text not null,
  former jsonb, -- text, status and time of the replaced report
  filed_at timestamptz, -- `updated_at` of the report after the import
  undone text check (undone in ('removed', 'restored', 'left')), -- the result of an undo for the report
  seen_at timestamptz, -- `updated_at` of the report when the import was accepted; null if there was no report
  -- Skipped: the report was written, changed or deleted after `seen_at`.
  written_meanwhile boolean not null default false,
  primary key (team_id, import_id, user_id, report_date),
  foreign key (team_id, import_id) references report_imports (team_id, id) on delete cascade,
  foreign key (team_id, user_id) references users (team_id, id) on delete cascade
);
create index report_import_rows_of_member on report_import_rows (team_id, user_id);

-- ---------------------------------------------------------------------------------------------------------------------------
-- The retrospective
-- ---------------------------------------------------------------------------------------------------------------------------

create table insights (
  team_id uuid not null,
  id uuid not null,
  user_id uuid not null,
  type text not null check (type in ('keep', 'problem', 'try')),
  note text not null check (char_length(note) between 1 and 10000),
  created_at timestamptz not null default now(),
  edited_at timestamptz, -- when the author last changed it; null: never
  primary key (team_id, id),
  foreign key (team_id, user_id) references users (team_id, id) on delete cascade
);
create index insights_newest on insights (team_id, created_at desc, id desc);
create index insights_of_member on insights (team_id, user_id, created_at);

create table insight_likes (
  team_id uuid not null,
  insight_id uuid not null,
  user_id uuid not null,
  created_at timestamptz not null default now(),
  primary key (team_id, insight_id, user_id),
  foreign key (team_id, insight_id) references insights (team_id, id) on delete cascade,
  foreign key (team_id, user_id) references users (team_id, id) on delete cascade
);

-- The data of an insight besides its text, stored for a moment after its author deleted it. Adding the insight again
-- under its id restores this data. `likes`: [{ user_id, created_at }]. `words_hash`: a different text under the id
-- counts as an edit.
create table deleted_insights (
  team_id uuid not null,
  id uuid not null,
  user_id uuid not null,
  created_at timestamptz not null,
  edited_at timestamptz,
  likes jsonb not null,
  deleted_at timestamptz not null,
  words_hash bytea,
  primary key (team_id, id),
  foreign key (team_id, user_id) references users (team_id, id) on delete cascade
);
create index deleted_insights_old on deleted_insights (deleted_at);

-- The decisions about a Try (N11.02, decision 49). The state of the Try follows from these rows alone. `insight_id` is no
-- foreign key, so the rows stay if the insight is deleted. A restored insight has these rows again.
create table try_events (
  team_id uuid not null,
  id uuid not null,
  insight_id uuid not null,
  kind text not null check (kind in ('taken', 'released', 'kept', 'dropped', 'again', 'undone')),
  user_id uuid,
  day date not null,
  at timestamptz not null,
  primary key (team_id, id)
);
create index try_events_of_insight on try_events (team_id, insight_id, id);
create index try_events_of_member on try_events (team_id, user_id);

-- ---------------------------------------------------------------------------------------------------------------------------
-- Comments and mentions (N5.02)
-- ---------------------------------------------------------------------------------------------------------------------------

-- A comment belongs to a report, to an insight, or to an insight that was deleted less than an hour ago. `deleted_at`: the
-- time of a deletion that the author may still undo.
create table comments (
  team_id uuid not null,
  id uuid not null,
  user_id uuid not null,
  report_id uuid,
  insight_id uuid,
  deleted_insight_id uuid,
  body text not null,
  created_at timestamptz not null,
  edited_at timestamptz,
  deleted_at timestamptz,
  primary key (team_id, id),
  foreign key (team_id, user_id) references users (team_id, id) on delete cascade,
  foreign key (team_id, report_id) references reports (team_id, id) on delete cascade,
  foreign key (team_id, insight_id) references insights (team_id, id) on delete cascade,
  foreign key (team_id, deleted_insight_id) references deleted_insights (team_id, id) on delete cascade,
  constraint comments_of_one check (num_nonnulls(report_id, insight_id, deleted_insight_id) = 1)
);
create index comments_of_report on comments (team_id, report_id, created_at) where report_id is not null;
create index comments_of_insight on comments (team_id, insight_id, created_at) where insight_id is not null;
create index comments_of_deleted_insight on comments (team_id, deleted_insight_id) where deleted_insight_id is not null;
create index comments_of_member on comments (team_id, user_id);
create index comments_deleted on comments (deleted_at) where deleted_at is not null;

-- The comments and reports that a member should read. `why`: the text mentions the member, is about their own report or
-- insight, or is in a thread in which they take part.
create table mentions (
  team_id uuid not null,
  id uuid not null,
  user_id uuid not null,
  comment_id uuid,
  why text not null check (why in ('mention', 'own', 'reply')),
  created_at timestamptz not null,
  read_at timestamptz,
  -- The notification that includes the mention; the id stays when the notification is deleted. Null: nobody is
  -- notified.
  delivery_id uuid,
  report_id uuid,
  dropped_at timestamptz, -- the report no longer names the member; the row stays, so that nobody is notified twice
  primary key (team_id, id),
  foreign key (team_id, user_id) references users (team_id, id) on delete cascade,
  foreign key (team_id, comment_id) references comments (team_id, id) on delete cascade,
  constraint mentions_report_fkey foreign key (team_id, report_id) references reports (team_id, id) on delete cascade,
  constraint mentions_once unique (team_id, comment_id, user_id),
  constraint mentions_of_one check (num_nonnulls(comment_id, report_id) = 1)
);
create unique index mentions_once_a_report on mentions (team_id, report_id, user_id) where report_id is not null;
create index mentions_newest on mentions (team_id, user_id, created_at desc, id desc);
create index mentions_unread on mentions (team_id, user_id) where read_at is null;
create index mentions_of_delivery on mentions (team_id, delivery_id) where delivery_id is not null;

-- ---------------------------------------------------------------------------------------------------------------------------
-- Blockers (N6.01, decision 36)
-- ---------------------------------------------------------------------------------------------------------------------------

-- `text`: the line as it was first written, on `first_day`. `last_day` and `report_id`: the last report that mentions
-- the blocker.
create table blockers (
  team_id uuid not null,
  id uuid not null,
  user_id uuid not null,
  text text not null,
  first_day date not null,
  last_day date not null,
  report_id uuid not null,
  state text not null check (state in ('open', 'acknowledged', 'resolved')),
  owner_id uuid,
  reopened boolean not null,
  resolution text check (resolution in ('solved', 'issue', 'unnamed')),
  resolved_by uuid,
  resolved_on date,
  -- The imported issue that the blocker mentions, with its name at that time.
  source text,
  source_key text,
  reference text,
  url text,
  primary key (team_id, id),
  foreign key (team_id, user_id) references users (team_id, id) on delete cascade,
  constraint blockers_resolved check ((state = 'resolved') = (resolution is not null and resolved_on is not null)),
  constraint blockers_owned check (state <> 'acknowledged' or owner_id is not null)
);
create index blockers_of_member on blockers (team_id, user_id, last_day);
create index blockers_unresolved on blockers (team_id, first_day) where state <> 'resolved';
create index blockers_resolved_lately on blockers (team_id, resolved_on desc, id desc) where state = 'resolved';
create index blockers_of_issue on blockers (team_id, source, source_key) where state <> 'resolved' and source_key is not null;

-- The events of a blocker: a report mentioned the blocker, or a member acted on the blocker. `day`: the day of the report;
-- for an act, the day of the author's newest report at that time.
create table blocker_events (
  team_id uuid not null,
  id uuid not null,
  blocker_id uuid not null,
  kind text not null check (kind in ('named', 'taken', 'released', 'resolved', 'reopened', 'issue-closed')),
  day date not null,
  at timestamptz not null,
  user_id uuid,
  report_id uuid,
  line smallint,
  chosen boolean not null default false, -- the author chose in the form that this line is about this blocker (E3.03)
  -- The line that an act was about, as it was then (decision 66). The report may have been deleted since.
  about_report uuid,
  about_text text,
  primary key (team_id, id),
  foreign key (team_id, blocker_id) references blockers (team_id, id) on delete cascade,
  foreign key (team_id, report_id) references reports (team_id, id) on delete cascade,
  constraint blocker_events_named check ((kind = 'named') = (report_id is not null and line is not null)),
  constraint blocker_events_line_once unique (team_id, report_id, line)
);
create index blocker_events_of_blocker on blocker_events (team_id, blocker_id, day);
create index blocker_events_of_day on blocker_events (team_id, day) where kind = 'named';

-- ---------------------------------------------------------------------------------------------------------------------------
-- Days off, and months
-- ---------------------------------------------------------------------------------------------------------------------------

create table holidays (
  team_id uuid not null references teams on delete cascade,
  date date not null,
  name text not null,
  added_automatically boolean not null default false, -- added by the yearly job, and not changed since
  primary key (team_id, date)
);

-- The country from which a team gets its holidays every year (E4.05). `added_until`: the last year with added holidays.
create table holiday_subscriptions (
  team_id uuid not null references teams on delete cascade,
  country text not null,
  region text,
  added_until integer not null,
  primary key (team_id)
);

-- Holidays that an administrator has removed: the yearly job leaves these days out.
create table removed_holidays (
  team_id uuid not null references teams on delete cascade,
  date date not null,
  primary key (team_id, date)
);

-- An absence includes its first and its last day. A half day off is a single day.
create table absences (
  team_id uuid not null,
  id uuid not null,
  user_id uuid not null,
  first_day date not null,
  last_day date not null,
  half text check (half in ('morning', 'afternoon')),
  primary key (team_id, id),
  foreign key (team_id, user_id) references users (team_id, id) on delete cascade,
  check (last_day >= first_day and (half is null or last_day = first_day))
);
create index absences_of_member on absences (team_id, user_id, first_day);
create index absences_by_day on absences (team_id, last_day);

-- A member's month is submitted and approved (N11.03, decision 55). `revision` increases with every action on the month
-- and every change of its reports. A decision names the revision that its maker has read. `changed_at`: when the state
-- last changed.
create table months (
  team_id uuid not null,
  user_id uuid not null,
  month text not null,
  state text not null check (state in ('open', 'submitted', 'returned', 'approved', 'reopened')),
  revision integer not null,
  changed_at timestamptz not null,
  primary key (team_id, user_id, month),
  foreign key (team_id, user_id) references users (team_id, id) on delete cascade
);
create index months_by_state on months (team_id, state, changed_at);

-- `by_id` is null if an import reopened the month. `day`: the day of the report that reopened the month.
create table month_events (
  team_id uuid not null,
  id uuid not null,
  user_id uuid not null,
  month text not null,
  kind text not null check (kind in ('submitted', 'withdrawn', 'returned', 'approved', 'reopened')),
  by_id uuid,
  note text not null,
  day date,
  at timestamptz not null,
  primary key (team_id, id),
  foreign key (team_id, user_id, month) references months (team_id, user_id, month) on delete cascade
);
create index month_events_of_month on month_events (team_id, user_id, month, id);
create index month_events_of_member on month_events (team_id, by_id);

-- ---------------------------------------------------------------------------------------------------------------------------
-- Connected accounts and issues
-- ---------------------------------------------------------------------------------------------------------------------------

-- contract/providers.ts lists the providers. `account`: the name that people know: a workspace, an email address, a
-- space. `subject`: the person's id at the provider; an id never changes. If the person can sign in with the
-- account, the issuer comes before the id. `subject` is null if the connection belongs to the team, not to a member.
-- `linked_email_key`: the member's address by which somebody else linked the person. Null if the person signed in
-- there.
create table connections (
  team_id uuid not null,
  user_id uuid not null,
  provider text not null,
  account text not null,
  connected_at timestamptz not null default now(),
  subject text,
  linked_email_key text,
  secret text,
  primary key (team_id, user_id, provider),
  foreign key (team_id, user_id) references users (team_id, id) on delete cascade
);
create index connections_by_subject on connections (provider, subject);
create unique index connections_one_person_in_team on connections (team_id, provider, subject)
  where provider in ('google', 'github', 'slack');
create unique index connections_one_place_in_team on connections (team_id, provider)
  where subject is null and secret is not null;

-- The team's Slack. `secret` has its bot token. `installed_by`: the member who connected last. `chosen_by`: the member
-- who chose the workspace.
create table slack_workspaces (
  team_id uuid primary key references teams (id) on delete cascade,
  workspace_id text not null,
  name text not null,
  secret text not null,
  installed_by uuid not null,
  installed_at timestamptz not null default now(),
  -- The time since which Slack has refused our messages, and the reason (N9.05).
  disconnected_at timestamptz,
  failure text,
  chosen_by uuid,
  chosen_at timestamptz,
  foreign key (team_id, installed_by) references users (team_id, id) on delete cascade
);

-- The channels that administrators chose for the reports in the team's Slack. The newest row is in effect. If a team
-- has no row, the operator's channel is in effect. Earlier rows stay, so that "it was not me" can set an earlier
-- channel back (E1.11).
create table slack_channels (
  team_id uuid not null,
  id bigint generated always as identity,
  channel text not null, -- Slack's id
  name text not null,
  chosen_by uuid, -- null if the member has left
  chosen_at timestamptz not null,
  primary key (team_id, id),
  foreign key (team_id) references slack_workspaces (team_id) on delete cascade
);

-- Open issues of a tracker (decision 19). `user_id` is null if the issue has no owner. The next import by `imported_by` may
-- delete the issue.
create table backlog_items (
  team_id uuid not null,
  id bigint generated always as identity,
  user_id uuid,
  source text not null check (source in ('github', 'jira', 'backlog')),
  source_type text not null, -- issue, pull_request, or the tracker's own word for the type
  source_key text not null, -- the tracker's own id, by which an import finds the item again
  reference text not null default '', -- the name that people know: #471, HIN-212
  backlog text not null,
  url text,
  priority text not null default 'medium' check (priority in ('low', 'medium', 'high')),
  updated_at timestamptz not null default now(),
  imported_by uuid not null,
  primary key (team_id, id),
  constraint backlog_items_once unique nulls not distinct (team_id, user_id, source, source_key),
  foreign key (team_id, user_id) references users (team_id, id) on delete cascade,
  foreign key (team_id, imported_by) references users (team_id, id) on delete cascade
);
create index backlog_items_imported on backlog_items (team_id, imported_by, source);

-- A member's own recently changed issues (N8.02), from their last import. `status`: the tracker's name for the issue's
-- status. `done_at`: when the issue was done, or if the tracker does not say, when it was last changed.
create table done_items (
  team_id uuid not null,
  user_id uuid not null,
  source text not null check (source in ('github', 'jira', 'backlog')),
  source_key text not null,
  kind text not null check (kind in ('merged', 'closed', 'moved')),
  status text not null,
  reference text not null,
  title text not null,
  url text,
  done_at timestamptz not null,
  primary key (team_id, user_id, source, source_key),
  foreign key (team_id, user_id) references users (team_id, id) on delete cascade
);
create index done_items_newest on done_items (team_id, user_id, done_at);

-- The time and result of the last automatic import of issues for a member. `failure`: a reason of contract/errors.ts.
create table backlog_syncs (
  team_id uuid not null,
  user_id uuid not null,
  source text not null check (source in ('github', 'jira', 'backlog')),
  synced_at timestamptz not null,
  failure text,
  primary key (team_id, user_id, source),
  foreign key (team_id, user_id) references users (team_id, id) on delete cascade
);

-- The last import of each member from each tracker (decisions 50 and 69). The import is running until `ended_at` is
-- set. `pages`: the number of stored steps; only the step with the next number may write. `cursor`: where the next step
-- begins, null at the start. `attempts`: how often the next step was attempted; `tried_at` is the last attempt.
-- `total`: about how many issues there are, if the tracker says so. `known_since`: issues older than this may be
-- missing. `done`: the member's recently finished issues, until the import ends.
create table issue_imports (
  team_id uuid not null,
  user_id uuid not null,
  source text not null check (source in ('github', 'jira', 'backlog')),
  id uuid not null,
  account text not null,
  pages int not null default 0,
  cursor jsonb,
  attempts smallint not null default 0,
  tried_at timestamptz not null,
  ended_at timestamptz,
  issues_read int not null default 0,
  total int,
  known_since timestamptz,
  done jsonb,
  imported int not null default 0,
  updated int not null default 0,
  closed int not null default 0,
  skipped text[] not null default '{}',
  failure text,
  retry_after int, -- the seconds to wait, if the tracker named a time with its failure
  primary key (team_id, user_id, source),
  foreign key (team_id, user_id) references users (team_id, id) on delete cascade
);
create index issue_imports_going_on on issue_imports (tried_at) where ended_at is null;

-- Issues that an import has read so far. Members see these issues only when the import ends. `position`: the order of the
-- issues at the tracker.
create table issue_import_rows (
  team_id uuid not null,
  user_id uuid not null,
  source text not null check (source in ('github', 'jira', 'backlog')),
  source_key text not null,
  position int not null,
  source_type text not null,
  reference text not null,
  repository text, -- shown before the reference if the issues belong to several repositories
  title text not null,
  url text,
  priority text check (priority in ('low', 'medium', 'high')),
  updated_at timestamptz not null,
  primary key (team_id, user_id, source, source_key),
  foreign key (team_id, user_id, source) references issue_imports (team_id, user_id, source) on delete cascade
);
create index issue_import_rows_in_order on issue_import_rows (team_id, user_id, source, position);

-- ---------------------------------------------------------------------------------------------------------------------------
-- Notifications, replies in Slack and push (decisions 18, 46 and 67)
-- ---------------------------------------------------------------------------------------------------------------------------

-- Replies in Slack to the message of a report. Asakai stores them as comments (N9.04). The row stays when the comment is
-- deleted, so that an older event does not create the comment again; `comment_id` is null if the reply was deleted in
-- Slack. `edited`: Slack's moment of the newest version.
create table slack_replies (
  team_id uuid not null references teams on delete cascade,
  channel text not null,
  ts text not null,
  report_id uuid not null,
  comment_id uuid,
  edited text not null,
  created_at timestamptz not null,
  primary key (team_id, channel, ts)
);
create unique index slack_replies_of_comment on slack_replies (team_id, comment_id) where comment_id is not null;

-- Devices that get push reminders: one row for each session, deleted with the session. A subscription works with the
-- deployment's own key only. `failing_since`: the first failed attempt since the last success. `failed_at`: the last
-- attempt that failed since `failing_since`.
create table push_subscriptions (
  team_id uuid not null,
  session_id uuid not null,
  user_id uuid not null,
  endpoint text not null,
  p256dh text not null,
  auth text not null,
  created_at timestamptz not null default now(),
  failing_since timestamptz,
  failed_at timestamptz,
  primary key (team_id, session_id),
  foreign key (team_id, session_id) references sessions (team_id, id) on delete cascade,
  foreign key (team_id, user_id) references users (team_id, id) on delete cascade
);
create index push_subscriptions_of_user on push_subscriptions (team_id, user_id);
create index push_subscriptions_of_device on push_subscriptions (endpoint);

-- The key pair that signs push messages (VAPID, RFC 8292). The table has one row.
create table push_keys (
  only_one boolean primary key default true check (only_one),
  public_key text not null,
  secret text not null
);

-- Webhooks (decision 41). `url`: encrypted, because it often contains a secret. `failing_since`: since when no message has
-- arrived.
create table webhooks (
  team_id uuid not null references teams (id) on delete cascade,
  id uuid not null,
  url text not null,
  host text not null,
  events text[] not null check (
    events <@ array['report.submitted', 'report.updated', 'report.deleted', 'blocker.opened', 'blocker.resolved',
      'blocker.unmentioned', 'insight.created', 'member.joined'] and cardinality(events) > 0
  ),
  secret text not null,
  created_at timestamptz not null,
  -- The first failed attempt since the last success, and the last failed attempt.
  failing_since timestamptz,
  failed_at timestamptz,
  stopped_at timestamptz,
  -- The members who created the webhook, last changed anything, last entered another address, and last resumed it (E1.09).
  -- They may have left.
  created_by uuid,
  changed_by uuid,
  changed_at timestamptz,
  address_by uuid,
  address_at timestamptz,
  resumed_by uuid,
  resumed_at timestamptz,
  -- "It was not me" was used about the address (E1.11). The webhook can be resumed only with another address.
  is_address_disowned boolean not null default false,
  primary key (team_id, id)
);

-- The messages that leave the server (decision 67). `server/db/schema/tables/outbox.ts` explains the states. `sending` is
-- committed before the request to the destination: after a crash the message may have arrived. `tried_at`: when the last
-- attempt began. `revision`: incremented when the content changes, so that an attempt does not send older content. `user_id`:
-- the author of the report, the recipient of a notification, the member that an event is about, or the member who requested
-- a test. `channel`, `ts`: the location of a post in Slack (N9.03, N9.04). `shown`: the fingerprint of its content. `body`:
-- the bytes of an event, the same in each attempt, until the event has arrived or is no longer retried.
create table outbox (
  team_id uuid not null references teams on delete cascade,
  id uuid not null,
  kind text not null check (kind in ('report', 'reminder', 'mention', 'week', 'month', 'report_post', 'comment_post', 'thread',
    'digest', 'event')),
  destination text not null, -- one of those in contract/notifications.ts, or 'webhook'
  status text not null default 'pending' check (status in ('pending', 'sending', 'sent', 'dead', 'cancelled')),
  attempts integer not null default 0,
  failure text,
  due_at timestamptz not null,
  tried_at timestamptz,
  revision integer not null default 0,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  user_id uuid,
  day date, -- the first day of a week
  report_id uuid,
  comment_id uuid,
  channel text,
  ts text,
  thread_ts text,
  shown text,
  webhook_id uuid,
  event text,
  thing_id uuid, -- the report, blocker, insight or member of an event; stays after the body is deleted. Null: a test
  body text,
  http_status smallint,
  answer text,
  primary key (team_id, id),
  constraint outbox_once unique (team_id, user_id, kind, day),
  foreign key (team_id, user_id) references users (team_id, id) on delete cascade,
  constraint outbox_of_a_day check ((kind in ('report', 'reminder', 'week', 'thread', 'digest')) = (day is not null)),
  foreign key (team_id, webhook_id) references webhooks (team_id, id) on delete cascade,
  constraint outbox_of_a_webhook check ((kind = 'event') = (webhook_id is not null)),
  constraint outbox_event check (kind <> 'event' or event is not null and (body is not null or status not in ('pending', 'sending'))),
  constraint outbox_tried check (status <> 'sending' or tried_at is not null)
);
create index outbox_due on outbox (due_at) where status in ('pending', 'sending');
-- One notification collects the mentions, or the months, until its first attempt.
create unique index outbox_mentions on outbox (team_id, user_id)
  where kind = 'mention' and status = 'pending' and attempts = 0;
create unique index outbox_months on outbox (team_id, user_id)
  where kind = 'month' and status = 'pending' and attempts = 0;
create unique index outbox_of_report on outbox (team_id, report_id) where kind = 'report_post';
create unique index outbox_of_comment on outbox (team_id, comment_id) where comment_id is not null;
create unique index outbox_of_day on outbox (team_id, destination, kind, day) where kind in ('thread', 'digest');
create unique index outbox_in_slack on outbox (team_id, channel, ts) where ts is not null;
create index outbox_about on outbox (team_id, report_id) where report_id is not null;
create index outbox_of_webhook on outbox (team_id, webhook_id, id) where webhook_id is not null;
create index outbox_waiting on outbox (team_id, webhook_id, thing_id) where status = 'pending' and thing_id is not null;

-- ---------------------------------------------------------------------------------------------------------------------------
-- Search (N7.02, decision 32)
-- ---------------------------------------------------------------------------------------------------------------------------

-- Each pair of neighbouring characters of a report, insight or comment, as a number. The server first folds the text:
-- without differences of letter case, width and composition. `written_at`: the
-- version of the text. Warning: this table has no row-level security, because the operator `@>` never uses an index behind
-- a policy. Only server/features/search reads this table. The search names the team and reads only ids from this table; the
-- texts come from tables with a policy.
create table report_grams (
  team_id uuid not null,
  id uuid not null,
  user_id uuid not null,
  day date not null,
  written_at timestamptz not null,
  grams integer[] not null,
  primary key (team_id, id),
  foreign key (team_id, id) references reports (team_id, id) on delete cascade
);
create index report_grams_newest on report_grams (team_id, day desc, id desc);
create index report_grams_words on report_grams using gin (grams);

-- The same data as in `report_grams`, for insights.
create table insight_grams (
  team_id uuid not null,
  id uuid not null,
  user_id uuid not null,
  day date not null,
  written_at timestamptz not null,
  grams integer[] not null,
  primary key (team_id, id),
  foreign key (team_id, id) references insights (team_id, id) on delete cascade
);
create index insight_grams_newest on insight_grams (team_id, day desc, id desc);
create index insight_grams_words on insight_grams using gin (grams);

-- The same data as in `report_grams`, for comments.
create table comment_grams (
  team_id uuid not null,
  id uuid not null,
  user_id uuid not null,
  day date not null,
  written_at timestamptz not null,
  grams integer[] not null,
  primary key (team_id, id),
  foreign key (team_id, id) references comments (team_id, id) on delete cascade
);
create index comment_grams_newest on comment_grams (team_id, day desc, id desc);
create index comment_grams_words on comment_grams using gin (grams);

-- ---------------------------------------------------------------------------------------------------------------------------
-- Row-level security
-- ---------------------------------------------------------------------------------------------------------------------------

-- Hides the rows of other teams (decision 8). A transaction names its team, or 'every'. Each statement reads the
-- setting once and compares it as a uuid. A migration that creates a table calls this function.
create function enable_row_security(table_name name) returns void language plpgsql as $$
begin
  execute format('alter table %I enable row level security, force row level security', table_name);
  execute format($policy$
    create policy own_team on %I using (
      (select current_setting('asakai.team', true) = 'every')
      or team_id = (select nullif(nullif(current_setting('asakai.team', true), ''), 'every')::uuid)
    )$policy$, table_name);
end $$;

select enable_row_security(table_name::name) from information_schema.columns
where table_schema = current_schema and column_name = 'team_id' and table_name not like '%\_grams';

-- ---------------------------------------------------------------------------------------------------------------------------
-- Functions of statements
-- ---------------------------------------------------------------------------------------------------------------------------

-- ISO 8601 with the zone's offset at that instant: 2026-11-20T09:12:03+09:00. The body is one expression without FROM,
-- so that the planner inlines it: a call cost 17 microseconds, most of the time to read a day (bench/day.ts).
create function iso_in_zone(instant timestamptz, zone text) returns text language sql stable as $$
  select to_char(instant at time zone zone, 'YYYY-MM-DD"T"HH24:MI:SS') || case
    when instant at time zone zone < instant at time zone 'UTC'
    then to_char((instant at time zone 'UTC') - (instant at time zone zone), '"-"HH24:MI')
    else to_char((instant at time zone zone) - (instant at time zone 'UTC'), '"+"HH24:MI')
  end
$$;

-- Lets one transaction at a time run a request of a member with an Idempotency-Key, and returns the stored answer.
-- Waits up to two seconds for another transaction. `held`: the other transaction did not end in time. The function is
-- volatile, so that it sees an answer that was stored while it waited.
create function claim_write_key(team uuid, member uuid, given text)
returns table (held boolean, answer text) language plpgsql volatile as $$
declare
  lock_timeout_before text := current_setting('lock_timeout');
begin
  perform set_config('asakai.team', team::text, true);
  begin
    perform set_config('lock_timeout', '2s', true);
    perform pg_advisory_xact_lock(hashtextextended(concat_ws(' ', team, member, given), 0));
  exception when lock_not_available then
    return query select true, null::text;
    return;
  end;
  perform set_config('lock_timeout', lock_timeout_before, true);
  return query
    select false, k.answer from (select) nobody
    left join write_keys k on k.team_id = team and k.user_id = member and k.key = given;
end $$;

-- ---------------------------------------------------------------------------------------------------------------------------
-- Triggers 1: what must hold, whatever statement writes
-- ---------------------------------------------------------------------------------------------------------------------------

-- The first member of a team is an administrator (E1.09). The lock serialises two members who join at the same time.
create function appoint_first_member() returns trigger language plpgsql as $$
begin
  if exists (select from users where team_id = new.team_id and is_active and is_admin) then
    return new;
  end if;
  perform from teams where id = new.team_id for no key update;
  new.is_admin := not exists (select from users where team_id = new.team_id and is_active and is_admin);
  return new;
end $$;
create trigger users_first_member before insert on users
  for each row when (new.is_active) execute function appoint_first_member();

-- A team keeps an active administrator, unless its last active member leaves. If two administrators remove each other
-- at the same time, the lock serialises them: the second is refused. The message has the constraint's name, because
-- nothing else of a node's error reaches the server.
create function keep_an_administrator() returns trigger language plpgsql as $$
declare
  leaves boolean := tg_op = 'DELETE' or new.left_at is not null;
begin
  perform from teams where id = old.team_id for no key update;
  if exists (select from users where team_id = old.team_id and (is_active or not leaves))
     and not exists (select from users where team_id = old.team_id and is_active and is_admin) then
    raise check_violation using constraint = 'users_last_admin',
      message = 'a team keeps an active administrator: constraint "users_last_admin"';
  end if;
  return null;
end $$;
create trigger users_last_admin_left after update of is_admin, is_active on users
  for each row when (old.is_admin and old.is_active and not (new.is_admin and new.is_active))
  execute function keep_an_administrator();
create trigger users_last_admin_deleted after delete on users
  for each row when (old.is_admin and old.is_active) execute function keep_an_administrator();

-- Writes `logins` if a statement does not write the table itself: an email address has one account in the whole deployment.
-- Distributing to a cluster drops the triggers of this function and of `refuse_known_person`, which look into every team.
create function refuse_known_email() returns trigger language plpgsql as $$
declare
  visible text := current_setting('asakai.team', true);
begin
  perform set_config('asakai.team', 'every', true);
  if tg_op <> 'INSERT' then
    delete from logins where email_key = old.email_key and (team_id, user_id) = (old.team_id, old.id)
      and (tg_op = 'DELETE' or new.left_at is not null or email_key <> new.email_key);
  end if;
  if tg_op <> 'DELETE' and new.left_at is null then
    insert into logins values (new.email_key, new.team_id, new.id) on conflict do nothing;
    if not exists (select from logins where email_key = new.email_key and (team_id, user_id) = (new.team_id, new.id)) then
      raise unique_violation using constraint = 'users_email_everywhere', message = 'this email has an account';
    end if;
  end if;
  perform set_config('asakai.team', visible, true);
  return coalesce(new, old);
end $$;
create trigger users_email_everywhere before insert or update of email_key on users
  for each row execute function refuse_known_email();
create trigger users_email_free after delete on users for each row execute function refuse_known_email();

-- Writes `identities` if a statement does not write the table itself: a person at a provider has one account in the
-- deployment.
create function refuse_known_person() returns trigger language plpgsql as $$
declare
  visible text := current_setting('asakai.team', true);
begin
  perform set_config('asakai.team', 'every', true);
  if tg_op <> 'INSERT' then
    delete from identities
    where provider = old.provider and subject = old.subject and (team_id, user_id) = (old.team_id, old.user_id)
      and (tg_op = 'DELETE' or subject is distinct from new.subject);
  end if;
  if tg_op <> 'DELETE' and new.subject is not null then
    insert into identities values (new.provider, new.subject, new.team_id, new.user_id) on conflict do nothing;
    if not exists (
      select from identities
      where provider = new.provider and subject = new.subject and (team_id, user_id) = (new.team_id, new.user_id)
    ) then
      raise unique_violation using constraint = 'connections_one_person_everywhere', message = 'this person has an account';
    end if;
  end if;
  perform set_config('asakai.team', visible, true);
  return coalesce(new, old);
end $$;
create trigger connections_one_person_everywhere before insert or update of subject on connections
  for each row when (new.provider in ('google', 'github')) execute function refuse_known_person();
create trigger connections_one_person_free after delete on connections
  for each row when (old.provider in ('google', 'github')) execute function refuse_known_person();

-- Sets the writing time of a report's day, which a column default cannot read from the settings of the team.
create function set_report_time() returns trigger language plpgsql as $$
begin
  select report_time_on(report_time, report_time_from, new.report_date) into new.report_time from teams where id = new.team_id;
  return new;
end $$;
create trigger set_report_time before insert on reports
  for each row when (new.report_time is null) execute function set_report_time();

-- ---------------------------------------------------------------------------------------------------------------------------
-- Triggers 2: announcements to open screens (decision 14)
-- ---------------------------------------------------------------------------------------------------------------------------

-- Sends `<team> <what> [<user> [<session>]]` at the commit: the team, and the kind of thing that changed. With a user,
-- only that member is notified. The message ends with ` #<id>`, the transaction, so that clients that reconnect get
-- only the changes since. ` @<client>` names the client that made the change, if known, so that it recognizes its own
-- changes.
create function with_origin(change text) returns text language sql as $$
  select change || ' #' || pg_current_xact_id() || coalesce(' @' || nullif(current_setting('asakai.client', true), ''), '')
$$;

-- Announces a change. On a cluster, triggers run on nodes without listeners: there this function sends a notice to the
-- coordinator instead (server/db/cluster/arrange.ts).
create function announce(change text) returns void language sql as $$
  select pg_notify('asakai_changes', with_origin(change))
$$;

-- Announces the change, so that open screens fetch it. The kind is the trigger's argument.
create function announce_change() returns trigger language plpgsql as $$
declare
  concerned text := '';
begin
  if tg_table_name like 'users%' then -- also the name of a shard, users_102008
    concerned := ' ' || coalesce(new.id, old.id);
  elsif tg_table_name like 'sessions%' then
    concerned := ' ' || coalesce(new.user_id, old.user_id) || ' ' || coalesce(new.id, old.id);
  end if;
  perform announce(coalesce(new.team_id, old.team_id) || ' ' || tg_argv[0] || concerned);
  return null;
end $$;
-- Announces changes that screens show. Leaves out `last_active_at`, which any request may change.
create trigger announce_member
  after insert or delete
    or update of first_name, family_name, preferred_name, email, role, is_active, is_admin, github_avatar_url, google_avatar_url,
      writes, time_zone, working_days, reminder_hour
  on users for each row execute function announce_change('member');
create trigger announce_invitation after insert or update or delete on invitations
  for each row execute function announce_change('invitation');
create trigger announce_report after insert or update or delete on reports
  for each row execute function announce_change('report');
create trigger announce_reaction after insert or update or delete on report_reactions
  for each row execute function announce_change('reaction');
create trigger announce_comment after insert or update or delete on comments
  for each row execute function announce_change('comment');
create trigger announce_insight after insert or update or delete on insights
  for each row execute function announce_change('insight');
create trigger announce_like after insert or delete on insight_likes
  for each row execute function announce_change('like');
create trigger announce_try after insert or update on try_events
  for each row execute function announce_change('insight');
create trigger announce_blocker after insert or update or delete on blockers
  for each row execute function announce_change('blocker');
create trigger announce_calendar after insert or update or delete on holidays
  for each row execute function announce_change('calendar');
create trigger announce_calendar after insert or update or delete on holiday_subscriptions
  for each row execute function announce_change('calendar');
create trigger announce_calendar after insert or update or delete on absences
  for each row execute function announce_change('calendar');
-- Ends the open streams of an ended session. Only the server receives this event.
create trigger announce_session after update of ended_at on sessions
  for each row when (new.ended_at is not null) execute function announce_change('session');
-- Ends the open streams of a deleted access token. Only the server receives this event.
create trigger announce_access_token after delete on access_tokens
  for each row execute function announce_change('session');

-- Ends the open streams of a member whose access is paused. Only the server receives this event.
create trigger announce_pause after update of access_paused on users
  for each row when (new.access_paused is not null) execute function announce_change('session');

-- Announces the change of the settings, so that open screens fetch them.
create function announce_team_change() returns trigger language plpgsql as $$
begin
  perform announce(new.id::text || ' member');
  return null;
end $$;
create trigger announce_team
  after update of name, time_zone, language, reminder_hour, first_steps, working_days, report_time on teams
  for each row execute function announce_team_change();

-- Announces to the author alone that a member has read their report: others do not see readers. Reading it again
-- announces nothing.
create function announce_read() returns trigger language plpgsql as $$
declare
  changed report_reads := coalesce(new, old);
begin
  perform announce(changed.team_id || ' read ' || user_id)
  from reports where team_id = changed.team_id and id = changed.report_id;
  return null;
end $$;
create trigger announce_read after insert or delete on report_reads
  for each row execute function announce_read();

-- Announces a mention to the mentioned member.
create function announce_mention() returns trigger language plpgsql as $$
declare
  changed mentions := coalesce(new, old);
begin
  perform announce(changed.team_id || ' mention ' || changed.user_id);
  return null;
end $$;
create trigger announce_mention after insert or update or delete on mentions
  for each row execute function announce_mention();

-- Announces a draft of a member's program to the member, whose form shows it.
create function announce_draft() returns trigger language plpgsql as $$
begin
  perform announce(new.team_id || ' draft ' || new.user_id);
  return null;
end $$;
create trigger announce_draft after insert or update on report_drafts
  for each row execute function announce_draft();

-- Announces the progress of an import of issues to its member.
create function announce_import() returns trigger language plpgsql as $$
begin
  if tg_op = 'INSERT' or (new.id, new.issues_read, new.ended_at) is distinct from (old.id, old.issues_read, old.ended_at) then
    perform announce(new.team_id || ' import ' || new.user_id);
  end if;
  return null;
end $$;
create trigger announce_import after insert or update on issue_imports
  for each row execute function announce_import();

-- Announces the state of a month to its member and the administrators.
create function announce_month() returns trigger language plpgsql as $$
begin
  if new.state = coalesce(old.state, 'open') then return null; end if;
  perform announce(new.team_id || ' month ' || id) from users
  where team_id = new.team_id and is_active and (is_admin or id = new.user_id);
  return null;
end $$;
create trigger announce_month after insert or update on months for each row execute function announce_month();

-- ---------------------------------------------------------------------------------------------------------------------------
-- Triggers 3: versions of a team's day (decision 51)
-- ---------------------------------------------------------------------------------------------------------------------------

-- Gives these days of a team a new version. `days` must be sorted, so that two statements cannot deadlock.
create function bump_versions(team uuid, days date[]) returns void language plpgsql as $$
declare
  bumped date;
begin
  foreach bumped in array days loop
    insert into day_versions (team_id, day, version) values (team, bumped, gen_random_uuid())
    on conflict (team_id, day) do update set version = excluded.version;
  end loop;
end $$;

-- Invalidates cached pages of each day on which a report is written, changed or deleted. `pg_trigger_depth() = 0` skips
-- rows that are deleted together with a report or member: that deletion has invalidated the pages already.
create function bump_days_of_reports() returns trigger language plpgsql as $$
declare
  team uuid;
  days date[];
begin
  if tg_op = 'UPDATE' then
    for team, days in
      select team_id, array_agg(distinct report_date) from (select * from was union all select * from changed) both_days
      group by team_id order by team_id
    loop
      perform bump_versions(team, days);
    end loop;
  else
    for team, days in select team_id, array_agg(distinct report_date) from changed group by team_id order by team_id loop
      perform bump_versions(team, days);
    end loop;
  end if;
  return null;
end $$;
create trigger bump_days_filed after insert on reports referencing new table as changed
  for each statement when (pg_trigger_depth() = 0) execute function bump_days_of_reports();
create trigger bump_days_changed after update on reports referencing old table as was new table as changed
  for each statement when (pg_trigger_depth() = 0) execute function bump_days_of_reports();
create trigger bump_days_deleted after delete on reports referencing old table as changed
  for each statement when (pg_trigger_depth() = 0) execute function bump_days_of_reports();

-- Invalidates cached pages of a day if a report of the day gets or loses a comment, reaction or mention. The foreign key
-- has locked the report by then, so its day cannot change.
create function bump_days_of_answers() returns trigger language plpgsql as $$
declare
  team uuid;
  answered uuid[];
  days date[];
begin
  for team, answered in
    select team_id, array_agg(distinct report_id) from changed where report_id is not null group by team_id order by team_id
  loop
    select array_agg(distinct report_date) into days from reports where team_id = team and id = any (answered);
    perform bump_versions(team, days);
  end loop;
  return null;
end $$;
create trigger bump_days_commented after insert on comments referencing new table as changed
  for each statement when (pg_trigger_depth() = 0) execute function bump_days_of_answers();
create trigger bump_days_of_changed after update on comments referencing new table as changed
  for each statement when (pg_trigger_depth() = 0) execute function bump_days_of_answers();
create trigger bump_days_of_deleted after delete on comments referencing old table as changed
  for each statement when (pg_trigger_depth() = 0) execute function bump_days_of_answers();
create trigger bump_days_reacted after insert on report_reactions referencing new table as changed
  for each statement when (pg_trigger_depth() = 0) execute function bump_days_of_answers();
create trigger bump_days_unreacted after delete on report_reactions referencing old table as changed
  for each statement when (pg_trigger_depth() = 0) execute function bump_days_of_answers();
create trigger bump_days_mentioned after insert on mentions referencing new table as changed
  for each statement when (pg_trigger_depth() = 0) execute function bump_days_of_answers();
create trigger bump_days_unmentioned after delete on mentions referencing old table as changed
  for each statement when (pg_trigger_depth() = 0) execute function bump_days_of_answers();

-- Invalidates cached pages of a day if a report of the day no longer names a member, or names the member again.
create function bump_day_of_mention() returns trigger language plpgsql as $$
begin
  perform bump_versions(r.team_id, array[r.report_date])
  from reports r where r.team_id = new.team_id and r.id = new.report_id;
  return null;
end $$;
create trigger bump_days_of_dropped after update on mentions
  for each row when (old.dropped_at is distinct from new.dropped_at) execute function bump_day_of_mention();

-- Invalidates the cached pages of all days, because they show the names of members.
create function bump_all_days() returns trigger language plpgsql as $$
begin
  perform bump_versions(old.team_id, array['-infinity'::date]);
  return null;
end $$;
create trigger bump_days_of_renamed after update on users
  for each row when (old.display_name is distinct from new.display_name) execute function bump_all_days();
create trigger bump_days_of_gone after delete on users
  for each row when (pg_trigger_depth() = 0) execute function bump_all_days();

-- Invalidates the cached pages of all days, because they show times in the team's time zone.
create function bump_all_days_of_team() returns trigger language plpgsql as $$
begin
  perform bump_versions(new.id, array['-infinity'::date]);
  return null;
end $$;
create trigger bump_days_of_moved after update on teams
  for each row when (old.time_zone is distinct from new.time_zone) execute function bump_all_days_of_team();
