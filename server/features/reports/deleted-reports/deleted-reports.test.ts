import { sql } from 'kysely'
import { describe, expect, test } from 'vitest'
import { type Database, withTeamTransaction } from '#server/db/database.ts'
import { randomFrom } from '#server/testing/random.ts'
import { type Member, password, team } from '#server/testing/team.ts'
import { deleteOldReports } from './operations.ts'

const friday = '2026-11-20'
const dayOf = (index: number) => `2026-11-${16 + index}`
const draft = (report_date: string, issues = '') => ({
  report_date,
  yesterday_work: '設計',
  today_plan: '実装',
  issues,
})

/** The tables that may differ after a deletion is undone, such as counters, logs and waiting messages. */
const changing = new Set(['day_versions', 'outbox', 'write_keys', 'sessions', 'month_events', 'months'])

/** Returns all rows of the team, by table. */
const rowsOf = (database: Database, teamId: string) =>
  withTeamTransaction(database, { teamId }, async (db) => {
    const { rows: tables } = await sql<{ name: string }>`
      select table_name as name from information_schema.columns
      where table_schema = current_schema() and column_name = 'team_id' order by 1`.execute(db)
    const all: Record<string, unknown[]> = {}
    for (const { name } of tables) {
      if (changing.has(name)) continue
      const { rows } = await sql<{ row: unknown }>`
        select to_jsonb(x) as row from ${sql.table(name)} x where team_id = ${teamId} order by to_jsonb(x)::text`.execute(
        db,
      )
      all[name] = rows.map(({ row }) => row)
    }
    return all
  })

/** Writes a report of a member, with a comment, a mention, a reaction and a read mark of each colleague. */
async function answered(author: Member, colleagues: readonly Member[], day: string, issues: string) {
  const { body: report } = await author.post('/daily-reports', draft(day, issues))
  for (const colleague of colleagues) {
    const said = { body: `${day} @早川`, mentions: [author.user.id] }
    const { body: comment } = await colleague.post(`/daily-reports/${report.id}/comments`, said)
    await colleague.put(`/comments/${comment.id}`, { ...said, body: '直しました' })
    await colleague.put(`/daily-reports/${report.id}/reactions/ok`)
    await colleague.put(`/daily-reports/${report.id}/read`)
  }
  await author.post('/mentions/read', {})
  return report as { id: string; created_at: string }
}

async function office() {
  const here = await team({ now: new Date(`${friday}T03:00:00Z`) })
  const [author, colleague] = [await here.member('早川'), await here.member('佐伯')]
  return { ...here, author, colleague, rows: () => rowsOf(here.database, here.teamId) }
}

describe('restoring a report (E2.01)', () => {
  test('restoring a report brings back its comments, mentions, reactions, readers and blockers', async () => {
    const { author, colleague, member, rows } = await office()
    const { id } = await answered(author, [colleague, await member('伊藤')], friday, 'VPN が遅い')
    const [blocker] = (await colleague.get('/blockers')).body.blockers
    await colleague.patch(`/blockers/${blocker.id}`, { state: 'acknowledged' })
    const before = await rows()
    for (const table of ['comments', 'mentions', 'report_reactions', 'report_reads', 'blocker_events'])
      expect(before[table]!.length, table).toBeGreaterThan(1)
    expect((await author.delete(`/daily-reports/${id}`)).status).toBe(204)
    const hidden = await rows()
    for (const table of ['reports', 'comments', 'mentions', 'report_reactions', 'report_reads', 'blockers'])
      expect(hidden[table], table).toEqual([])
    expect((await colleague.post(`/daily-reports/${id}/comments`, { body: 'まだある?' })).status).toBe(404)
    expect(await author.post(`/daily-reports/${id}/restore`)).toMatchObject({ status: 200, body: { id } })
    expect(await rows()).toEqual(before)
  })

  test('restoring a report omits a comment that its writer has deleted since', async () => {
    const { author, colleague } = await office()
    const { id } = await answered(author, [colleague, author], friday, '')
    const { comments } = (await author.get(`/daily-reports/${id}/comments`)).body as {
      comments: { id: string; user_id: string }[]
    }
    const theirs = comments.find(({ user_id: by }) => by === colleague.user.id)!
    await author.delete(`/daily-reports/${id}`)
    expect((await author.delete(`/comments/${theirs.id}`)).status).toBe(404)
    expect((await colleague.delete(`/comments/${theirs.id}`)).status).toBe(204)
    expect((await colleague.delete(`/comments/${theirs.id}`)).status).toBe(404)
    await author.post(`/daily-reports/${id}/restore`)
    expect((await author.get(`/daily-reports/${id}/comments`)).body.comments).toEqual(
      comments.filter((comment) => comment !== theirs),
    )
    expect((await author.get('/mentions')).body.mentions).toEqual([])
  })

  test('restoring a report omits a database column that an upgrade has dropped since', async () => {
    const { author, colleague, rows, database, teamId } = await office()
    const { id } = await answered(author, [colleague], friday, 'VPN が遅い')
    const before = await rows()
    await author.delete(`/daily-reports/${id}`)
    await withTeamTransaction(database, { teamId }, (db) =>
      sql`update deleted_report_rows set content = content || '{"dropped": 1}' where team_id = ${teamId}`.execute(db),
    )
    expect((await author.post(`/daily-reports/${id}/restore`)).status).toBe(200)
    expect(await rows()).toEqual(before)
  })

  test.each(Array.from({ length: 8 }, (_, seed) => seed))(
    'restoring any report of a week brings back the week’s blockers (seed %i)',
    async (seed) => {
      const { below, oneIn } = randomFrom(seed)
      const { author, colleague, rows } = await office()
      const lines = ['VPN が遅い', 'VPN がとても遅い', '鍵が無い', '契約書の返事待ち']
      const ids: string[] = []
      for (let index = 0; index < 5; index += 1) {
        const issues = Array.from({ length: below(3) }, () => lines[below(lines.length)]!).join('\n')
        ids.push((await author.post('/daily-reports', draft(dayOf(index), issues))).body.id)
        for (const { id } of (await colleague.get('/blockers')).body.blockers)
          if (oneIn(2)) await colleague.patch(`/blockers/${id}`, { state: oneIn(3) ? 'resolved' : 'acknowledged' })
      }
      const before = await rows()
      for (const id of ids) {
        await author.delete(`/daily-reports/${id}`)
        expect((await author.post(`/daily-reports/${id}/restore`)).status).toBe(200)
        expect(await rows()).toEqual(before)
      }
    },
  )

  test('restoring a report keeps changes of other reports and blockers since the deletion', async () => {
    const { author, colleague, clock } = await office()
    const first = (await author.post('/daily-reports', draft(dayOf(0), 'VPN が遅い'))).body
    const second = (await author.post('/daily-reports', draft(dayOf(1), 'VPN が遅い\n鍵が無い'))).body
    const third = (await author.post('/daily-reports', draft(dayOf(2), 'VPN が遅い'))).body
    await author.delete(`/daily-reports/${second.id}`)
    clock.now = new Date(clock.now.getTime() + 1_000)
    await author.put(`/daily-reports/${third.id}`, draft(dayOf(2), '鍵が無い'))
    const [key] = (await colleague.get(`/blockers?date=${dayOf(2)}`)).body.blockers
    await colleague.patch(`/blockers/${key.id}`, { owner_id: colleague.user.id })
    await author.post(`/daily-reports/${second.id}/restore`)
    const { blockers } = (await colleague.get(`/blockers?date=${dayOf(2)}`)).body
    expect(blockers).toMatchObject([{ text: '鍵が無い', opened_on: dayOf(1), owner_id: colleague.user.id }])
    const vpn = (await colleague.get(`/blockers?date=${dayOf(0)}`)).body.blockers
    expect(vpn).toMatchObject([{ text: 'VPN が遅い', report_id: first.id, state: 'unmentioned' }])
  })

  describe('restoring a report whose blocker an earlier report names too', () => {
    async function namedTwice() {
      const here = await office()
      await here.author.post('/daily-reports', draft(dayOf(0), 'VPN が遅い'))
      const { body: second } = await here.author.post('/daily-reports', draft(dayOf(1), 'VPN が遅い'))
      const [{ id }] = (await here.colleague.get('/blockers')).body.blockers
      const read = async () => (await here.colleague.get(`/blockers?date=${dayOf(0)}`)).body.blockers[0]
      return { ...here, second, read, act: (change: object) => here.colleague.patch(`/blockers/${id}`, change) }
    }

    test.each([0, 11_000])(
      'restoring a report keeps what a colleague did with a blocker %i ms after the deletion',
      async (milliseconds) => {
        const { author, colleague, second, read, act, clock } = await namedTwice()
        const advanceClock = () => (clock.now = new Date(clock.now.getTime() + milliseconds))
        const restoreAfter = async (change: object) => {
          await author.delete(`/daily-reports/${second.id}`)
          advanceClock()
          await act(change)
          advanceClock()
          await author.post(`/daily-reports/${second.id}/restore`)
          advanceClock()
          return read()
        }
        const taken = { state: 'acknowledged', owner_id: colleague.user.id, reopened: false }
        expect(await restoreAfter({ owner_id: colleague.user.id })).toMatchObject(taken)
        expect(await restoreAfter({ owner_id: null })).toMatchObject({ state: 'open', owner_id: null, reopened: false })
        expect(await restoreAfter({ state: 'resolved' })).toMatchObject({ state: 'resolved', reopened: false })
      },
    )

    test('restoring a report reopens a resolved blocker that a later report names again', async () => {
      const { author, second, read, act, clock } = await namedTwice()
      await author.delete(`/daily-reports/${second.id}`)
      clock.now = new Date(clock.now.getTime() + 11_000)
      await act({ state: 'resolved' })
      await author.post('/daily-reports', draft(dayOf(2), 'VPN が遅い'))
      await author.post(`/daily-reports/${second.id}/restore`)
      expect(await read()).toMatchObject({ state: 'open', reopened: true })
    })
  })

  test('only the author can restore a report, within 30 days', async () => {
    const { author, colleague, database, teamId, clock } = await office()
    const stranger = async () => (await team({ now: clock.now })).member()
    const { body: report } = await author.post('/daily-reports', draft(friday))
    const restore = async (who: Member) => {
      const { status, body } = await who.post(`/daily-reports/${report.id}/restore`)
      return [status, body.code ?? body.id]
    }
    expect(await restore(colleague)).toEqual([403, 'not_yours'])
    expect(await restore(author)).toEqual([200, report.id])
    await author.delete(`/daily-reports/${report.id}`)
    expect(await restore(colleague)).toEqual([403, 'not_yours'])
    expect(await restore(await stranger())).toEqual([404, 'not_found'])
    const { body: again } = await author.post('/daily-reports', draft(dayOf(0)))
    await author.put(`/daily-reports/${again.id}`, draft(friday))
    expect(await restore(author)).toEqual([409, 'report_exists'])
    await author.delete(`/daily-reports/${again.id}`)
    const deletedAgo = (days: number, milliseconds: number) =>
      withTeamTransaction(database, { teamId }, (db) =>
        db
          .updateTable('deleted_reports')
          .set({ deleted_at: new Date(clock.now.getTime() - days * 86_400_000 - milliseconds) })
          .execute(),
      )
    await deletedAgo(30, 0)
    expect(await restore(author)).toEqual([404, 'not_found'])
    await deletedAgo(29, 86_399_999)
    expect(await restore(author)).toEqual([200, report.id])
    expect(await restore(author)).toEqual([200, report.id])
  })

  test('several simultaneous requests restore a report once', async () => {
    const { author, colleague, rows } = await office()
    const { id } = await answered(author, [colleague], friday, '')
    const before = await rows()
    await author.delete(`/daily-reports/${id}`)
    const answers = await Promise.all(Array.from({ length: 10 }, () => author.post(`/daily-reports/${id}/restore`)))
    expect(answers.map(({ status }) => status)).toEqual(answers.map(() => 200))
    expect(await rows()).toEqual(before)
  })

  test('deleting or restoring a report reopens its submitted month', async () => {
    const { author } = await office()
    await author.patch('/teams/me', { month_approval: true })
    const { body: report } = await author.post('/daily-reports', draft(friday))
    const submit = async () => {
      const { revision } = (await author.get('/months/2026-11')).body
      return author.patch('/months/2026-11', { state: 'submitted', revision })
    }
    await submit()
    await author.delete(`/daily-reports/${report.id}`)
    expect((await author.get('/months/2026-11')).body).toMatchObject({ state: 'reopened', reports: [] })
    await submit()
    await author.post(`/daily-reports/${report.id}/restore`)
    expect((await author.get('/months/2026-11')).body).toMatchObject({ state: 'reopened', reports: { length: 1 } })
  })
})

describe('stored copies of a deleted report', () => {
  const kept = async ({ rows }: Awaited<ReturnType<typeof office>>) => {
    const { deleted_reports: reports = [], deleted_report_rows: more = [] } = await rows()
    return [reports.length, more.length]
  }

  test('the nightly job deletes a deleted report permanently after 30 days', async () => {
    const here = await office()
    const { id } = await answered(here.author, [here.colleague], friday, 'VPN が遅い')
    await here.author.delete(`/daily-reports/${id}`)
    const services = { ...here.app.services, now: () => here.clock.now }
    here.clock.now = new Date(here.clock.now.getTime() + 30 * 86_400_000 - 1)
    await deleteOldReports(services)
    expect(await kept(here)).toEqual([1, 6])
    here.clock.now = new Date(here.clock.now.getTime() + 1)
    await deleteOldReports(services)
    expect(await kept(here)).toEqual([0, 0])
  })

  test.each(['keep', 'erase'])(
    'a leaving member’s deleted reports are deleted permanently (option “%s”)',
    async (reports) => {
      const here = await office()
      await here.member('伊藤').then((admin) => here.author.patch(`/users/${admin.user.id}`, { is_admin: true }))
      const { id } = await answered(here.author, [here.colleague], friday, 'VPN が遅い')
      await here.author.delete(`/daily-reports/${id}`)
      expect((await here.author.call('DELETE', '/users/me', { password, reports })).status).toBe(204)
      expect(await kept(here)).toEqual([0, 0])
    },
  )

  test('the copy of a deleted report loses all data of a colleague who is erased', async () => {
    const here = await office()
    const [leaver, { id }] = [
      await here.member('伊藤'),
      await answered(here.author, [here.colleague], friday, 'VPN が遅い'),
    ]
    await leaver.put(`/daily-reports/${id}/reactions/ok`)
    await leaver.post(`/daily-reports/${id}/comments`, { body: '伊藤の言葉' })
    const [blocker] = (await leaver.get('/blockers')).body.blockers
    await leaver.patch(`/blockers/${blocker.id}`, { state: 'acknowledged' })
    await here.author.delete(`/daily-reports/${id}`)
    await leaver.call('DELETE', '/users/me', { password, reports: 'keep' })
    const after = JSON.stringify((await here.rows())['deleted_report_rows'])
    expect(after).toContain('伊藤の言葉')
    expect(after.match(/"report_reactions"/gu)).toHaveLength(1)
    await here.colleague.call('DELETE', '/users/me', { password, reports: 'erase' })
    expect(JSON.stringify((await here.rows())['deleted_report_rows'])).not.toContain(here.colleague.user.id)
    expect((await here.author.post(`/daily-reports/${id}/restore`)).status).toBe(200)
    expect((await here.author.get(`/daily-reports/${id}/comments`)).body.comments).toMatchObject([
      { body: '伊藤の言葉' },
    ])
  })
})

describe('undoing other deletions brings back each row as it was', () => {
  test('restoring a deleted insight brings back its likes, comments and Try results', async () => {
    const { author, colleague, rows } = await office()
    const { body: insight } = await author.post('/insights', { type: 'try', note: '朝会を短く' })
    await author.put(`/insights/${insight.id}`, { type: 'try', note: '朝会を10分に' })
    await colleague.post(`/insights/${insight.id}/like`)
    await colleague.post(`/insights/${insight.id}/comments`, { body: '賛成', mentions: [author.user.id] })
    await colleague.patch(`/insights/${insight.id}/try`, { owner_id: colleague.user.id })
    await colleague.patch(`/insights/${insight.id}/try`, { outcome: 'kept' })
    const before = await rows()
    await author.delete(`/insights/${insight.id}`)
    await author.post('/insights', { id: insight.id, type: 'try', note: '朝会を10分に' })
    expect(await rows()).toEqual(before)
  })

  test('restoring a deleted comment brings back its mentions', async () => {
    const { author, colleague, rows } = await office()
    const { body: report } = await author.post('/daily-reports', draft(friday))
    const said = { body: '確認を', mentions: [author.user.id] }
    const { body: comment } = await colleague.post(`/daily-reports/${report.id}/comments`, said)
    await author.post('/mentions/read', {})
    const before = await rows()
    await colleague.delete(`/comments/${comment.id}`)
    await colleague.post(`/daily-reports/${report.id}/comments`, { ...said, id: comment.id })
    expect(await rows()).toEqual(before)
  })

  test('restoring a deleted absence or holiday brings back the same row', async () => {
    const { author, rows } = await office()
    const absence = `/absences/01a2188d-e377-7010-a79c-d37e0dd97329`
    const put = async () => {
      await author.put(absence, { from: friday, until: friday, half: 'morning' })
      await author.put('/holidays/2026-11-23', { name: '勤労感謝の日' })
    }
    await put()
    const before = await rows()
    expect(before['absences']).toHaveLength(1)
    expect(before['holidays']).toHaveLength(1)
    await author.delete(absence)
    await author.delete('/holidays/2026-11-23')
    await put()
    expect(await rows()).toEqual(before)
  })
})
