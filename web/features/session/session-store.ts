import type { Me } from '#contract/users.ts'
import { AuthenticationFailed, isUnreachable } from '../../api/errors.ts'
import { accessToken, clearTokens, isAnothers, refreshToken, storageKeys, storeTokens } from '../../api/tokens.ts'
import { actFor, fetchMe, goToProvider, logout, onSessionEnded } from './queries.ts'

export type SessionState =
  | { state: 'initializing'; user?: undefined }
  /** Nobody could say whether the stored session is still valid: it is kept. */
  | { state: 'unreachable'; user?: undefined }
  /** `left`: by the member's own logout, so that the next sign-in does not lead back to where they were. */
  | { state: 'signed-out'; left: boolean; user?: undefined }
  /** `cached`: as an earlier visit knew them, because nobody has answered in this one yet. */
  | { state: 'signed-in'; user: Me; cached?: true }

/** Loaded on demand: nothing is cached before somebody is signed in. */
const offlineCache = () => import('../../lib/offline-cache.ts')
const cachedMember = 'me'

/** What an earlier version may have cached is no member. */
const isMe = (value: unknown): value is Me => typeof value === 'object' && value !== null && 'settings' in value

/** The auth state (S4.01), shared with the other tabs of this browser. @param early the member, asked for before the page was drawn */
export function createSessionStore(early?: Promise<Me>) {
  let current: SessionState = early || accessToken() ? { state: 'initializing' } : { state: 'signed-out', left: false }
  /** Of a session that ends without the member's doing. */
  let tellEnded = () => {}
  const subscribers = new Set<() => void>()
  const enter = (next: SessionState) => {
    current = next
    actFor(next.user?.id)
    for (const changed of subscribers) changed()
  }

  const clearCache = () => void offlineCache().then(({ clearCache }) => clearCache())

  const signedOut = (left: boolean) => {
    clearCache()
    // Whoever is signed out already stays so for the first reason.
    if (current.state !== 'signed-out') enter({ state: 'signed-out', left })
  }

  /** Another tab has signed in as another member: nothing of this one's page may outlive that. Drafts are kept for each member. */
  const isReplaced = (user = current.user) => {
    const token = accessToken()
    return token !== null && user !== undefined && isAnothers(token, user.id)
  }
  const beginAnew = () => window.location.reload()

  const show = (user: Me) => {
    // A logout while the answer was on its way, here or in another tab, still counts.
    if (accessToken() === null) return signedOut(true)
    if (isReplaced(user)) return beginAnew()
    void offlineCache().then(({ writeCache }) => writeCache(cachedMember, user))
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

  const readOrEnd = (onEnd?: () => void) =>
    read().catch((error: unknown) => {
      if (isReplaced()) return beginAnew()
      clearTokens()
      if (current.state === 'signed-in') onEnd?.()
      signedOut(false)
      throw error
    })

  /** Nobody answers: the member as last seen stands in, so that what was last read can be read again. */
  const signInFromCache = async () => {
    const user = await offlineCache().then(({ readCache }) => readCache(cachedMember))
    if (accessToken() === null) return signedOut(true)
    enter(isMe(user) && !isReplaced(user) ? { state: 'signed-in', user, cached: true } : { state: 'unreachable' })
  }

  const start = () =>
    read().catch((error: unknown) => {
      console.info('The stored session could not be used', error)
      if (isUnreachable(error) && accessToken() !== null) return signInFromCache()
      clearTokens()
      // Nobody was there to be told when it had ended before the page was drawn.
      if (current.state === 'initializing' && error instanceof AuthenticationFailed) tellEnded()
      signedOut(false)
    })

  /** Another tab has signed out, or in, perhaps as another member; a token that it has only renewed changes nothing here. */
  const onStorage = ({ key, oldValue }: StorageEvent) => {
    if (key !== storageKeys.accessToken && key !== null) return
    if (!accessToken()) signedOut(true)
    else if (isReplaced()) beginAnew()
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
     * Checks the stored session, and from then on follows the server, the other tabs and the network.
     * @param onEnded told when the server has ended the session
     * @returns stops following tabs and network
     */
    connect: (onEnded: () => void) => {
      tellEnded = onEnded
      onSessionEnded(() => {
        clearCache()
        enter({ state: 'signed-out', left: false })
        onEnded()
      })
      if (early || accessToken()) void start()
      window.addEventListener('storage', onStorage)
      window.addEventListener('online', onOnline)
      return () => {
        window.removeEventListener('storage', onStorage)
        window.removeEventListener('online', onOnline)
      }
    },

    actions: {
      /** Asks again, after `unreachable`. */
      retry: () => {
        enter({ state: 'initializing' })
        return start()
      },

      /** Keeps the tokens, reads the member and signs in; rejects, signed out, where the member cannot be read. */
      signIn: async (tokens: { access_token: string; refresh_token?: string }) => {
        actFor(undefined) // whoever was signed in before
        storeTokens(tokens)
        await readOrEnd()
      },

      signOut: async () => {
        signedOut(true)
        await logout().catch((error: unknown) => console.info('The server could not be told of the logout', error))
      },

      /**
       * Reads the member again, after their profile changed. Where that fails, signs out, says so and rejects; without a
       * refresh token, which a session that Google began has not, Google is asked again (S4.10).
       */
      refreshUser: async () => {
        const beganAtGoogle = accessToken() !== null && refreshToken() === null
        await readOrEnd(beganAtGoogle ? undefined : tellEnded).catch((error: unknown) => {
          if (!beganAtGoogle) throw error
          return goToProvider('google', 'onboarding').catch((reason: unknown) => {
            console.info('Google could not be asked again', reason)
            tellEnded()
          })
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
