// The session as the API client sees it: the current member, and what happens when the session ends.

import { forgetTabWords } from '../lib/tab-words.ts'

let member: string | undefined
let ended: () => void = () => {}
let awaited: () => Promise<void> | undefined = () => undefined

/**
 * Sets the member for whom requests are sent. No request uses the token of another member. Deletes the words of sign-up
 * forms, because a member already has an account (E5.17).
 */
export function actFor(memberId: string | undefined) {
  member = memberId
  if (memberId) forgetTabWords()
}

/** Returns the id of the member for whom the page sends requests. */
export const actingMember = () => member

/**
 * Registers the handlers of a session that ends. Call once at start.
 * @param onEnded called when the session ends without an action of the member
 * @param loginAwaited returns a promise while the page asks the member to sign in again; requests wait for it
 */
export function onSessionEnded(onEnded: () => void, loginAwaited: () => Promise<void> | undefined) {
  ended = onEnded
  awaited = loginAwaited
}

/** Reports that the server has ended the session. */
export const tellSessionEnded = () => ended()

/** Returns a promise while the page asks the member to sign in again. */
export const awaitedLogin = () => awaited()
