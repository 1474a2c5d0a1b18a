import { setImmediate as immediate, setTimeout as wait } from 'node:timers/promises'
import type { FastifyBaseLogger } from 'fastify'
import { changeKinds, type ChangeKind } from '#contract/events.ts'
import { type Database, listen } from '#server/db/database.ts'

/**
 * What a listener is told: the kind of thing that changed; `session` concerns the server alone; `gap` when something may
 * have been missed. `userId`: whose membership or session it is about, where one member's is.
 */
export type News = { kind: ChangeKind | 'session' | 'gap'; userId?: string | undefined }
type Listener = (news: News) => void

const patience = 1_000 // milliseconds between two attempts to hear the database again
const atOnce = 25 // listeners who are told before requests have their turn

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

  const tell = async (teamId: string, news: News) => {
    let told = 0
    for (const listener of teams.get(teamId) ?? []) {
      listener(news)
      if (++told % atOnce === 0) await immediate()
    }
  }
  /** `<team> <kind>`, and of members and sessions ` <user>`, as `announce_change` writes it; another version may know more. */
  const onMessage = (payload: string) => {
    const [teamId, word, userId] = payload.split(' ')
    const kind = word === 'session' ? word : changeKinds.find((known) => known === word)
    if (teamId && kind) void tell(teamId, { kind, userId })
  }
  const hear = async (): Promise<void> => {
    while (!closing.signal.aborted) {
      try {
        const { lost, stop } = await listen(database, 'asakai_changes', onMessage)
        // Whoever listened before this moment may have missed something.
        for (const teamId of teams.keys()) void tell(teamId, { kind: 'gap' })
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
