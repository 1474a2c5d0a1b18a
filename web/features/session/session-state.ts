import type { Me } from '#contract/users.ts'

export type SessionState =
  | { state: 'initializing'; user?: undefined }
  /** Nobody could say whether the stored session is still valid: it is kept. */
  | { state: 'unreachable'; user?: undefined }
  /** `left`: by the member's own logout, so that the next sign-in does not lead back to where they were. */
  | { state: 'signed-out'; left: boolean; user?: undefined }
  /**
   * `cached`: as an earlier visit knew them, because nobody has answered in this one yet. `over`: the session has ended
   * while they were writing, and the page asks them to log in again (E5.04).
   */
  | { state: 'signed-in'; user: Me; cached?: true; over?: true }

/** Loads the page anew, because it is another member's from now on. */
export const beginAnew = () => window.location.reload()

/** A login for which the requests of a page wait. */
export function createAwaitedLogin() {
  let login: PromiseWithResolvers<void> | undefined
  return {
    /** Undefined unless a login is awaited. */
    promise: () => login?.promise,
    begin: () => {
      login ??= Promise.withResolvers()
      login.promise.catch(() => undefined) // there may be no request that waits
    },
    succeed: () => {
      login?.resolve()
      login = undefined
    },
    giveUp: (reason: Error) => {
      login?.reject(reason)
      login = undefined
    },
  }
}
