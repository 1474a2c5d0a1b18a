import { useQueryClient } from '@tanstack/react-query'
import { useEffect } from 'react'
import { lastEventsOfAnswers } from '../../api/own-changes.ts'
import { sendNow } from '../../storage/outbox.ts'
import { subscribeToChanges } from './queries.ts'
import { randomFraction, createBatchedInvalidator } from './batched-invalidator.ts'
import { retryFailedRefetches } from './retry-failed-refetches.ts'

const pauses = { first: 1_000, longest: 30_000 } // milliseconds between two attempts

/** Refetches data as soon as the team changes it. Closes the stream while the page is hidden or offline. */
export function useLiveChanges() {
  const queries = useQueryClient()
  useEffect(() => {
    const { onNews, retryFailed, stop } = createBatchedInvalidator(queries)
    const stopRetrying = retryFailedRefetches(queries)
    /** The ids of the last events that this page has seen. */
    let since = lastEventsOfAnswers()
    let listening: AbortController | undefined
    const onGap = () => onNews({ kind: 'gap', own: false })
    const hear = (signal: AbortSignal, onOpen: () => void) =>
      subscribeToChanges(signal, since, {
        onOpen: () => {
          onOpen()
          retryFailed()
          sendNow()
          if (since === undefined) onGap()
        },
        onNews: (news, id) => {
          since = id ?? since
          onNews(news)
        },
      })
    const look = () => {
      const visible = document.visibilityState === 'visible'
      if (!visible || !navigator.onLine) {
        listening?.abort()
        listening = undefined
      } else if (!listening) {
        listening = new AbortController()
        void reconnectForever(listening.signal, hear, onGap)
      }
    }
    look()
    document.addEventListener('visibilitychange', look)
    window.addEventListener('online', look)
    window.addEventListener('offline', look)
    return () => {
      stop()
      stopRetrying()
      listening?.abort()
      document.removeEventListener('visibilitychange', look)
      window.removeEventListener('online', look)
      window.removeEventListener('offline', look)
    }
  }, [queries])
}

/**
 * Reconnects whenever the stream ends, after growing pauses while the server is unreachable.
 * @param onDeaf called if the first attempt fails, because data may have changed without an event
 */
async function reconnectForever(
  signal: AbortSignal,
  hear: (signal: AbortSignal, onOpen: () => void) => Promise<void>,
  onDeaf: () => void,
) {
  let pause = pauses.first
  let isFirst = true
  while (!signal.aborted) {
    try {
      await hear(signal, () => {
        pause = pauses.first
        isFirst = false
      })
    } catch (error) {
      if (signal.aborted) return
      console.info('Changes cannot be heard for the moment', error)
      if (isFirst) onDeaf()
      isFirst = false
    }
    await new Promise((resolve) => setTimeout(resolve, pause * (0.5 + randomFraction() / 2)))
    pause = Math.min(pause * 2, pauses.longest)
  }
}
