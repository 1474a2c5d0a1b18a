import { namesBlocker } from '#contract/no-blocker.ts'
import type { Scope } from '#server/access/scope.ts'
import type { Db } from '#server/db/database.ts'
import { longWork } from '#server/load/turns.ts'
import * as sql from './sql.ts'

type Member = Pick<Scope, 'teamId' | 'userId'>
type Unfollowed = Awaited<ReturnType<typeof sql.selectUnfollowed>>[number]

/**
 * Returns the members with a report since a day for which blockers were never computed, or were computed by a version
 * with other rules. `from`: the day of the first such report. The query misses rare spellings of "none", so
 * `namesBlocker` filters the rows. Otherwise the job would compute those reports again every hour.
 */
export async function unfollowedSince(db: Db, since: string): Promise<(Member & { from: string })[]> {
  const otherRequests = longWork()
  const rows: Unfollowed[] = []
  for (const row of await sql.selectUnfollowed(db, since, 'unnamed')) {
    if (row.says_none || namesBlocker(row)) rows.push(row)
    await otherRequests()
  }
  const members = new Map<string, Member & { from: string }>()
  for (const { teamId, userId, day } of [...rows, ...(await sql.selectUnfollowed(db, since, 'leaves out'))]) {
    const known = members.get(`${teamId} ${userId}`)
    if (!known || day < known.from) members.set(`${teamId} ${userId}`, { teamId, userId, from: day })
  }
  return [...members.values()]
}
