import { v7 as newId } from 'uuid'
import { type Db, withTeamTransaction } from '#server/db/database.ts'
import type { OutboxStatus } from '#server/db/schema/tables/outbox.ts'
import { team } from '#server/testing/team.ts'
import * as outbox from '../sql.ts'

export const now = new Date('2040-10-19T01:00:00Z') // Friday, 10:00 in Tokyo
export const today = '2040-10-19'

type Values = {
  user_id?: string
  kind?: 'report' | 'reminder'
  day?: string
  status?: OutboxStatus
  due_at?: Date
  tried_at?: Date
  updated_at?: Date
}

/** Creates a team of two, with functions for its messages in the outbox. */
export async function twoMembers() {
  const { database, member, teamId } = await team({ now })
  const [misaki, naoki] = [await member('佐伯'), await member('早川')]
  const within = <T>(work: (db: Db) => Promise<T>) => withTeamTransaction(database, { teamId }, work)
  /** Adds a message to the outbox. The defaults are the post of Misaki's report of today, due now. */
  const add = async (values: Values = {}) => {
    const place = { team_id: teamId, id: newId(), user_id: misaki.user.id, day: today }
    const what = { kind: 'report', destination: 'slack', due_at: now, updated_at: now } as const
    await within((db) =>
      db
        .insertInto('outbox')
        .values({ ...place, ...what, ...values })
        .execute(),
    )
    return { teamId, id: place.id }
  }
  const rows = () =>
    within((db) => db.selectFrom('outbox').select(['id', 'kind', 'day', 'status', 'due_at']).orderBy('id').execute())
  type QueuedMessage = Awaited<ReturnType<typeof add>>
  const due = (place: QueuedMessage, moment = now) =>
    within((db) => outbox.selectDue(db, place, { now: moment, lostBefore: now }))
  /** Claims a message as an attempt would. Returns its row. */
  const claimed = async (place: QueuedMessage): Promise<outbox.Row> => {
    const row = (await due(place))!
    await within((db) => outbox.claim(db, row, now))
    return { ...row, status: 'sending', attempts: 1 }
  }
  return {
    add,
    claimed,
    due,
    misaki,
    naoki,
    within,
    teamId,
    rows,
    ids: async () => (await rows()).map(({ id }) => id),
    states: async () => (await rows()).map(({ status }) => status),
    dueTimes: async () => (await rows()).map(({ due_at }) => due_at),
  }
}
