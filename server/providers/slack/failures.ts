import { WebAPIHTTPError, WebAPIPlatformError, WebAPIRateLimitedError, WebAPIRequestError } from '@slack/web-api'
import type { FailureReason } from '#contract/errors.ts'
import { ProviderFailure } from '#server/errors.ts'
import { mayHaveArrived, reasonOf } from '../call.ts'

const waitAtLeast = 60 // seconds, where Slack does not say how long

/** What Slack answers with HTTP 200 (its methods' "Errors"); everything else it refuses is `refused`. */
const reasons = new Map<string, FailureReason>(
  Object.entries({
    missing_scope: 'missing_scope',
    no_permission: 'missing_scope',
    not_allowed_token_type: 'missing_scope',
    token_revoked: 'unauthorized',
    token_expired: 'unauthorized',
    account_inactive: 'unauthorized',
    invalid_auth: 'unauthorized',
    not_authed: 'unauthorized',
    access_denied: 'forbidden',
    ekm_access_denied: 'forbidden',
    org_login_required: 'forbidden',
    restricted_action: 'forbidden',
    team_access_not_granted: 'forbidden',
    channel_not_found: 'absent',
    is_archived: 'absent',
    user_not_found: 'absent',
    users_not_found: 'absent',
    user_disabled: 'absent',
    not_in_channel: 'not_in_channel',
    messages_tab_disabled: 'messages_off',
    bad_client_secret: 'misconfigured',
    invalid_client_id: 'misconfigured',
    bad_redirect_uri: 'misconfigured',
    oauth_authorization_url_mismatch: 'misconfigured',
    ratelimited: 'limited',
    rate_limited: 'limited',
    service_unavailable: 'away',
  }),
)
/** Here some of it may have been done (Slack's own words on both). */
const halfway = new Set(['internal_error', 'fatal_error', 'request_timeout'])

/** @param once whether `uncertain` has to be told from `away` */
export function failureOf(error: unknown, once: boolean): ProviderFailure {
  const lost = once ? 'uncertain' : 'away'
  const fail = (reason: FailureReason, cause: unknown, retryAfter?: number) =>
    new ProviderFailure('Slack', reason, { cause, retryAfter })
  if (error instanceof ProviderFailure) return error
  if (error instanceof WebAPIRateLimitedError) return fail('limited', 429, Math.max(1, error.retryAfter))
  if (error instanceof WebAPIHTTPError) return fail(reasonOf(error.statusCode, lost), error.statusCode)
  // It was never said, or nothing came back.
  if (error instanceof WebAPIRequestError) {
    if (error.original instanceof ProviderFailure) return error.original
    const cause = error.original.cause ?? error.original
    return fail(mayHaveArrived(cause) ? lost : 'away', nameOf(cause))
  }
  if (error instanceof WebAPIPlatformError) {
    const { error: code, response_metadata } = error.data
    // What is no JSON stands there as it is.
    if (typeof code !== 'string' || !/^[a-z][a-z_]{2,60}$/u.test(code))
      return fail(once ? 'uncertain' : 'broken', 'body')
    return fail(halfway.has(code) ? lost : (reasons.get(code) ?? 'refused'), code, response_metadata?.retryAfter)
  }
  // Its beginning came back, its end did not.
  const isLate = error instanceof Error && error.name === 'TimeoutError'
  return fail(once ? 'uncertain' : isLate ? 'away' : 'broken', nameOf(error))
}

/** The library takes a 429 without `Retry-After` for an error of its own, which names the address. */
export function limitedWithoutTime(response: Response): Response {
  if (response.status === 429 && !/^\d+$/u.test(response.headers.get('retry-after') ?? ''))
    throw new WebAPIRateLimitedError(waitAtLeast)
  return response
}

/** Never its message: that may hold an address. */
function nameOf(error: unknown): string {
  const { code } = error as { code?: unknown }
  if (typeof code === 'string') return code
  return error instanceof Error ? error.name : 'unknown'
}
