import { createContext, type ReactNode, use, useEffect, useMemo, useState } from 'react'
import { useTranslations } from 'use-intl'
import type { Me } from '#contract/users.ts'
import { isUnreachable } from '../../api/errors.ts'
import { accessToken, clearTokens, refreshToken, storageKeys, storeTokens } from '../../api/tokens.ts'
import { toast } from '../../ui/toast.tsx'
import { fetchMe, goToProvider, logout, onSessionEnded } from './queries.ts'

type State =
  | { state: 'initializing'; user?: undefined }
  /** Nobody said whether the stored session still does: it is kept. */
  | { state: 'unreachable'; user?: undefined }
  /** `left`: by the member's own logout, so that the next sign-in does not lead back to where they were. */
  | { state: 'signed-out'; left: boolean; user?: undefined }
  /** `since: 'kept'`: known from an earlier visit, because nobody has answered yet in this one. */
  | { state: 'signed-in'; user: Me; since?: 'kept' }

type Session = State & {
  /** Asks again, after `unreachable`. */
  retry: () => Promise<void>
  /** Keeps the tokens, reads the member and signs in; rejects, signed out, where the member cannot be read. */
  signIn: (tokens: { access_token: string; refresh_token?: string }) => Promise<void>
  signOut: () => Promise<void>
  /**
   * Reads the member again, after their profile changed. Where that fails, signs out and rejects; without a refresh
   * token, which a session that Google began has not, Google is asked again (S4.10).
   */
  refreshUser: () => Promise<void>
  /** Shows the member as an answer has just shown them. */
  userChanged: (user: Me) => void
}

/** Not wanted before somebody is signed in. */
const keeping = () => import('../../lib/kept.ts')
const forget = () => void keeping().then(({ forgetKept }) => forgetKept())

/** What an earlier version may have kept is no member. */
const isMe = (value: unknown): value is Me => typeof value === 'object' && value !== null && 'settings' in value

const SessionContext = createContext<Session | undefined>(undefined)

export function useSession(): Session {
  const session = use(SessionContext)
  if (!session) throw new Error('useSession outside of SessionProvider')
  return session
}

/** The auth state (S4.01), shared with the other tabs of this browser. */
export function SessionProvider({ children }: { children: ReactNode }) {
  const t = useTranslations('session')
  const [state, setState] = useState<State>(() =>
    accessToken() ? { state: 'initializing' } : { state: 'signed-out', left: false },
  )

  const session = useMemo(() => {
    const signedOut = (left: boolean) => {
      forget()
      setState((before) => (before.state === 'signed-out' ? before : { state: 'signed-out', left }))
    }
    const end = () => {
      clearTokens()
      signedOut(false)
    }
    const userChanged = (user: Me) => {
      // A logout stands, here or in another tab, while the answer was under way.
      if (accessToken() === null) return signedOut(true)
      void keeping().then(({ keep }) => keep('me', user))
      setState({ state: 'signed-in', user })
    }
    const read = async () => userChanged(await fetchMe())
    /** Nobody answers: what was known of the member stands in, so that the last things read can be read again. */
    const standIn = async () => {
      const known = await keeping().then(({ kept }) => kept('me'))
      if (accessToken() === null) return signedOut(true)
      setState(isMe(known) ? { state: 'signed-in', user: known, since: 'kept' } : { state: 'unreachable' })
    }
    const readOrEnd = () =>
      read().catch((error: unknown) => {
        end()
        throw error
      })
    const start = () =>
      read().catch((error: unknown) => {
        console.info('The stored session could not be used', error)
        if (isUnreachable(error) && accessToken() !== null) return standIn()
        end()
      })
    return {
      start,
      userChanged,
      retry: () => {
        setState({ state: 'initializing' })
        return start()
      },
      signedOut,
      endedByServer: () => {
        forget()
        setState({ state: 'signed-out', left: false })
      },
      signIn: async (tokens: { access_token: string; refresh_token?: string }) => {
        storeTokens(tokens)
        await readOrEnd()
      },
      signOut: async () => {
        signedOut(true)
        await logout().catch((error: unknown) => console.info('The server could not be told of the logout', error))
      },
      refreshUser: async () => {
        const beganAtGoogle = accessToken() !== null && refreshToken() === null
        await readOrEnd().catch((error: unknown) => {
          if (!beganAtGoogle) throw error
          return goToProvider('google', 'onboarding').catch((reason: unknown) =>
            console.info('Google could not be asked again', reason),
          )
        })
      },
    }
  }, [])

  useEffect(() => {
    onSessionEnded(() => {
      session.endedByServer()
      toast.error(t('ended'))
    })
  }, [session, t])

  useEffect(() => {
    if (accessToken()) void session.start()
    const otherTab = (event: StorageEvent) => {
      if (event.key !== storageKeys.accessToken && event.key !== null) return
      if (!accessToken()) session.signedOut(true)
      else if (!event.oldValue) void session.start()
    }
    window.addEventListener('storage', otherTab)
    return () => window.removeEventListener('storage', otherTab)
  }, [session])

  const standsIn = state.state === 'signed-in' && state.since === 'kept'
  useEffect(() => {
    if (!standsIn) return
    const ask = () => void session.start()
    window.addEventListener('online', ask)
    return () => window.removeEventListener('online', ask)
  }, [standsIn, session])

  return <SessionContext value={{ ...state, ...session }}>{children}</SessionContext>
}
