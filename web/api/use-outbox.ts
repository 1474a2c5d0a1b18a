import { useEffect, useEffectEvent, useMemo, useSyncExternalStore } from 'react'
import { onStored } from '../lib/local-storage.ts'
import { useOnline } from '../lib/online.ts'
import { isUnreachable } from './errors.ts'
import type { Outbox } from './outbox.ts'

const retryAfter = 30_000 // milliseconds, while nobody answers

/** What waits in it. */
export function useWaiting<Entry>(outbox: Outbox<Entry>, userId: string | undefined): Entry[] {
  const stored = useSyncExternalStore(onStored, () => userId && outbox.text(userId))
  return useMemo(() => (userId && stored ? outbox.read(userId) : []), [outbox, userId, stored])
}

/**
 * Sends what waits in it, one after the other, as soon as there is a network and until it has arrived; what the server refuses is
 * not sent again. To be used once for each outbox.
 * @param does.sent the server has it; what waits is shown until that is done
 */
export function useOutbox<Entry>(
  outbox: Outbox<Entry>,
  userId: string | undefined,
  does: {
    send: (entry: Entry) => Promise<void>
    sent: (entry: Entry) => unknown
    refused?: (entry: Entry, error: unknown) => void
  },
): Entry[] {
  const online = useOnline()
  const entries = useWaiting(outbox, userId)
  const { send, sent, refused } = does
  const deliver = useEffectEvent(send)
  const onSent = useEffectEvent(sent)
  const onRefused = useEffectEvent((entry: Entry, error: unknown) => refused?.(entry, error))
  const next = entries[0] && JSON.stringify(entries[0])

  useEffect(() => {
    if (!userId || !next || !online) return
    let stopped = false
    let timer: ReturnType<typeof setTimeout> | undefined
    const entry = JSON.parse(next) as Entry
    const sendNext = async () => {
      try {
        await deliver(entry)
        if (!stopped) await onSent(entry)
      } catch (error) {
        console.info('What waits could not be sent', error)
        if (isUnreachable(error)) {
          if (!stopped) timer = setTimeout(() => void sendNext(), retryAfter)
          return
        }
        if (!stopped) onRefused(entry, error)
      }
      if (!stopped) outbox.removeFirst(userId)
    }
    void sendNext()
    return () => {
      stopped = true
      clearTimeout(timer)
    }
  }, [outbox, userId, next, online])

  return entries
}
