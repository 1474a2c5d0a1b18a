import { createContext, type ReactNode, use, useEffect, useMemo, useState } from 'react'
import type { Me } from '#contract/users.ts'
import { accessToken, clearTokens, storageKeys, storeTokens } from '../../api/tokens.ts'
import { fetchMe, logout, onSessionEnded } from './queries.ts'

type State = { state: 'initializing' | 'signed-out'; user?: undefined } | { state: 'signed-in'; user: Me }

type Session = State & {
  /** Keeps the tokens, reads the member and signs in; rejects, signed out, where the member cannot be read. */
  signIn: (tokens: { access_token: string; refresh_token?: string }) => Promise<void>
  signOut: () => Promise<void>
  /** Reads the member again, after their profile changed. */
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
  const [state, setState] = useState<State>(() => ({ state: accessToken() ? 'initializing' : 'signed-out' }))

  const session = useMemo(() => {
    const signedOut = () => setState({ state: 'signed-out' })
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
      start: () => read().catch((error: unknown) => console.info('The stored session has ended', error)),
      signedOut,
      signIn: async (tokens: { access_token: string; refresh_token?: string }) => {
        storeTokens(tokens)
        await read()
      },
      signOut: async () => {
        signedOut()
        await logout().catch((error: unknown) => console.info('The server could not be told of the logout', error))
      },
      refreshUser: async () => setState({ state: 'signed-in', user: await fetchMe() }),
    }
  }, [])

  useEffect(() => {
    onSessionEnded(session.signedOut)
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
