import { setTimeout as wait } from 'node:timers/promises'
import type { FastifyBaseLogger } from 'fastify'
import { withLeaderLock } from '#server/db/driver/leader-lock.ts'
import { ProviderFailure } from '#server/errors.ts'
import { receiveSlackRequests } from '#server/features/slack-app/interactions/operations.ts'
import type { Services } from '#server/services.ts'

const othersTurn = 2_000 // milliseconds between two attempts to take over from another server
/** A shorter connection counts as a failure. */
const tooShort = 5_000 // milliseconds
const pauses = [100, 1_000, 5_000, 15_000, 60_000] // milliseconds to wait after 1, 2, 3, … failures in a row
const endingMost = 500 // milliseconds

/**
 * Listens to Slack by Socket Mode while this server runs, if `SLACK_APP_TOKEN` is set. Only one server listens at a
 * time.
 */
export function startSlackSocket(services: Services, log: Pick<FastifyBaseLogger, 'error' | 'warn'>) {
  const ending = new AbortController()
  const { signal } = ending
  const pause = (milliseconds: number) => wait(milliseconds, undefined, { signal, ref: false }).catch(() => {})

  /** Opens one connection after the other, because Slack closes each after a while. */
  async function listen(mine: AbortSignal) {
    let failures = 0
    while (!mine.aborted) {
      const since = performance.now()
      try {
        await receiveSlackRequests(services, {
          signal: mine,
          onError: (err) => log.error({ err }, 'an event of Slack could not be answered'),
        })
      } catch (error) {
        if (!(error instanceof ProviderFailure)) throw error
        services.logEvent('slack_socket_failed', undefined, { reason: error.reason, cause: String(error.cause) })
      }
      failures = performance.now() - since < tooShort ? failures + 1 : 0
      if (failures > 0) await pause(pauses[Math.min(failures, pauses.length) - 1]!)
    }
  }
  async function keepListening() {
    while (!signal.aborted)
      try {
        await withLeaderLock(services.database, 'slack socket', signal, listen)
        await pause(othersTurn)
      } catch (error) {
        log.warn({ err: error }, 'the connection to Slack failed; retrying')
        await pause(othersTurn)
      }
  }
  const listening = services.config.providers.slack?.appToken ? keepListening() : Promise.resolve()
  return {
    async stop() {
      ending.abort()
      await Promise.race([listening, wait(endingMost, undefined, { ref: false })])
    },
  }
}
