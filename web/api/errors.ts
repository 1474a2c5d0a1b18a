import type { ErrorCode } from '#contract/errors.ts'
import type { Problem } from '#contract/problem.ts'

/** A non-OK answer: what the server said in words, in the reader's language, with the code to branch on. */
export class ApiError extends Error {
  readonly status: number
  readonly code: ErrorCode | undefined
  /** The server's sentence for a person; absent where the answer did not come from our server. */
  readonly serverMessage: string | undefined
  /** Sentence by field, for a form. */
  readonly fields: Record<string, string>
  /** Under which the server's log tells of it, where it is the server's fault. */
  readonly reference: string | undefined
  /** The time that the server asks for before the next attempt. */
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

  /** The server's sentence for the person. If it only says "check what you entered", the sentences of the fields follow. */
  get sentence(): string | undefined {
    if (this.code !== 'invalid_input') return this.serverMessage
    const ofFields = Object.entries(this.fields).map(([field, message]) => `${message} (${field})`)
    return [this.serverMessage, ...ofFields].filter(Boolean).join(' ')
  }
}

/** Returns the part of a refusal that is about none of these fields, undefined if nothing is left. */
export function refusalBeside(error: unknown, isShown: (field: string) => boolean): unknown {
  const names = Object.keys(fieldMessages(error))
  if (!(error instanceof ApiError) || !names.some(isShown)) return error
  if (names.every(isShown)) return undefined
  const { status, code, serverMessage: message = '', fields } = error
  const errors = names
    .filter((name) => !isShown(name))
    .map((field) => ({ field, code: 'invalid' as const, message: fields[field]! }))
  return new ApiError(status, error.message, { ...(code && { code }), message, errors })
}

/** The session could not be renewed (S8.03). */
export class AuthenticationFailed extends Error {
  constructor() {
    super('Authentication failed')
  }
}

/** The sentence the server gave for a person, if it gave one. */
export const serverMessage = (error: unknown) => (error instanceof ApiError ? error.sentence : undefined)

/** What is said above a form of what was thrown: that it failed, and the server's sentence; nothing where nothing was. */
export const refusalOf = (cause: unknown, failed: string) => ({
  failure: cause !== undefined && cause !== null && failed,
  reason: serverMessage(cause),
  cause,
})

/** Sentence by field; empty where the failure was about no field. */
export const fieldMessages = (error: unknown): Record<string, string> => (error instanceof ApiError ? error.fields : {})

/** The server has other words by now than those from which the edit began (E2.07). */
export const isChangedElsewhere = (error: unknown) =>
  error instanceof ApiError && (error.code === 'report_changed' || error.code === 'changed_elsewhere')

/** What stands between says that the server is away. */
export const isGateway = (status: number) => status >= 502 && status <= 504

/** Nobody answered: no network, nothing within the time limit, or a server that is away behind a gateway. */
export const isUnreachable = (error: unknown) =>
  error instanceof ApiError
    ? isGateway(error.status)
    : error instanceof TypeError || (error instanceof DOMException && error.name === 'TimeoutError')

/** The same request may succeed later: nobody answered, the server failed, or it asked for patience. */
export const mayPass = (error: unknown) =>
  isUnreachable(error) || (error instanceof ApiError && (error.status >= 500 || error.status === 429))
