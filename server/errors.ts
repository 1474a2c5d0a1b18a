import { errorStatus, type ErrorCode, type FailureReason, type FieldErrorCode } from '#contract/errors.ts'

/** A failure the caller may know about; `http/problem.ts` turns it into problem+json in the caller's language. */
export class AppError extends Error {
  readonly code: ErrorCode
  readonly field: { name: string; code: FieldErrorCode } | undefined
  /** Seconds after which it makes sense to try again, for 429 and 503. */
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

/** Waiting may help with these; with the others somebody has to change something first. */
const passing: ReadonlySet<FailureReason> = new Set(['limited', 'away', 'broken'])

/**
 * An outside service did not do what was asked; the caller reads one sentence about it.
 * @param provider the service's name, as people write it
 */
export class ProviderFailure extends AppError {
  readonly provider: string
  readonly reason: FailureReason

  constructor(
    provider: string,
    reason: FailureReason,
    more: { retryAfter?: number | undefined; cause?: unknown } = {},
  ) {
    const passes = passing.has(reason)
    const retryAfter = more.retryAfter ?? (passes ? 60 : undefined)
    super(passes ? 'provider_away' : 'connection_refused', retryAfter === undefined ? {} : { retryAfter })
    this.provider = provider
    this.reason = reason
    this.cause = more.cause
  }

  get passes(): boolean {
    return passing.has(this.reason)
  }
}
