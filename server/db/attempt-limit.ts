import { CompiledQuery, sql } from 'kysely'
import { RateLimiterPostgres, RateLimiterRes } from 'rate-limiter-flexible'
import type { Database } from './database.ts'

const grace = 60 * 60_000 // milliseconds: other servers' clocks may be late

/**
 * Counts in the table `attempts`, so that all nodes count together.
 * @param seconds the window, which begins with its first count
 */
export function attemptLimit(database: Database, name: string, points: number, seconds: number) {
  const storeClient = {
    query: async ({ text, values }: { text: string; values: unknown[] }) => {
      const { rows } = await database.executeQuery(CompiledQuery.raw(text, values))
      return { rows, rowCount: rows.length }
    },
  }
  const limiter = new RateLimiterPostgres({
    storeClient,
    storeType: 'client',
    tableName: 'attempts',
    tableCreated: true,
    clearExpiredByTimeout: false, // otherwise each limit clears expired rows itself, even after the database is closed
    keyPrefix: name,
    points,
    duration: seconds,
  })
  return {
    name,
    /** @returns 0 if the attempt is within the limit, otherwise the seconds to wait */
    async count(key: string): Promise<number> {
      try {
        await limiter.consume(key)
        return 0
      } catch (refusal) {
        if (refusal instanceof RateLimiterRes) return Math.max(1, Math.ceil(refusal.msBeforeNext / 1_000))
        throw refusal
      }
    },
    /**
     * @returns `taken` if the attempt is within the limit, `last` if it is the last attempt within the limit, else
     *   `refused`
     */
    async take(key: string): Promise<'taken' | 'last' | 'refused'> {
      try {
        return (await limiter.consume(key)).remainingPoints > 0 ? 'taken' : 'last'
      } catch (refusal) {
        if (refusal instanceof RateLimiterRes) return 'refused'
        throw refusal
      }
    },
    refund: (key: string) => limiter.reward(key),
    forget: (key: string) => limiter.delete(key),
  }
}

export type AttemptLimit = ReturnType<typeof attemptLimit>

/** Deletes the counters with an expired window. They no longer limit anything. */
export async function deleteOldAttempts({ database, now }: { database: Database; now: () => Date }): Promise<void> {
  await sql`delete from attempts where expire < ${now().getTime() - grace}`.execute(database)
}
