import { errorStatus, type ErrorCode, type FailureReason, type FieldErrorCode } from '#contract/errors.ts'

/** A failure that the caller may know about. `http/errors/problem.ts` sends it as problem+json in the caller's language. */
export class AppError extends Error {
  readonly code: ErrorCode
  readonly field: { name: string; code: FieldErrorCode } | undefined
  /** The seconds to wait before a retry, for 429 and 503. */
  readonly retryAfter: number | undefined

  constructor(code: ErrorCode, more: { field?: { name: string; code: FieldErrorCode }; retryAfter?: number } = {}) {
    super(code)
    this.code = code
    this.field = more.field
    this.retryAfter = more.retryAfter
  }

  get status(): number {
    return errorStatus[this.code]
  }
}

/** Temporary failures. All other reasons need a change before a retry can succeed. */
const transientReasons: ReadonlySet<FailureReason> = new Set(['rate_limited', 'unavailable', 'invalid_response'])

/**
 * A failed call to an external service. The caller gets one sentence about it.
 * @param provider the service's display name
 */
export class ProviderFailure extends AppError {
  readonly provider: string
  readonly reason: FailureReason

  constructor(
    provider: string,
    reason: FailureReason,
    more: { retryAfter?: number | undefined; cause?: unknown } = {},
  ) {
    const isTransient = transientReasons.has(reason)
    const retryAfter = more.retryAfter ?? (isTransient ? 60 : undefined)
    super(isTransient ? 'provider_unavailable' : 'connection_refused', retryAfter === undefined ? {} : { retryAfter })
    this.provider = provider
    this.reason = reason
    this.cause = more.cause
  }

  get isTransient(): boolean {
    return transientReasons.has(this.reason)
  }
}

/** The status of each error that only SCIM has (RFC 7644, 3.12). */
export const scimErrorStatus = {
  invalidFilter: 400,
  invalidPath: 400,
  invalidSyntax: 400,
  invalidValue: 400,
  mutability: 400,
  noTarget: 400,
  uniqueness: 409,
  versionChanged: 412,
  unsupported: 501,
} as const
export type ScimErrorKind = keyof typeof scimErrorStatus

/**
 * An error of a SCIM route. `http/auth/scim.ts` sends it in the form of SCIM.
 * @param attribute the name of the invalid attribute, as the caller wrote it
 */
export class ScimFailure extends Error {
  readonly kind: ScimErrorKind
  readonly attribute: string

  constructor(kind: ScimErrorKind, attribute = '') {
    super(kind)
    this.kind = kind
    this.attribute = attribute.slice(0, 100)
  }
}
