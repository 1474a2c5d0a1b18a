import { createContext, type ReactNode, use, useEffect, useMemo, useState } from 'react'
import { useTranslations } from 'use-intl'
import type { Me } from '#contract/users.ts'
import { accessToken, clearTokens, refreshToken, storageKeys, storeTokens } from '../../api/tokens.ts'
import { toast } from '../../ui/toast.tsx'
import { fetchMe, goToGoogle, logout, onSessionEnded } from './queries.ts'

type State =
  | { state: 'initializing'; user?: undefined }
  /** `ended`: not by the member's own logout, so that the next sign-in leads back to where they were. */
  | { state: 'signed-out'; ended: boolean; user?: undefined }
  | { state: 'signed-in'; user: Me }

type Session = State & {
  /** Keeps the tokens, reads the member and signs in; rejects, signed out, where the member cannot be read. */
  signIn: (tokens: { access_token: string; refresh_token?: string }) => Promise<void>
  signOut: () => Promise<void>
  /**
   * Reads the member again, after their profile changed. Where that fails, signs out and rejects; without a refresh
   * token, which a session that Google began has not, Google is asked again (specification 4).
   */
  refreshUser: () => Promise<void>
}

const SessionContext = createContext<Session | undefined>(undefined)

export function useSession(): Session {
  const session = use(SessionContext)
  if (!session) throw new Error('useSession outside of SessionProvider')
  return session
}

/** The auth state of the specification's section 4, shared with the other tabs of this browser. */
export function SessionProvider({ children }: { children: ReactNode }) {
  const t = useTranslations('session')
  const [state, setState] = useState<State>(() =>
    accessToken() ? { state: 'initializing' } : { state: 'signed-out', ended: false },
  )

  const session = useMemo(() => {
    const signedOut = () =>
      setState((before) => (before.state === 'signed-out' ? before : { state: 'signed-out', ended: false }))
    const read = async () => {
      try {
        setState({ state: 'signed-in', user: await fetchMe() })
      } catch (error) {
        clearTokens()
        signedOut()
        throw error
      }
    }
    return {
      start: () => read().catch((error: unknown) => console.info('The stored session could not be used', error)),
      signedOut,
      endedByServer: () => setState({ state: 'signed-out', ended: true }),
      signIn: async (tokens: { access_token: string; refresh_token?: string }) => {
        storeTokens(tokens)
        await read()
      },
      signOut: async () => {
        signedOut()
        await logout().catch((error: unknown) => console.info('The server could not be told of the logout', error))
      },
      refreshUser: async () => {
        const beganAtGoogle = accessToken() !== null && refreshToken() === null
        await read().catch((error: unknown) => {
          if (!beganAtGoogle) throw error
          return goToGoogle().catch((reason: unknown) => console.info('Google could not be asked again', reason))
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
      if (!accessToken()) session.signedOut()
      else if (!event.oldValue) void session.start()
    }
    window.addEventListener('storage', otherTab)
    return () => window.removeEventListener('storage', otherTab)
  }, [session])

  return <SessionContext value={{ ...state, ...session }}>{children}</SessionContext>
}
