import { createContext, type ReactNode, use, useState, useSyncExternalStore } from 'react'
import { useTranslations } from 'use-intl'
import type { Me } from '#contract/users.ts'
import { sentenceOfEnd, sessionEnd } from '../../api/tokens.ts'
import { useSubscription } from '../../hooks/use-subscription.ts'
import { toast } from '../../ui/toast.tsx'
import { createSessionStore } from './session-store.ts'

const SessionContext = createContext<ReturnType<typeof createSessionStore> | undefined>(undefined)

export function useSession() {
  const store = use(SessionContext)
  if (!store) throw new Error('useSession outside of SessionProvider')
  const state = useSyncExternalStore(store.subscribe, store.getState)
  return { ...state, ...store.actions, sessionEnd, sentenceOfEnd }
}

const sentences = { ended: 'ended', deactivated: 'deactivated', revoked: 'revoked' } as const

/** @param early the member, fetched before rendering */
export function SessionProvider({ early, children }: { early?: Promise<Me> | undefined; children: ReactNode }) {
  const t = useTranslations('session')
  const [store] = useState(() => createSessionStore(early))
  useSubscription(store.connect, () => toast.error(sentenceOfEnd() ?? t(sentences[sessionEnd()])))
  return <SessionContext value={store}>{children}</SessionContext>
}
