declare const minted: unique symbol

/** Whose request this is. Only `membership.ts` makes one, so a statement without a team does not compile. */
export type Scope = {
  readonly teamId: string
  readonly userId: string
  readonly sessionId: string
  /** When the member last showed within this session who they are: some changes ask for a recent moment. */
  readonly signedInAt: Date
  /** Whether they were an administrator of their team when the request came. */
  readonly isAdmin: boolean
  readonly [minted]: true
}
