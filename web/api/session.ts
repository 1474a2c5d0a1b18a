// The session as the API client sees it: the current member, and what happens when the session ends.

import { forgetTabForm } from '../storage/tab-forms.ts'

let member: string | undefined
let ended: () => void = () => {}
let awaited: () => Promise<void> | undefined = () => undefined

/**
 * Sets the member of all requests. No request uses the token of another member. Deletes the stored text of sign-up
 * forms, because a member already has an account (E5.17).
 */
export function actFor(memberId: string | undefined) {
  member = memberId
  if (memberId) forgetTabForm()
}

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

export const notifySessionEnded = () => ended()

export const awaitedLogin = () => awaited()
