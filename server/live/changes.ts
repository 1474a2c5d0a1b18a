import { setTimeout as wait } from 'node:timers/promises'
import type { FastifyBaseLogger } from 'fastify'
import { changeKinds, type ChangeKind } from '#contract/events.ts'
import { type Database, listen } from '#server/db/database.ts'

/** What a listener is told: the kind of thing that changed; `session` concerns the server alone; `gap` when something may have been missed. */
export type News = ChangeKind | 'session' | 'gap'
type Listener = (news: News) => void

const patience = 1_000 // milliseconds between two attempts to hear the database again

export type Changes = ReturnType<typeof openChanges>

/**
 * What changes in each team, on whichever server: triggers announce it, one connection a process hears it. It is opened for
 * the first who listens, and opened anew when it is lost.
 */
export function openChanges(database: Database, log: Pick<FastifyBaseLogger, 'error'>) {
  const teams = new Map<string, Set<Listener>>()
  const closing = new AbortController()
  const closed = new Promise((resolve) => closing.signal.addEventListener('abort', resolve))
  let hearing: Promise<void> | undefined

  const tell = (teamId: string, news: News) => {
    for (const listener of teams.get(teamId) ?? []) listener(news)
  }
  /** `<team> <kind>`, as `announce_change` writes it. */
  const onMessage = (payload: string) => {
    const [teamId, kind] = payload.split(' ')
    const news = kind === 'session' ? kind : changeKinds.find((known) => known === kind)
    if (teamId && news) tell(teamId, news)
  }
  const hear = async (): Promise<void> => {
    while (!closing.signal.aborted) {
      try {
        const { lost, stop } = await listen(database, 'asakai_changes', onMessage)
        // Whoever listened before this moment may have missed something.
        for (const teamId of teams.keys()) tell(teamId, 'gap')
        await Promise.race([lost, closed])
        await stop()
      } catch (error) {
        log.error({ err: error }, 'changes cannot be heard: open screens do not follow for the moment')
      }
      await wait(patience, undefined, { signal: closing.signal, ref: false }).catch(() => {})
    }
  }
  return {
    /** @returns ends it */
    subscribe(teamId: string, listener: Listener): () => void {
      const listeners = teams.get(teamId) ?? new Set()
      teams.set(teamId, listeners.add(listener))
      hearing ??= hear()
      return () => {
        listeners.delete(listener)
        if (listeners.size === 0 && teams.get(teamId) === listeners) teams.delete(teamId)
      }
    },
    async close() {
      closing.abort()
      await hearing
    },
  }
}
