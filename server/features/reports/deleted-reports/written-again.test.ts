import { describe, expect, test } from 'vitest'
import { team } from '#server/testing/team.ts'

const friday = '2026-11-20'
const thursday = '2026-11-19'
const draft = (issues: string, today_plan = '実装', report_date = friday) => ({
  report_date,
  yesterday_work: '設計',
  today_plan,
  issues,
})

/**
 * Creates a report with a comment, two reactions, a read mark and two blockers. The author has resolved one blocker,
 * and a colleague has taken on the other.
 */
async function answered() {
  const here = await team({ now: new Date(`${friday}T03:00:00Z`) })
  const [author, colleague, other] = [await here.member('早川'), await here.member('佐伯'), await here.member('伊藤')]
  const { body: report } = await author.post('/daily-reports', draft('VPN が遅い\n鍵が無い'))
  await colleague.post(`/daily-reports/${report.id}/comments`, { body: '確認します' })
  await colleague.put(`/daily-reports/${report.id}/reactions/ok`)
  await other.put(`/daily-reports/${report.id}/reactions/ok`)
  await other.put(`/daily-reports/${report.id}/read`)
  const ids: Record<string, string> = {}
  for (const { id, text } of (await author.get('/blockers')).body.blockers) ids[text] = id
  await author.patch(`/blockers/${ids['VPN が遅い']}`, { state: 'resolved' })
  await colleague.patch(`/blockers/${ids['鍵が無い']}`, { owner_id: colleague.user.id })
  const blockers = async () => (await colleague.get(`/blockers?date=${friday}`)).body.blockers
  const shown = async () => (await author.get(`/daily-reports?report_date=${friday}`)).body.reports[0]
  return { ...here, author, colleague, report, ids, blockers, shown, before: await shown() }
}

describe('submitting a report again after deleting that day’s report (E2.01)', () => {
  test('a new report for a deleted day brings back the old comments, readers and blocker states', async () => {
    const { author, colleague, report, ids, blockers, shown, before } = await answered()
    const stood = await blockers()
    await author.delete(`/daily-reports/${report.id}`)
    const again = await author.post('/daily-reports', draft('VPN が遅い\n鍵が無い', '別の実装'))
    expect(again).toMatchObject({ status: 201, body: { id: report.id, today_plan: '別の実装', status: 'edited' } })
    expect(again.body.created_at).toBe(report.created_at)
    const { comments, reactions, readers } = before
    expect(await shown()).toMatchObject({ id: report.id, comments, reactions, readers, today_plan: '別の実装' })
    expect((await colleague.get(`/daily-reports/${report.id}/comments`)).body.comments).toMatchObject([
      { body: '確認します' },
    ])
    expect(await blockers()).toEqual(stood)
    expect(stood).toEqual(
      expect.arrayContaining([
        expect.objectContaining({ id: ids['VPN が遅い'], state: 'resolved' }),
        expect.objectContaining({ id: ids['鍵が無い'], owner_id: colleague.user.id }),
      ]),
    )
  })

  test('a new report with the text of a deleted one leaves no trace of the deletion', async () => {
    const { author, report, shown, before } = await answered()
    await author.delete(`/daily-reports/${report.id}`)
    await author.post('/daily-reports', draft('VPN が遅い\n鍵が無い'))
    expect(await shown()).toEqual(before)
  })

  test('a new report for a deleted day changes blockers as an edit does', async () => {
    const [edited, deleted] = [await answered(), await answered()]
    const words = draft('鍵がまだ無い\n席が無い')
    await edited.author.put(`/daily-reports/${edited.report.id}`, words)
    await deleted.author.delete(`/daily-reports/${deleted.report.id}`)
    await deleted.author.post('/daily-reports', words)
    const blockersOf = async ({ blockers, colleague }: typeof edited) =>
      (await blockers())
        .map(({ text, state, owner_id }: Record<string, string>) => [text, state, owner_id === colleague.user.id])
        .toSorted()
    expect(await blockersOf(deleted)).toEqual(await blockersOf(edited))
  })

  test('a new report for a deleted day notifies no one of a mention twice', async () => {
    const { author, colleague, report } = await answered()
    const words = draft('', '@佐伯 実装')
    await author.put(`/daily-reports/${report.id}`, words)
    await colleague.post('/mentions/read', {})
    const listed = async () => (await colleague.get('/mentions')).body
    const before = await listed()
    await author.delete(`/daily-reports/${report.id}`)
    await author.post('/daily-reports', words)
    expect(await listed()).toEqual(before)
  })

  test('a report for another day, or 30 days after the deletion, restores no deleted report', async () => {
    const { author, report, clock } = await answered()
    await author.delete(`/daily-reports/${report.id}`)
    expect((await author.post('/daily-reports', draft('', '実装', thursday))).body.id).not.toBe(report.id)
    clock.now = new Date(clock.now.getTime() + 30 * 86_400_000)
    expect((await author.post('/daily-reports', draft(''))).body.id).not.toBe(report.id)
  })

  test('a new report for a day with two deleted reports restores the one deleted last', async () => {
    const { author, report, clock } = await answered()
    await author.delete(`/daily-reports/${report.id}`)
    const { body: moved } = await author.post('/daily-reports', draft('', '実装', thursday))
    await author.put(`/daily-reports/${moved.id}`, draft(''))
    clock.now = new Date(clock.now.getTime() + 1_000)
    await author.delete(`/daily-reports/${moved.id}`)
    expect((await author.post('/daily-reports', draft(''))).body.id).toBe(moved.id)
  })

  test('a new report never restores a colleague’s deleted report', async () => {
    const { author, colleague, report } = await answered()
    await author.delete(`/daily-reports/${report.id}`)
    const { body } = await colleague.post('/daily-reports', draft(''))
    expect(body).toMatchObject({ user_id: colleague.user.id, status: 'submitted' })
    expect(body.id).not.toBe(report.id)
  })

  test('only one of several simultaneous reports for a deleted day is accepted', async () => {
    const { author, report } = await answered()
    await author.delete(`/daily-reports/${report.id}`)
    const answers = await Promise.all(Array.from({ length: 5 }, () => author.post('/daily-reports', draft(''))))
    const filed = answers.filter(({ status }) => status === 201)
    expect(filed.map(({ body }) => body.id)).toEqual([report.id])
    expect(answers.filter(({ status }) => status === 409)).toHaveLength(4)
  })
})
