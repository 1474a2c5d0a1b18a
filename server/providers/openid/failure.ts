import { ClientError, ResponseBodyError, WWWAuthenticateChallengeError } from 'openid-client'
import type { FailureReason } from '#contract/errors.ts'
import { ProviderFailure } from '#server/errors.ts'

/** Converts an error of the library to a reason. Drops the error's message, which may contain the request. */
export function failureOf(provider: string, error: unknown): unknown {
  if (error instanceof ProviderFailure) return error
  if (error instanceof ResponseBodyError) return ofWord(provider, error.error, error.response)
  // During a code exchange, only the operator's client id and secret authenticate, so they must be wrong.
  if (error instanceof WWWAuthenticateChallengeError)
    return new ProviderFailure(provider, 'misconfigured', { cause: 'invalid_client' })
  if (error instanceof ClientError) {
    const { cause, code } = error
    if (cause instanceof Response && cause.status !== 200) return ofStatus(provider, cause)
    // GitHub returns errors with status 200, unlike RFC 6749.
    const word = wordIn(cause)
    if (word) return ofWord(provider, word)
    if (isOthers(error)) return new ProviderFailure(provider, 'misconfigured', { cause: code })
    const isLate = code === 'OAUTH_TIMEOUT' || code === 'OAUTH_ABORT'
    return new ProviderFailure(provider, isLate || !code ? 'unavailable' : 'invalid_response', { cause: code })
  }
  // `fetch` throws a TypeError if the server is unreachable.
  if (error instanceof TypeError) return new ProviderFailure(provider, 'unavailable', { cause: codeOf(error.cause) })
  return error
}

/**
 * The errors of a mismatch with our configuration: in the issuer, its keys, the client or the clock. A retry cannot
 * succeed.
 */
const mismatches = new Set([
  'OAUTH_JWT_CLAIM_COMPARISON_FAILED',
  'OAUTH_JWT_TIMESTAMP_CHECK_FAILED',
  'OAUTH_JSON_ATTRIBUTE_COMPARISON_FAILED',
  'OAUTH_KEY_SELECTION_FAILED',
])
/** Returns whether the configuration is wrong. The library has no code for an invalid signature. */
const isOthers = ({ code = '', cause }: ClientError) =>
  mismatches.has(code) || (cause instanceof Error && cause.message === 'JWT signature verification failed')

/** Error codes of RFC 6749 (4.1.2.1, 5.2), GitHub and Google that only the operator can fix. */
const operators = new Set([
  'invalid_client',
  'unauthorized_client',
  'incorrect_client_credentials',
  'redirect_uri_mismatch',
  'application_suspended',
  'invalid_scope',
])

/** Converts an OAuth error code to a reason; a status of 429 or 5xx takes precedence. */
export function ofWord(provider: string, word: string, response?: Response): ProviderFailure {
  if (response && (response.status >= 500 || response.status === 429)) return ofStatus(provider, response)
  return new ProviderFailure(provider, operators.has(word) ? 'misconfigured' : 'refused', { cause: word.slice(0, 50) })
}

function ofStatus(provider: string, { status, headers }: Response): ProviderFailure {
  const reason: FailureReason =
    status === 429
      ? 'rate_limited'
      : status >= 500 || status < 400
        ? 'unavailable'
        : status === 401
          ? 'misconfigured'
          : 'refused'
  const wait = Number(headers.get('retry-after'))
  return new ProviderFailure(provider, reason, {
    ...(Number.isSafeInteger(wait) && wait > 0 ? { retryAfter: wait } : {}),
    cause: status,
  })
}

function wordIn(cause: unknown): string | undefined {
  const body = (cause as { cause?: { body?: { error?: unknown } } } | undefined)?.cause?.body
  return typeof body?.error === 'string' ? body.error : undefined
}

const codeOf = (cause: unknown): string => (cause as NodeJS.ErrnoException | undefined)?.code ?? 'unknown'
