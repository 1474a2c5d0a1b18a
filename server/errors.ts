import { errorStatus, type ErrorCode, type FieldErrorCode } from '#contract/errors.ts'

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
