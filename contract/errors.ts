/** Every failure that a caller can get, with its HTTP status. `errors.<code>` in the catalogues is its sentence. */
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
  logout_token_invalid: 400,
  passkey_refused: 400,
  push_refused: 400,
  not_signed_in: 401,
  login_failed: 401,
  passkey_unknown: 401,
  session_ended: 401,
  member_deactivated: 401,
  session_revoked: 401,
  token_ended: 401,
  sign_in_expired: 401,
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
  not_allowed_here: 403,
  company_names_administrators: 403,
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
  password_link_used: 409,
  new_administrator: 409,
  address_unproven: 409,
  member_inactive: 409,
  not_connected: 409,
  blocker_taken: 409,
  blocker_resolved: 409,
  blocker_changed: 409,
  approval_off: 409,
  too_many_webhooks: 409,
  too_many_imports: 409,
  webhook_address_disowned: 409,
  too_many_tokens: 409,
  too_many_passkeys: 409,
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
  too_many_emails: 429,
  too_many_calls: 429,
  internal: 500,
  busy: 503,
  database_unavailable: 503,
  provider_unavailable: 503,
  stopping: 503,
  storage_full: 503,
} as const

export type ErrorCode = keyof typeof errorStatus

/**
 * The reasons why a call to an external service failed. `providerFailures.<reason>` in the catalogues is the sentence
 * about a reason. The errors `connection_refused` and `provider_unavailable` have that sentence as their message.
 */
export const failureReasons = [
  'unauthorized', // the key is invalid, or the grant was revoked
  'missing_scope', // the grant lacks a permission
  'forbidden', // the account lacks a permission
  'not_found', // no such space, domain, channel or person
  'not_in_channel', // Asakai must be invited to the channel first
  'messages_off', // the app does not accept direct messages
  'refused', // any other rejection
  'address_refused', // not a public address
  'rate_limited', // rate limit exceeded
  'unavailable', // not reached in time, or a server error
  'invalid_response', // unreadable response
  'unknown_outcome', // sent, but the outcome is unknown
  'not_connected', // the destination is no longer connected
  'misconfigured', // client, secret, redirect URL, issuer or clock do not match the provider
] as const
export type FailureReason = (typeof failureReasons)[number]

/** The errors of a single field. `fieldErrors.<code>` in the catalogues is the sentence about an error. */
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
  'push_not_public',
  'host_not_found',
  'invalid',
] as const
export type FieldErrorCode = (typeof fieldErrorCodes)[number]
