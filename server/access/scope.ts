import type { Transaction } from 'kysely'
import type { TokenScope } from '#contract/tokens.ts'
import type { Tables } from '#server/db/tables.ts'

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
  /** Where the request carries one: what it does happens once. */
  readonly writeKey?: WriteKey
  /** The transaction that found this out: the request's own goes on in it. */
  readonly begun?: Begun
  readonly [minted]: true
}

/** Whose request this is, as they say: `begun` gives what it came to only where the database says so too. */
export type Claimed = Pick<Scope, 'teamId' | 'userId' | 'begun'>

/** Goes on in a transaction that has begun; undefined where that is over. */
export type Begun = <T>(work: (db: Transaction<Tables>) => Promise<T>) => Promise<T> | undefined

/** The key of a write that may come twice, and how far it has come this time. `write-key.ts` makes one. */
export type WriteKey = {
  readonly userId: string
  readonly key: string
  readonly at: Date
  /** What tells the request that is sent now from others, sealed. */
  readonly mark: (step: number) => Buffer
  /** Whether a mark that is kept is of the same request. */
  readonly isSame: (mark: Buffer, step: number) => boolean
  readonly seal: (result: unknown, step: number) => Buffer
  readonly unseal: (sealed: Buffer, step: number) => unknown
  /** Transactions asked for so far. */
  steps: number
  /** Whether anything was done, or found done, so far. */
  state: 'untouched' | 'done' | 'replayed' | 'refused'
}
