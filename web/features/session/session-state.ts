import type { Me } from '#contract/users.ts'

export type SessionState =
  | { state: 'initializing'; user?: undefined }
  /** The server could not confirm the stored session, so the browser still has its tokens. */
  | { state: 'unreachable'; user?: undefined }
  /** `left`: whether the member logged out. The next sign-in then does not return to this page. */
  | { state: 'signed-out'; left: boolean; user?: undefined }
  /**
   * `cached`: the member comes from an earlier visit, because the server has not responded yet.
   * `over`: the session ended while the member was writing, and the page asks for a login (E5.04).
   */
  | { state: 'signed-in'; user: Me; cached?: true; over?: true }

/** Reloads the page, because it now belongs to another member. */
export const reloadPage = () => window.location.reload()

/** Creates a login that the requests of a page can wait for, after the session has ended. */
export function createAwaitedLogin() {
  let login: PromiseWithResolvers<void> | undefined
  return {
    /** Returns a promise that settles with the login. Returns undefined if the page does not wait for a login. */
    promise: () => login?.promise,
    begin: () => {
      login ??= Promise.withResolvers()
      login.promise.catch(() => undefined) // avoids an unhandled rejection if no request waits
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
