import { WebAPIHTTPError, WebAPIPlatformError, WebAPIRateLimitedError, WebAPIRequestError } from '@slack/web-api'
import type { FailureReason } from '#contract/errors.ts'
import { ProviderFailure } from '#server/errors.ts'
import { mayHaveArrived, reasonOf } from '../call.ts'

const waitAtLeast = 60 // seconds, if Slack does not say how long

/** The error codes that Slack returns with HTTP 200 (section "Errors" of each method). Unknown codes are `refused`. */
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
    channel_not_found: 'not_found',
    is_archived: 'not_found',
    user_not_found: 'not_found',
    users_not_found: 'not_found',
    user_disabled: 'not_found',
    not_in_channel: 'not_in_channel',
    messages_tab_disabled: 'messages_off',
    bad_client_secret: 'misconfigured',
    invalid_client_id: 'misconfigured',
    bad_redirect_uri: 'misconfigured',
    oauth_authorization_url_mismatch: 'misconfigured',
    ratelimited: 'rate_limited',
    rate_limited: 'rate_limited',
    service_unavailable: 'unavailable',
  }),
)
/** The codes after which, according to Slack, part of the request may have been done. */
const halfway = new Set(['internal_error', 'fatal_error', 'request_timeout'])

/**
 * @param once whether repeating the request would do harm, so that an unknown outcome must not count as `unavailable`
 */
export function failureOf(error: unknown, once: boolean): ProviderFailure {
  const lost = once ? 'unknown_outcome' : 'unavailable'
  const fail = (reason: FailureReason, cause: unknown, retryAfter?: number) =>
    new ProviderFailure('Slack', reason, { cause, retryAfter })
  if (error instanceof ProviderFailure) return error
  if (error instanceof WebAPIRateLimitedError) return fail('rate_limited', 429, Math.max(1, error.retryAfter))
  if (error instanceof WebAPIHTTPError) return fail(reasonOf(error.statusCode, lost), error.statusCode)
  // The request was not sent, or got no response.
  if (error instanceof WebAPIRequestError) {
    if (error.original instanceof ProviderFailure) return error.original
    const cause = error.original.cause ?? error.original
    return fail(mayHaveArrived(cause) ? lost : 'unavailable', nameOf(cause))
  }
  if (error instanceof WebAPIPlatformError) {
    const { error: code, response_metadata } = error.data
    // If the body is not JSON, the library passes its text as the code.
    if (typeof code !== 'string' || !/^[a-z][a-z_]{2,60}$/u.test(code))
      return fail(once ? 'unknown_outcome' : 'invalid_response', 'body')
    return fail(halfway.has(code) ? lost : (reasons.get(code) ?? 'refused'), code, response_metadata?.retryAfter)
  }
  // The response began, but did not end.
  const isLate = error instanceof Error && error.name === 'TimeoutError'
  return fail(once ? 'unknown_outcome' : isLate ? 'unavailable' : 'invalid_response', nameOf(error))
}

/**
 * Throws an error for a 429 without `Retry-After`. Otherwise the library would throw an error that contains the
 * address.
 */
export function limitedWithoutTime(response: Response): Response {
  if (response.status === 429 && !/^\d+$/u.test(response.headers.get('retry-after') ?? ''))
    throw new WebAPIRateLimitedError(waitAtLeast)
  return response
}

/** Returns the error's code or name. Must not be its message, which can contain an address. */
function nameOf(error: unknown): string {
  const { code } = error as { code?: unknown }
  if (typeof code === 'string') return code
  return error instanceof Error ? error.name : 'unknown'
}
