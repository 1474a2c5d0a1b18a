import { type QueryClient, useQueryClient } from '@tanstack/react-query'
import { useEffect } from 'react'
import type { ChangeKind } from '#contract/events.ts'
import { hearChanges, type News } from './queries.ts'

/** The first part, or the first two, of the keys of what each kind of change concerns. */
const concerned: Record<ChangeKind, readonly string[]> = {
  report: ['reports', 'blockers', 'monthly-reports', 'dashboard', 'activity', 'week', 'months'],
  insight: ['insights', 'dashboard', 'activity', 'week'],
  like: ['insights'],
  member: ['members', 'reports', 'dashboard', 'activity', 'insights'],
  invitation: ['invitations'],
  calendar: ['calendar', 'dashboard', 'week'],
  read: ['reports day'],
  comment: ['reports day', 'insights', 'comments', 'mentions'],
  reaction: ['reports day', 'reactions'],
  mention: ['mentions'],
  draft: ['beginning'],
  blocker: ['blockers', 'week'],
  import: ['imports'],
  month: ['months'],
}

/** Changes that come together are read together, and not by every open screen in the same instant. */
const gathering = { least: 50, spread: 250 } // milliseconds
const pauses = { first: 1_000, longest: 30_000 } // milliseconds between two attempts

/** From 0 to 1, so that many browsers do not ask in the same instant. */
const chance = () => crypto.getRandomValues(new Uint8Array(1))[0]! / 255

/** Keeps what this screen shows in step with the team; silent while nobody looks at it. */
export function useLiveChanges() {
  const queries = useQueryClient()
  useEffect(() => {
    let listening: AbortController | undefined
    const look = () => {
      const visible = document.visibilityState === 'visible'
      if (!visible || !navigator.onLine) {
        listening?.abort()
        listening = undefined
      } else if (!listening) {
        listening = new AbortController()
        void keepHearing(listening.signal, refresher(queries, listening.signal))
      }
    }
    look()
    document.addEventListener('visibilitychange', look)
    window.addEventListener('online', look)
    window.addEventListener('offline', look)
    return () => {
      listening?.abort()
      document.removeEventListener('visibilitychange', look)
      window.removeEventListener('online', look)
      window.removeEventListener('offline', look)
    }
  }, [queries])
}

/** Comes back after every end, at growing intervals while nobody answers. */
async function keepHearing(signal: AbortSignal, onNews: (news: News) => void) {
  let pause = pauses.first
  while (!signal.aborted) {
    try {
      await hearChanges(signal, (news) => {
        pause = pauses.first
        onNews(news)
      })
    } catch (error) {
      if (!signal.aborted) console.info('Changes cannot be heard for the moment', error)
    }
    await new Promise((resolve) => setTimeout(resolve, pause * (0.5 + chance() / 2)))
    pause = Math.min(pause * 2, pauses.longest)
  }
}

/** Reads again what the news concern; only what is shown, at once, everything else when it is shown. */
function refresher(queries: QueryClient, signal: AbortSignal) {
  const keys = new Set<string>()
  let gapSince: number | undefined
  let timer: ReturnType<typeof setTimeout> | undefined
  signal.addEventListener('abort', () => clearTimeout(timer))
  const refresh = () => {
    timer = undefined
    const since = gapSince
    const concerned = new Set(keys)
    gapSince = undefined
    keys.clear()
    void queries.invalidateQueries({
      predicate: ({ queryKey, state }) =>
        [1, 2].some((parts) => concerned.has(queryKey.slice(0, parts).join(' '))) ||
        (since !== undefined && state.dataUpdatedAt <= since),
    })
  }
  return (news: News) => {
    if (news === 'gap') gapSince = Date.now()
    else for (const key of concerned[news]) keys.add(key)
    timer ??= setTimeout(refresh, gathering.least + chance() * gathering.spread)
  }
}
