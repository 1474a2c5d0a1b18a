import { expect, test } from 'vitest'
import { type Database, openDatabase, withTeamTransaction } from '#server/db/database.ts'
import { forgetDeletedInsights } from '#server/features/retro/insights/operations.ts'
import { afterwards } from '#server/testing/afterwards.ts'
import { newDatabase } from '#server/testing/database.ts'
import { team } from '#server/testing/team.ts'
import { forgetDeletedComments } from './operations.ts'

const noon = new Date('2026-11-20T03:00:00Z')

/**
 * Creates a team with a comment on an insight.
 * - `left` returns the ids of the team's comments and deleted insights.
 * - `locked` runs some work while the team's comments are locked.
 */
async function office(database: Database) {
  const here = await team({ now: noon, database })
  const member = await here.member('早川')
  const { body: insight } = await member.post('/insights', { type: 'keep', note: '朝会' })
  const { body: comment } = await member.post(`/insights/${insight.id}/comments`, { body: '一' })
  const within = <T>(work: Parameters<typeof withTeamTransaction<T>>[2]) => withTeamTransaction(database, here, work)
  return {
    ...here,
    member,
    insight,
    comment,
    left: () =>
      within(async (db) => [
        ...(await db.selectFrom('comments').where('team_id', '=', here.teamId).select('id').execute()),
        ...(await db.selectFrom('deleted_insights').where('team_id', '=', here.teamId).select('id').execute()),
      ]),
    locked: (work: () => Promise<unknown>) =>
      within(async (db) => {
        await db.selectFrom('comments').where('team_id', '=', here.teamId).select('id').forUpdate().execute()
        await work()
      }),
  }
}

test.each(['comment', 'insight'] as const)(
  'the clean-up removes a deleted %s for good, even if it fails for another team',
  async (what) => {
    const database = openDatabase(await newDatabase('asakai'), () => {}, 8_000) // with the time limits of a real server
    afterwards(() => database.destroy())
    const offices = [await office(database), await office(database), await office(database)]
    for (const { member, insight, comment } of offices)
      await member.delete(what === 'comment' ? `/comments/${comment.id}` : `/insights/${insight.id}`)
    const [first, second, third] = offices as [(typeof offices)[0], (typeof offices)[0], (typeof offices)[0]]
    const services = { ...first.app.services, now: () => new Date(noon.getTime() + 61 * 60_000) }
    const forget = what === 'comment' ? forgetDeletedComments : forgetDeletedInsights
    await second.locked(() => expect(forget(services)).rejects.toThrow(AggregateError))
    expect([await first.left(), await third.left()]).toEqual([[], []])
    await forget(services)
    expect(await second.left()).toEqual([])
  },
  30_000,
)
