// The session as requests know it: its member, and the steps after its end.

import { forgetTabWords } from '../lib/tab-words.ts'

let member: string | undefined
let ended: () => void = () => {}
let awaited: () => Promise<void> | undefined = () => undefined

/**
 * Sets the member for whom requests are sent. No request is sent with the token of another member. A member has an
 * account: the words of the forms for a new one are forgotten (E5.17).
 */
export function actFor(memberId: string | undefined) {
  member = memberId
  if (memberId) forgetTabWords()
}

/** Returns the id of the member for whom the page acts. */
export const actingMember = () => member

/**
 * Lets the session follow what the server says of it. To be called once, at start.
 * @param onEnded is called when the session has ended without the member's doing
 * @param loginAwaited returns a promise while the page asks the member to log in again; requests wait for it
 */
export function onSessionEnded(onEnded: () => void, loginAwaited: () => Promise<void> | undefined) {
  ended = onEnded
  awaited = loginAwaited
}

/** Tells that the server has ended the session. */
export const tellSessionEnded = () => ended()

/** Returns a promise while the page asks the member to log in again. */
export const awaitedLogin = () => awaited()
