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

  constructor(status: number, body: string, problem: Partial<Problem>) {
    super(`HTTP error! status: ${status}, message: ${body}`)
    this.status = status
    this.code = problem.code
    this.serverMessage = problem.message
    this.reference = problem.request_id
    this.fields = Object.fromEntries((problem.errors ?? []).map(({ field, message }) => [field, message]))
  }
}

/** The session could not be renewed (S8.03). */
export class AuthenticationFailed extends Error {
  constructor() {
    super('Authentication failed')
  }
}

/** The sentence the server gave for a person, if it gave one. */
export const serverMessage = (error: unknown) => (error instanceof ApiError ? error.serverMessage : undefined)

/** What is said above a form of what was thrown: that it failed, and the server's sentence; nothing where nothing was. */
export const refusalOf = (cause: unknown, failed: string) => ({
  failure: cause !== undefined && cause !== null && failed,
  reason: serverMessage(cause),
  cause,
})

/** Sentence by field; empty where the failure was about no field. */
export const fieldMessages = (error: unknown): Record<string, string> => (error instanceof ApiError ? error.fields : {})

/** What stands between says that the server is away. */
export const isGateway = (status: number) => status >= 502 && status <= 504

/** Nobody answered: no network, nothing within the time limit, or a server that is away behind a gateway. */
export const isUnreachable = (error: unknown) =>
  error instanceof ApiError
    ? isGateway(error.status)
    : error instanceof TypeError || (error instanceof DOMException && error.name === 'TimeoutError')

/** The same request may succeed later: nobody answered, or the server failed. */
export const mayPass = (error: unknown) => isUnreachable(error) || (error instanceof ApiError && error.status >= 500)
