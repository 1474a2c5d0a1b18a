import type { TokenScope } from '#contract/tokens.ts'

declare const minted: unique symbol

/** Whose request this is. Only `membership.ts` makes one, so a statement without a team does not compile. */
export type Scope = {
  readonly teamId: string
  readonly userId: string
  /** Of the session that asks; where a token does, its own. */
  readonly sessionId: string
  /** What the token that asks may do; absent in a session, which may do everything. */
  readonly tokenScopes?: readonly TokenScope[]
  /** When the member last showed within this session who they are: some changes ask for a recent moment. */
  readonly signedInAt: Date
  /** Whether they were an administrator of their team when the request came. */
  readonly isAdmin: boolean
  /** The browser tab that writes, if it says so. */
  readonly clientId?: string
  /**
   * Set if the request writes: each of its transactions checks the caller's access again
   * (`server/db/still-allowed.ts`).
   */
  readonly writer?: Writer
  /** Undefined if the request has no `Idempotency-Key`. */
  readonly writeKey?: WriteKey
  readonly [minted]: true
}

/** The caller of a write, by a session or token with this id, or by a service that acts for the member. */
export type Writer = Pick<Scope, 'teamId' | 'userId' | 'isAdmin'> & {
  readonly by: 'session' | 'token' | 'service'
  readonly id: string
}

/** An answer as it was sent. */
export type StoredAnswer = {
  status: number
  headers: Record<string, string | string[]>
  body: string | undefined
}

/** The `Idempotency-Key` of a request. `write-key.ts` makes one. */
export type WriteKey = Pick<Scope, 'teamId' | 'userId' | 'writer'> & {
  readonly key: string
  readonly at: Date
  /** Seals an answer together with what tells this request from others with the key. */
  readonly seal: (answer: StoredAnswer) => Promise<string>
  /** Returns undefined if the answer is that of another request. */
  readonly unseal: (sealed: string) => Promise<StoredAnswer | undefined>
  /** Returns the answer, from what the route returns. */
  readonly answerOf: (body: unknown) => StoredAnswer
  /** The answer that this request has stored. */
  stored: StoredAnswer | undefined
}

/** Makes a transaction store the answer. */
export type Answering = { writeKey: WriteKey; bodyOf: (result: never) => unknown }
