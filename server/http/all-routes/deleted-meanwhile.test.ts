import { sql } from 'kysely'
import { v7 as newId } from 'uuid'
import { expect, test, vi } from 'vitest'
import { withTeamTransaction } from '#server/db/database.ts'
import type { Answer } from '#server/testing/client.ts'
import { answeredOrWaiting } from '#server/testing/locks.ts'
import { team } from '#server/testing/team.ts'

const today = '2026-11-20'
const words = { report_date: today, yesterday_work: '設計', today_plan: '実装', issues: '' }

async function begin() {
  const here = await team({ now: new Date(`${today}T03:00:00Z`) })
  const [, hayakawa, ueda] = [await here.member('水野'), await here.member('早川'), await here.member('上田')]
  const { body: report } = await ueda.post('/daily-reports', { ...words, issues: 'VPNにつながらない' })
  const { body: insight } = await ueda.post('/insights', { type: 'keep', note: '朝会' })
  const [blocker] = (await hayakawa.get('/blockers')).body.blockers
  /** Runs a call while a transaction deletes a row. The transaction commits once the call waits for the transaction. */
  const whileDeleting = async (table: 'reports' | 'insights' | 'users', id: string, call: () => Promise<Answer>) => {
    let answer: Promise<Answer> | undefined
    await withTeamTransaction(here.database, here, async (db) => {
      await sql`delete from ${sql.table(table)} where team_id = ${here.teamId} and id = ${id}`.execute(db)
      answer = call()
      await answeredOrWaiting(db, answer)
    })
    return answer!
  }
  return { ...here, hayakawa, ueda, report, insight, blocker, whileDeleting }
}

test.each([
  ['a like', 'insights', 'POST', '/insights/INSIGHT/like', undefined],
  ['a like that is taken back', 'insights', 'DELETE', '/insights/INSIGHT/like', undefined],
  ['a comment on an insight', 'insights', 'POST', '/insights/INSIGHT/comments', { body: '賛成' }],
  ['a reaction', 'reports', 'PUT', '/daily-reports/REPORT/reactions/nice', undefined],
  ['a reaction that is taken back', 'reports', 'DELETE', '/daily-reports/REPORT/reactions/nice', undefined],
  ['a comment on a report', 'reports', 'POST', '/daily-reports/REPORT/comments', { body: '賛成' }],
  ['a read mark', 'reports', 'PUT', '/daily-reports/REPORT/read', undefined],
  ['an answer to a blocker of somebody', 'users', 'PATCH', '/blockers/BLOCKER', { state: 'resolved' }],
] as const)(
  'the server answers 404 to %s if the addressed record is deleted during the call',
  async (_, table, method, path, body) => {
    const { hayakawa, ueda, report, insight, blocker, whileDeleting } = await begin()
    const subject = { reports: report.id, insights: insight.id, users: ueda.user.id }[table]
    const address = path.replace('INSIGHT', insight.id).replace('REPORT', report.id).replace('BLOCKER', blocker.id)
    const answer = await whileDeleting(table, subject, () => hayakawa.call(method, address, body))
    expect(answer).toMatchObject({ status: 404, body: { code: 'not_found' } })
  },
)

test('a comment is saved without a mentioned member who is erased during the call', async () => {
  const { hayakawa, ueda, insight, member, whileDeleting } = await begin()
  const gone = [await member('林'), await member('森')]
  const comment = await whileDeleting('users', gone[0]!.user.id, () =>
    ueda.post(`/insights/${insight.id}/comments`, { body: '@林 賛成', mentions: [gone[0]!.user.id] }),
  )
  const report = await whileDeleting('users', gone[1]!.user.id, () =>
    hayakawa.post('/daily-reports', { ...words, today_plan: '@森 と実装', mentions: [gone[1]!.user.id] }),
  )
  expect([comment.status, report.status]).toEqual([201, 201])
  expect(comment.body.mentions).toEqual([])
})

test('two transactions that deadlock both complete, because one is retried', async () => {
  const { database, teamId, hayakawa, ueda } = await begin()
  const bothHold = Promise.withResolvers<void>()
  let holding = 0
  const name = (id: string) => sql`update users set first_name = first_name where team_id = ${teamId} and id = ${id}`
  const work = vi.fn(async (first: string, second: string) =>
    withTeamTransaction(database, { teamId }, async (db) => {
      await name(first).execute(db)
      if ((holding += 1) === 2) bothHold.resolve()
      await bothHold.promise
      await name(second).execute(db)
    }),
  )
  await Promise.all([work(hayakawa.user.id, ueda.user.id), work(ueda.user.id, hayakawa.user.id)])
  expect(holding).toBeGreaterThan(2) // one transaction was retried
})

test('the database refuses a row that refers to a missing record', async () => {
  const { database, teamId, hayakawa } = await begin()
  const row = { team_id: teamId, insight_id: newId(), user_id: hayakawa.user.id, created_at: new Date() }
  const inserting = withTeamTransaction(database, { teamId }, (db) =>
    db.insertInto('insight_likes').values(row).execute(),
  )
  await expect(inserting).rejects.toMatchObject({ code: '23503' })
})
