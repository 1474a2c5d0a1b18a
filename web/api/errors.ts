import type { ErrorCode } from '#contract/errors.ts'
import type { Problem } from '#contract/problem.ts'
import { isUnanswered } from '../platform/error-reference.ts'

/** An error response: the server's sentence in the reader's language, and a code to branch on. */
export class ApiError extends Error {
  readonly status: number
  readonly code: ErrorCode | undefined
  /** The server's sentence for the user. Absent if the response is not from our server. */
  readonly serverMessage: string | undefined
  /** Error sentences by field name, for a form. */
  readonly fields: Record<string, string>
  /** The id of the error in the server's log, if the server is at fault. */
  readonly reference: string | undefined
  /** The delay that the server requests before the next attempt. */
  readonly retryAfterMs: number | undefined

  constructor(status: number, body: string, problem: Partial<Problem>, retryAfterMs?: number) {
    super(`HTTP error! status: ${status}, message: ${body}`)
    this.status = status
    this.code = problem.code
    this.serverMessage = problem.message
    this.reference = problem.request_id
    this.retryAfterMs = retryAfterMs
    this.fields = Object.fromEntries((problem.errors ?? []).map(({ field, message }) => [field, message]))
  }

  /**
   * Returns the server's sentence for the user. If it only says "check what you entered", returns the sentences of the
   * fields as well.
   */
  get sentence(): string | undefined {
    if (this.code !== 'invalid_input') return this.serverMessage
    const ofFields = Object.entries(this.fields).map(([field, message]) => `${message} (${field})`)
    return [this.serverMessage, ...ofFields].filter(Boolean).join(' ')
  }
}

/** Returns the part of an error that no shown field displays. Undefined if the shown fields display the whole error. */
export function formLevelError(error: unknown, isShown: (field: string) => boolean): unknown {
  const names = Object.keys(fieldMessages(error))
  if (!(error instanceof ApiError) || !names.some(isShown)) return error
  if (names.every(isShown)) return undefined
  const { status, code, serverMessage: message = '', fields } = error
  const errors = names
    .filter((name) => !isShown(name))
    .map((field) => ({ field, code: 'invalid' as const, message: fields[field]! }))
  return new ApiError(status, error.message, { ...(code && { code }), message, errors })
}

/** Thrown if this page has no valid session, for example after a rejected refresh (S8.03). */
export class AuthenticationFailed extends Error {
  constructor() {
    super('Authentication failed')
  }
}

export const serverMessage = (error: unknown) => (error instanceof ApiError ? error.sentence : undefined)

/**
 * Returns what a form needs to show an error: `failed`, the server's sentence, and the error itself. Without an error,
 * `failure` is false.
 */
export const refusalOf = (cause: unknown, failed: string) => ({
  failure: cause !== undefined && cause !== null && failed,
  reason: serverMessage(cause),
  cause,
})

/** Returns error sentences by field name. Empty if the error concerns no field. */
export const fieldMessages = (error: unknown): Record<string, string> => (error instanceof ApiError ? error.fields : {})

/** Returns whether the text on the server has changed since the edit began (E2.07). */
export const isChangedElsewhere = (error: unknown) =>
  error instanceof ApiError && (error.code === 'report_changed' || error.code === 'changed_elsewhere')

/** Returns whether the status is from a gateway that could not reach the server. */
export const isGateway = (status: number) => status >= 502 && status <= 504

/** Returns whether there was no response: no network, a timeout, or a gateway that could not reach the server. */
export const isUnreachable = (error: unknown) =>
  error instanceof ApiError ? isGateway(error.status) : isUnanswered(error)

/** Returns whether the same request may succeed later: no response, a server error, or a rate limit. */
export const isTransient = (error: unknown) =>
  isUnreachable(error) || (error instanceof ApiError && (error.status >= 500 || error.status === 429))
