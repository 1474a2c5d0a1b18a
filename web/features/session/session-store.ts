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

/** The session store (S4.01), shared by all tabs of this browser. @param early the member, fetched before rendering */
export function createSessionStore(early?: Promise<Me>) {
  let current: SessionState = early || accessToken() ? { state: 'initializing' } : { state: 'signed-out', left: false }
  let hadMember = false
  /** Reports a session that ended without a logout. */
  let notifyEnded = () => {}
  const login = createAwaitedLogin()
  const subscribers = new Set<() => void>()
  const enter = (next: SessionState) => {
    current = next
    hadMember ||= next.state === 'signed-in'
    actFor(next.user?.id)
    for (const changed of subscribers) changed()
  }

  /** Continues on the page of the member. Waiting requests are sent. */
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
    // If already signed out, the first reason stays.
    if (current.state !== 'signed-out') enter({ state: 'signed-out', left })
  }

  /**
   * Whether another tab has signed in as another member, so that this page must reload. Drafts are stored per member.
   */
  const isOtherUser = (user = current.user) => {
    const token = accessToken()
    return token !== null && user !== undefined && isOfOtherMember(token, user.id)
  }

  const show = (user: Me) => {
    if (login.promise()) return
    // A logout during the request still counts, in this tab or in another one.
    if (accessToken() === null) return signedOut(true)
    if (isOtherUser(user)) return reloadPage()
    cacheMember(user)
    enter({ state: 'signed-in', user })
  }

  let changes = 0
  /** Fetches again if a change was answered during the fetch: the response may not include the change. */
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
      // The session had ended before rendering, when there was no listener yet.
      if (current.state === 'initializing' && error instanceof AuthenticationFailed) notifyEnded()
      signedOut(false)
    })

  /** Follows a sign-out or sign-in in another tab, perhaps as another member. Ignores renewed tokens. */
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
     * Checks the stored session. Follows the server, other tabs and the network until the returned function is called.
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
       * On a page with an ended session, the same member continues. For another member, the page reloads and sends no
       * old request.
       */
      signIn: async (tokens: { access_token: string; refresh_token?: string }) => {
        if (login.promise() && current.user) {
          storeTokens(tokens)
          if (!isMembers(tokens.access_token, current.user.id)) return reloadPage()
          resume(current.user)
          return read().catch((error: unknown) => console.info('The member could not be read again', error))
        }
        actFor(undefined) // forget a member that was signed in before
        storeTokens(tokens)
        await read().catch((error: unknown) => {
          if (isOtherUser()) return reloadPage()
          clearTokens()
          signedOut(false)
          throw error
        })
      },

      /** Leaves a page with an ended session for the login page. */
      leave: () => signedOut(false),

      signOut: async () => {
        signedOut(true)
        await logout().catch((error: unknown) => console.info('The server could not be told of the logout', error))
      },

      /**
       * Refetches the member after a profile change. Rejects on failure, but only a rejected session ends the session.
       * A session that began at Google has no refresh token, so Google is asked again (S4.10).
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

      /** Shows the member from the response to a change. */
      userChanged: (user: Me) => {
        changes += 1
        show(user)
      },
    },
  }
}
