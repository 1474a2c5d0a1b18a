import { ClientError, ResponseBodyError, WWWAuthenticateChallengeError } from 'openid-client'
import type { FailureReason } from '#contract/errors.ts'
import { ProviderFailure } from '#server/errors.ts'

/** What the library could not do, as a reason; its own words may hold what was sent, and are left behind. */
export function failureOf(provider: string, error: unknown): unknown {
  if (error instanceof ProviderFailure) return error
  if (error instanceof ResponseBodyError) return ofWord(provider, error.error, error.response)
  // Whoever exchanges a code shows who they are by the operator's client and secret alone.
  if (error instanceof WWWAuthenticateChallengeError)
    return new ProviderFailure(provider, 'misconfigured', { cause: 'invalid_client' })
  if (error instanceof ClientError) {
    const { cause, code } = error
    if (cause instanceof Response && cause.status !== 200) return ofStatus(provider, cause)
    // GitHub refuses with a status of success (RFC 6749 has it otherwise).
    const word = wordIn(cause)
    if (word) return ofWord(provider, word)
    if (isOthers(error)) return new ProviderFailure(provider, 'misconfigured', { cause: code })
    const isLate = code === 'OAUTH_TIMEOUT' || code === 'OAUTH_ABORT'
    return new ProviderFailure(provider, isLate || !code ? 'away' : 'broken', { cause: code })
  }
  // What `fetch` throws where nobody answers.
  if (error instanceof TypeError) return new ProviderFailure(provider, 'away', { cause: codeOf(error.cause) })
  return error
}

/** Waiting helps with none of them: the issuer, its keys, the client or a clock is another than is set here. */
const mismatches = new Set([
  'OAUTH_JWT_CLAIM_COMPARISON_FAILED',
  'OAUTH_JWT_TIMESTAMP_CHECK_FAILED',
  'OAUTH_JSON_ATTRIBUTE_COMPARISON_FAILED',
  'OAUTH_KEY_SELECTION_FAILED',
])
/** The library has no code of its own for a signature. */
const isOthers = ({ code = '', cause }: ClientError) =>
  mismatches.has(code) || (cause instanceof Error && cause.message === 'JWT signature verification failed')

/** Words of RFC 6749 (4.1.2.1, 5.2), of GitHub and of Google for what only the operator can mend. */
const operators = new Set([
  'invalid_client',
  'unauthorized_client',
  'incorrect_client_credentials',
  'redirect_uri_mismatch',
  'application_suspended',
  'invalid_scope',
])

/** What such a word means; where there is none, the status. */
export function ofWord(provider: string, word: string, response?: Response): ProviderFailure {
  if (response && (response.status >= 500 || response.status === 429)) return ofStatus(provider, response)
  return new ProviderFailure(provider, operators.has(word) ? 'misconfigured' : 'refused', { cause: word.slice(0, 50) })
}

function ofStatus(provider: string, { status, headers }: Response): ProviderFailure {
  const reason: FailureReason =
    status === 429 ? 'limited' : status >= 500 || status < 400 ? 'away' : status === 401 ? 'misconfigured' : 'refused'
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
