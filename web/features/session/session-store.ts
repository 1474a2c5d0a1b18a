import type { Me } from '#contract/users.ts'
import { AuthenticationFailed, mayPass } from '../../api/errors.ts'
import { actFor, onSessionEnded } from '../../api/session.ts'
import {
  accessToken,
  clearTokens,
  hasSessionEnded,
  isAnothers,
  isMembers,
  refreshToken,
  storageKeys,
  storeTokens,
} from '../../api/tokens.ts'
import { beingWritten } from '../../lib/drafts/being-written.ts'
import { cacheMember, clearCache, readCachedMember } from './cached-member.ts'
import { beginAnew, createAwaitedLogin, type SessionState } from './session-state.ts'
import { fetchMe, goToProvider, logout } from './queries.ts'

/** The auth state (S4.01), shared with the other tabs of this browser. @param early the member, asked for before the page was drawn */
export function createSessionStore(early?: Promise<Me>) {
  let current: SessionState = early || accessToken() ? { state: 'initializing' } : { state: 'signed-out', left: false }
  let hadMember = false
  /** Of a session that ends without the member's doing. */
  let tellEnded = () => {}
  const login = createAwaitedLogin()
  const subscribers = new Set<() => void>()
  const enter = (next: SessionState) => {
    current = next
    hadMember ||= next.state === 'signed-in'
    actFor(next.user?.id)
    for (const changed of subscribers) changed()
  }

  /** Goes on where the member was: the requests that waited are sent. */
  const resume = (user: Me) => {
    enter({ state: 'signed-in', user })
    login.succeed()
  }

  /** The server has ended the session, here or in another tab. */
  const ended = () => {
    clearCache()
    const { user } = current
    if (user && beingWritten().length > 0) {
      login.begin()
      return enter({ state: 'signed-in', user, over: true })
    }
    enter({ state: 'signed-out', left: false })
    tellEnded()
  }

  const signedOut = (left: boolean) => {
    login.giveUp(new AuthenticationFailed())
    clearCache()
    // Whoever is signed out already stays so for the first reason.
    if (current.state !== 'signed-out') enter({ state: 'signed-out', left })
  }

  /** Another tab has signed in as another member: nothing of this one's page may outlive that. Drafts are kept for each member. */
  const isReplaced = (user = current.user) => {
    const token = accessToken()
    return token !== null && user !== undefined && isAnothers(token, user.id)
  }

  const show = (user: Me) => {
    if (login.promise()) return
    // A logout while the answer was on its way, here or in another tab, still counts.
    if (accessToken() === null) return signedOut(true)
    if (isReplaced(user)) return beginAnew()
    cacheMember(user)
    enter({ state: 'signed-in', user })
  }

  let changes = 0
  /** Reads once more where a change was answered meanwhile: what was asked for before it may not have it. */
  const read = async (): Promise<void> => {
    const before = changes
    const asked = early ?? fetchMe()
    early = undefined
    const user = await asked
    return before === changes ? show(user) : read()
  }

  /** Nobody answers: the member as last seen stands in, so that what was last read can be read again. */
  const signInFromCache = async () => {
    const user = await readCachedMember()
    if (accessToken() === null) return signedOut(true)
    enter(user && !isReplaced(user) ? { state: 'signed-in', user, cached: true } : { state: 'unreachable' })
  }

  const start = () =>
    read().catch((error: unknown) => {
      console.info('The stored session could not be used', error)
      if (mayPass(error) && accessToken() !== null) return signInFromCache()
      clearTokens()
      // Nobody was there to be told when it had ended before the page was drawn.
      if (current.state === 'initializing' && error instanceof AuthenticationFailed) tellEnded()
      signedOut(false)
    })

  /** Another tab has signed out, or in, perhaps as another member; a token that it has only renewed changes nothing here. */
  const onStorage = ({ key, oldValue }: StorageEvent) => {
    if (key !== storageKeys.accessToken && key !== null) return
    if (!accessToken()) return hasSessionEnded() ? ended() : signedOut(true)
    if (isReplaced()) beginAnew()
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
      tellEnded = onEnded
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
      /** Returns whether somebody was signed in since this page was opened. */
      hadMember: () => hadMember,
      /** Asks again, after `unreachable`. */
      retry: () => {
        enter({ state: 'initializing' })
        return start()
      },

      /**
       * Keeps the tokens, reads the member and signs in; rejects, signed out, where the member cannot be read. Over the page
       * of a member whose session has ended, they go on where they were. Anybody else begins anew: nothing of theirs is sent.
       */
      signIn: async (tokens: { access_token: string; refresh_token?: string }) => {
        if (login.promise() && current.user) {
          storeTokens(tokens)
          if (!isMembers(tokens.access_token, current.user.id)) return beginAnew()
          resume(current.user)
          return read().catch((error: unknown) => console.info('The member could not be read again', error))
        }
        actFor(undefined) // whoever was signed in before
        storeTokens(tokens)
        await read().catch((error: unknown) => {
          if (isReplaced()) return beginAnew()
          clearTokens()
          signedOut(false)
          throw error
        })
      },

      /** Leaves a page whose session has ended, for the login page. */
      leave: () => signedOut(false),

      signOut: async () => {
        signedOut(true)
        await logout().catch((error: unknown) => console.info('The server could not be told of the logout', error))
      },

      /**
       * Reads the member again, after their profile changed. Rejects if they cannot be read. Only the server's refusal
       * of the session ends it. A session that Google began has no refresh token: then Google is asked again (S4.10).
       */
      refreshUser: async () => {
        const beganAtGoogle = accessToken() !== null && refreshToken() === null
        await read().catch((error: unknown) => {
          if (isReplaced()) return beginAnew()
          if (!beganAtGoogle || !(error instanceof AuthenticationFailed)) throw error
          return goToProvider('google', { state: 'onboarding' }).catch((reason: unknown) =>
            console.info('Google could not be asked again', reason),
          )
        })
      },

      /** Reads the member again, whom others may have changed; rejects where they cannot be read. */
      readUser: read,

      /** Shows the member as the answer to a change has just shown them. */
      userChanged: (user: Me) => {
        changes += 1
        show(user)
      },
    },
  }
}
