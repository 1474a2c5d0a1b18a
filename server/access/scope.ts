import type { TokenScope } from '#contract/tokens.ts'

declare const minted: unique symbol

/** The caller of a request. Only `membership.ts` creates scopes, so a statement without a team does not compile. */
export type Scope = {
  readonly teamId: string
  readonly userId: string
  /** The id of the session or, for a program, of its token. */
  readonly sessionId: string
  /** The permissions of a token; undefined for a session, which may do everything. */
  readonly tokenScopes?: readonly TokenScope[]
  /** The last time that the member proved their identity in this session. Some changes require a recent proof. */
  readonly signedInAt: Date
  /** Whether the member was an administrator when the request arrived. */
  readonly isAdmin: boolean
  /** The browser tab that sends the request, if known. */
  readonly clientId?: string
  /** Set for a write: each of its transactions checks the caller's access again (`server/db/accounts/still-allowed.ts`). */
  readonly writer?: Writer
  /** Undefined if the request has no `Idempotency-Key`. */
  readonly writeKey?: WriteKey
  readonly [minted]: true
}

/** The caller of a write: the session or token with this id, or a service that acts for the member. */
export type Writer = Pick<Scope, 'teamId' | 'userId' | 'isAdmin'> & {
  readonly by: 'session' | 'token' | 'service'
  readonly id: string
}

export type StoredAnswer = {
  status: number
  headers: Record<string, string | string[]>
  body: string | undefined
}

/** The `Idempotency-Key` of a request, created by `http/requests/idempotency.ts`. */
export type WriteKey = Pick<Scope, 'teamId' | 'userId' | 'writer'> & {
  readonly key: string
  readonly at: Date
  /** Encrypts a response together with the request's fingerprint. */
  readonly seal: (answer: StoredAnswer) => Promise<string>
  /** Returns undefined if the response belongs to a different request. */
  readonly unseal: (sealed: string) => Promise<StoredAnswer | undefined>
  /** Returns the response for a route's return value. */
  readonly answerOf: (body: unknown) => StoredAnswer
  stored: StoredAnswer | undefined
}

/** The data with which a transaction stores the response. `bodyOf`: returns the body for the transaction's result. */
export type Answering = { writeKey: WriteKey; bodyOf: (result: never) => unknown }
