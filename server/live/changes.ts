import { setImmediate as immediate, setTimeout as wait } from 'node:timers/promises'
import type { FastifyBaseLogger } from 'fastify'
import { changeKinds } from '#contract/event-names.ts'
import { type Database, listen } from '#server/db/database.ts'
import { openRecentChanges, type RecentChange } from './recent-changes.ts'

/** A change for a listener. `session` is handled by the server only. `gap` means that changes may have been missed. */
export type News = RecentChange | { kind: 'gap'; id: string; userId?: undefined; clientId?: undefined }
type Listener = (news: News) => void

const reconnectDelayMs = 1_000 // milliseconds between two attempts to connect to the database
const atOnce = 25 // listeners to notify before other requests get their turn

export type Changes = ReturnType<typeof openChanges>

/**
 * Delivers the changes of each team from all servers. Triggers announce changes by NOTIFY. One connection per process
 * listens: the first listener opens it, and it is reopened after a loss.
 */
export function openChanges(database: Database, log: Pick<FastifyBaseLogger, 'error'>) {
  const teams = new Map<string, Set<Listener>>()
  const recent = openRecentChanges()
  let isHearing = false
  const closing = new AbortController()
  const closed = new Promise((resolve) => closing.signal.addEventListener('abort', resolve))
  let hearing: Promise<void> | undefined

  const publish = async (teamId: string, news: News) => {
    let delivered = 0
    for (const listener of teams.get(teamId) ?? []) {
      listener(news)
      if (++delivered % atOnce === 0) await immediate()
    }
  }
  /**
   * Parses `<team> <kind>[ <user>[ <session>]] #<transaction>[ @<client>]`, sent by `announce`. Newer versions may add
   * words.
   */
  const onMessage = (payload: string) => {
    const words = payload.split(' ')
    const named = (mark: string) => words.find((word) => word.startsWith(mark))?.slice(1)
    const [teamId, word, userId] = words.filter((one) => !/^[#@]/u.test(one))
    const kind = word === 'session' ? word : changeKinds.find((known) => known === word)
    if (teamId && kind) void publish(teamId, recent.add(teamId, { kind, userId, clientId: named('@') }, named('#')))
  }
  const hear = async (): Promise<void> => {
    while (!closing.signal.aborted) {
      try {
        const { lost, stop } = await listen(database, 'asakai_changes', onMessage)
        recent.clear()
        isHearing = true
        // Existing listeners may have missed changes.
        for (const teamId of teams.keys()) void publish(teamId, { kind: 'gap', id: recent.lastId(teamId) })
        await Promise.race([lost, closed])
        isHearing = false
        await stop()
      } catch (error) {
        log.error({ err: error }, 'listening for changes failed; open screens are not updated until it works again')
      }
      await wait(reconnectDelayMs, undefined, { signal: closing.signal, ref: false }).catch(() => {})
    }
  }
  return {
    /** Returns the id of the team's last change, or undefined while the database connection is lost. */
    lastId: (teamId: string): string | undefined => (isHearing ? recent.lastId(teamId) : undefined),
    /** Returns the changes after the earliest of these ids, or undefined if some may have been missed. */
    since: (teamId: string, ids: readonly string[]): RecentChange[] | undefined =>
      isHearing ? recent.since(teamId, ids) : undefined,
    /** @returns a function that unsubscribes */
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
