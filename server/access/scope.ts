declare const minted: unique symbol

/** Whose request this is. Only `membership.ts` makes one, so a statement without a team does not compile. */
export type Scope = {
  readonly teamId: string
  readonly userId: string
  readonly sessionId: string
  /** When this session began with a password: some changes ask for a recent one. */
  readonly signedInAt: Date
  readonly [minted]: true
}
