import type { Me } from '#contract/users.ts'

export type SessionState =
  | { state: 'initializing'; user?: undefined }
  /** The server could not confirm the stored session. The tokens are kept. */
  | { state: 'unreachable'; user?: undefined }
  /** `left`: the member logged out, so the next sign-in does not return to the page. */
  | { state: 'signed-out'; left: boolean; user?: undefined }
  /**
   * `cached`: the member comes from an earlier visit, because the server has not responded yet.
   * `over`: the session ended while the member was writing, and the page asks for a login (E5.04).
   */
  | { state: 'signed-in'; user: Me; cached?: true; over?: true }

/** Reloads the page, because it now belongs to another member. */
export const reloadPage = () => window.location.reload()

/** Creates a login that the requests of a page can wait for. */
export function createAwaitedLogin() {
  let login: PromiseWithResolvers<void> | undefined
  return {
    /** Returns undefined unless a login is awaited. */
    promise: () => login?.promise,
    begin: () => {
      login ??= Promise.withResolvers()
      login.promise.catch(() => undefined) // possibly no request is waiting
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
