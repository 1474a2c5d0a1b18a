import { v7 as newId } from 'uuid'
import type { Insight } from '#contract/insights.ts'
import { limits } from '#contract/limits.ts'
import type { TryChange } from '#contract/tries.ts'
import type { Db } from '#server/db/database.ts'
import { actsOf, outdatedEvents, tryOf } from './policy.ts'
import * as tries from './sql.ts'

type Row = Omit<Insight, 'try'>

/** Adds the current state of each Try. Must run in the caller's transaction. */
export async function withTries<Some extends Row>(db: Db, team: Team, rows: Some[]): Promise<(Some & Insight)[]> {
  const ids = rows.filter(({ type }) => type === 'try').map(({ id }) => id)
  const events = ids.length > 0 ? await tries.selectEvents(db, team, ids) : []
  const byId = Map.groupBy(events, ({ insight_id }) => insight_id)
  return rows.map((row) =>
    Object.assign({}, row, {
      try: row.type === 'try' ? tryOf(row.created_at.slice(0, 10), byId.get(row.id) ?? []) : null,
    }),
  )
}

type Team = Pick<tries.Member, 'teamId'>

/** Stores a change of a Try. Must run in the caller's transaction. */
export async function saveTry(db: Db, member: tries.Member, row: Row, change: TryChange, now: Date): Promise<void> {
  const day = await tries.selectToday(db, member, now)
  const known = await tries.selectEvents(db, member, [row.id])
  const before = tryOf(row.created_at.slice(0, 10), known)
  const event = { insight_id: row.id, user_id: member.userId, day, at: now }
  const events = actsOf(before, change, known, day).map((kind) => Object.assign({ id: newId(), kind }, event))
  if (events.length === 0) return
  await tries.insertTryEvents(db, member, events)
  const outdated = outdatedEvents([...known, ...events.map((each) => Object.assign({ name: null }, each))])
  await tries.deleteTryEvents(
    db,
    member,
    outdated.map(({ id }) => id),
  )
}

/** Returns the ids of Tries whose review may fall on one of the days. */
export const selectTriesForReview = (db: Db, team: Team, days: { from: string; until: string }): Promise<string[]> =>
  tries.selectReturning(db, team, { ...days, after: limits.tryReturnsAfterDays })

export const { removeFromTries, deleteOrphans } = tries
