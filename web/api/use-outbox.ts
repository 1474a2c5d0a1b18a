import { useEffect, useEffectEvent, useMemo, useRef, useSyncExternalStore } from 'react'
import { onStored } from '../storage/local-storage.ts'
import { useOnline } from '../platform/online.ts'
import { type OutboxEntry, onSendNow, outboxText, type OutboxKind, readOutbox } from '../storage/outbox.ts'
import { openSending, type Sender } from './send-outbox.ts'

/** Returns all entries of a member. Rerenders on changes in every tab. */
export function useOutboxEntries(userId: string | undefined): OutboxEntry[] {
  const stored = useSyncExternalStore(onStored, () => userId && outboxText(userId))
  return useMemo(() => (userId && stored ? readOutbox(userId) : []), [userId, stored])
}

/** Returns the member's work of one kind that the server does not know yet. Excludes rejected entries. */
export function useWaiting<Work>(kind: OutboxKind<Work>, userId: string | undefined): Work[] {
  const entries = useOutboxEntries(userId)
  return useMemo(
    () =>
      kind
        .among(entries)
        .filter(({ refused }) => !refused)
        .map(({ work }) => work),
    [kind, entries],
  )
}

/**
 * Sends the member's outbox as soon as there is a network. Retries with a growing delay. An entry that the server
 * rejects stays in the outbox. Call this hook once, in a component that stays mounted when the screen changes.
 */
export function useOutbox(userId: string, senders: readonly Sender[]) {
  const online = useOnline()
  const waiting = useOutboxEntries(userId)
    .filter(({ refused }) => !refused)
    .map(({ id }) => id)
    .join(' ')
  const known = useEffectEvent(() => senders)
  const sending = useRef<ReturnType<typeof openSending>>(undefined)

  // The entries are no dependency: a restart would reset the delays.
  useEffect(() => {
    if (!online) return undefined
    const opened = openSending(userId, () => known())
    sending.current = opened
    const stopListening = onSendNow(opened.hurry)
    return () => {
      sending.current = undefined
      stopListening()
      opened.stop()
    }
  }, [userId, online])
  useEffect(() => {
    if (waiting !== '') sending.current?.look()
  }, [userId, waiting, online])
}
