/** Every failure that a caller can meet, and its HTTP status. The sentence a person reads is `errors.<code>` in the catalogues. */
export const errorStatus = {
  invalid_input: 400,
  invalid_json: 400,
  date_in_future: 400,
  link_invalid: 400,
  password_common: 400,
  calendar_unreadable: 400,
  csv_unreadable: 400,
  encoding_unknown: 400,
  connection_refused: 400,
  sign_in_refused: 400,
  passkey_refused: 400,
  push_refused: 400,
  not_signed_in: 401,
  login_failed: 401,
  passkey_unknown: 401,
  session_ended: 401,
  member_deactivated: 401,
  session_revoked: 401,
  token_ended: 401,
  scope_missing: 403,
  session_needed: 403,
  not_yours: 403,
  own_report: 403,
  only_oneself: 403,
  own_account: 403,
  own_month: 403,
  admins_only: 403,
  first_team_only: 403,
  reauthentication_required: 403,
  sign_in_again: 403,
  wrong_password: 403,
  sign_up_closed: 403,
  sign_up_needs_mail: 403,
  email_domain_refused: 403,
  onboarding_refused: 403,
  account_inactive: 403,
  email_unverified: 403,
  company_sign_in_only: 403,
  not_found: 404,
  provider_not_set_up: 404,
  method_not_allowed: 405,
  report_exists: 409,
  email_taken: 409,
  frequent_tasks_exist: 409,
  tasks_changed: 409,
  already_member: 409,
  already_invited: 409,
  connect_after_login: 409,
  account_elsewhere: 409,
  passkey_exists: 409,
  other_workspace: 409,
  last_way_in: 409,
  last_admin: 409,
  member_inactive: 409,
  not_connected: 409,
  blocker_taken: 409,
  blocker_resolved: 409,
  blocker_changed: 409,
  approval_off: 409,
  too_many_webhooks: 409,
  month_changed: 409,
  report_changed: 409,
  changed_elsewhere: 409,
  import_going_on: 409,
  in_progress: 409,
  key_reused: 409,
  invitation_used: 409,
  invitation_expired: 410,
  invitation_cancelled: 410,
  import_too_old: 410,
  too_large: 413,
  not_json: 415,
  too_many_attempts: 429,
  too_many_letters: 429,
  too_many_calls: 429,
  internal: 500,
  busy: 503,
  database_away: 503,
  provider_away: 503,
  stopping: 503,
  storage_full: 503,
} as const

export type ErrorCode = keyof typeof errorStatus

/**
 * Why an outside service did not do what was asked. The sentence is `providerFailures.<reason>` in the catalogues, with the
 * name of the service; it is what the message of `connection_refused` and of `provider_away` says.
 */
export const failureReasons = [
  'unauthorized', // it does not take the key, or the grant was taken back
  'missing_scope', // the grant does not cover it
  'forbidden', // the account may not
  'absent', // no such space, domain, channel or person
  'not_in_channel', // the channel has to let Asakai in first
  'messages_off', // its app takes no direct messages
  'refused', // it understood, and said no
  'address_refused', // no public address
  'limited', // asked too often
  'away', // not reached in time, or in trouble itself
  'broken', // what it answered cannot be read
  'uncertain', // asked, and nobody knows whether it was done
  'nowhere', // nothing is connected any more that the message could go to
  'misconfigured', // what the operator has set does not fit what is set there: client, secret, redirect, issuer, clock
] as const
export type FailureReason = (typeof failureReasons)[number]

/** What can be wrong with one field. The sentence is `fieldErrors.<code>` in the catalogues. */
export const fieldErrorCodes = [
  'required',
  'too_long',
  'too_short',
  'invalid_email',
  'invalid_date',
  'invalid_characters',
  'passwords_differ',
  'password_common',
  'taken',
  'out_of_range',
  'year_out_of_range',
  'until_before_from',
  'too_many_days',
  'not_public',
  'invalid',
] as const
export type FieldErrorCode = (typeof fieldErrorCodes)[number]
