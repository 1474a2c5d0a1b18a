import type { Me } from '#contract/users.ts'
import { AuthenticationFailed, isTransient } from '../../api/errors.ts'
import { actFor, onSessionEnded } from '../../api/session.ts'
import {
  accessToken,
  clearTokens,
  hasSessionEnded,
  isOfOtherMember,
  isMembers,
  refreshToken,
  storageKeys,
  storeTokens,
} from '../../api/tokens.ts'
import { openEditors } from '../../storage/drafts/open-editors.ts'
import { cacheMember, forgetCachedMember, readCachedMember } from './cached-member.ts'
import { reloadPage, createAwaitedLogin, type SessionState } from './session-state.ts'
import { fetchMe } from '../../entities/me.ts'
import { goToProvider, logout } from './queries.ts'

/**
 * Creates the session store of this page (S4.01). All tabs of the browser share its tokens.
 * @param early the member, fetched before rendering
 */
export function createSessionStore(early?: Promise<Me>) {
  let current: SessionState = early || accessToken() ? { state: 'initializing' } : { state: 'signed-out', left: false }
  let hadMember = false
  /** Tells the page that the session ended without a logout. */
  let notifyEnded = () => {}
  const login = createAwaitedLogin()
  const subscribers = new Set<() => void>()
  const enter = (next: SessionState) => {
    current = next
    hadMember ||= next.state === 'signed-in'
    actFor(next.user?.id)
    for (const changed of subscribers) changed()
  }

  /** Continues on the page after the member has signed in again. Sends the requests that waited for the login. */
  const resume = (user: Me) => {
    enter({ state: 'signed-in', user })
    login.succeed()
  }

  /** Handles a session that the server has ended, here or in another tab. */
  const ended = () => {
    forgetCachedMember()
    const { user } = current
    if (user && openEditors().length > 0) {
      login.begin()
      return enter({ state: 'signed-in', user, over: true })
    }
    enter({ state: 'signed-out', left: false })
    notifyEnded()
  }

  const signedOut = (left: boolean) => {
    login.giveUp(new AuthenticationFailed())
    forgetCachedMember()
    // If the state is signed-out already, the first reason stays.
    if (current.state !== 'signed-out') enter({ state: 'signed-out', left })
  }

  /**
   * Returns whether another tab has signed in as another member. This page must then reload, because drafts belong to
   * one member.
   */
  const isOtherUser = (user = current.user) => {
    const token = accessToken()
    return token !== null && user !== undefined && isOfOtherMember(token, user.id)
  }

  const show = (user: Me) => {
    if (login.promise()) return
    // A logout during the request has priority, in this tab or in another one.
    if (accessToken() === null) return signedOut(true)
    if (isOtherUser(user)) return reloadPage()
    cacheMember(user)
    enter({ state: 'signed-in', user })
  }

  let changes = 0
  /** Fetches the member. Fetches again if a change was saved during the request, which may have missed the change. */
  const read = async (): Promise<void> => {
    const before = changes
    const request = early ?? fetchMe()
    early = undefined
    const user = await request
    return before === changes ? show(user) : read()
  }

  /** Shows the cached member while the server is unreachable, so that cached data can be read. */
  const signInFromCache = async () => {
    const user = await readCachedMember()
    if (accessToken() === null) return signedOut(true)
    enter(user && !isOtherUser(user) ? { state: 'signed-in', user, cached: true } : { state: 'unreachable' })
  }

  const start = () =>
    read().catch((error: unknown) => {
      console.info('The stored session could not be used', error)
      if (isTransient(error) && accessToken() !== null) return signInFromCache()
      clearTokens()
      // The session ended before rendering, when `onEnded` was not registered yet.
      if (current.state === 'initializing' && error instanceof AuthenticationFailed) notifyEnded()
      signedOut(false)
    })

  /** Reacts to a sign-out or sign-in in another tab, perhaps as another member. Ignores refreshed tokens. */
  const onStorage = ({ key, oldValue }: StorageEvent) => {
    if (key !== storageKeys.accessToken && key !== null) return
    if (!accessToken()) return hasSessionEnded() ? ended() : signedOut(true)
    if (isOtherUser()) reloadPage()
    else if (login.promise() && current.user) resume(current.user)
    else if (!oldValue) void start()
  }

  const onOnline = () => {
    if (current.state === 'signed-in' && current.cached) void start()
  }

  return {
    getState: () => current,
    subscribe: (changed: () => void) => {
      subscribers.add(changed)
      return () => void subscribers.delete(changed)
    },

    /**
     * Checks the stored session. Watches the server, other tabs and the network until the returned function is called.
     * @param onEnded called when the server has ended the session
     */
    connect: (onEnded: () => void) => {
      notifyEnded = onEnded
      onSessionEnded(ended, login.promise)
      if (early || accessToken()) void start()
      window.addEventListener('storage', onStorage)
      window.addEventListener('online', onOnline)
      return () => {
        window.removeEventListener('storage', onStorage)
        window.removeEventListener('online', onOnline)
      }
    },

    actions: {
      hadMember: () => hadMember,
      retry: () => {
        enter({ state: 'initializing' })
        return start()
      },

      /**
       * Stores the tokens, fetches the member and signs in. If the fetch fails, rejects and stays signed out.
       * On a page that waits for a login, the same member continues. If another member signs in there, the page reloads
       * and drops the waiting requests.
       */
      signIn: async (tokens: { access_token: string; refresh_token?: string }) => {
        if (login.promise() && current.user) {
          storeTokens(tokens)
          if (!isMembers(tokens.access_token, current.user.id)) return reloadPage()
          resume(current.user)
          return read().catch((error: unknown) => console.info('The member could not be read again', error))
        }
        actFor(undefined) // the requests below must not use the previous member
        storeTokens(tokens)
        await read().catch((error: unknown) => {
          if (isOtherUser()) return reloadPage()
          clearTokens()
          signedOut(false)
          throw error
        })
      },

      /** Ends a page that waits for a login, and shows the login page. */
      leave: () => signedOut(false),

      signOut: async () => {
        signedOut(true)
        await logout().catch((error: unknown) => console.info('The server could not be told of the logout', error))
      },

      /**
       * Refetches the member after a profile change. Rejects on failure. The session ends only if the
       * server rejects the session.
       * A session that began at Google has no refresh token, so the page goes to Google again (S4.10).
       */
      refreshUser: async () => {
        const beganAtGoogle = accessToken() !== null && refreshToken() === null
        await read().catch((error: unknown) => {
          if (isOtherUser()) return reloadPage()
          if (!beganAtGoogle || !(error instanceof AuthenticationFailed)) throw error
          return goToProvider('google', { state: 'onboarding' }).catch((reason: unknown) =>
            console.info('Google could not be asked again', reason),
          )
        })
      },

      readUser: read,

      /** Shows the member from the response to a saved change. */
      userChanged: (user: Me) => {
        changes += 1
        show(user)
      },
    },
  }
}
