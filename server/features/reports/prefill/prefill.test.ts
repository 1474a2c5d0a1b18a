import { describe, expect, test } from 'vitest'
import type { Prefill } from '#contract/prefill.ts'
import { hinode, importIssues } from '#server/testing/backlog-team.ts'
import { team, type Member } from '#server/testing/team.ts'

const noon = new Date('2026-11-20T03:00:00Z')
const monday = '2026-11-16'
const [tuesday, wednesday, thursday, friday] = ['2026-11-17', '2026-11-18', '2026-11-19', '2026-11-20']

const report = (person: Member, report_date: string, today_plan: string) =>
  person.post('/daily-reports', { report_date, yesterday_work: '', today_plan, issues: '' })

async function beginningOf(person: Member, date: string): Promise<Prefill> {
  const { status, body } = await person.get(`/daily-reports/draft?date=${date}`)
  expect([status, body.code]).toEqual([200, undefined])
  return body as Prefill
}
const plannedOf = async (person: Member, date: string) =>
  (await beginningOf(person, date)).planned.map(({ text, carried }) => `${text} ${carried}`)

describe('what was planned (N8.01)', () => {
  test('the form lists my last plan’s lines, and for how many reports each was carried', async () => {
    const { member } = await team({ now: noon })
    const [me, colleague] = [await member(), await member()]
    await report(me, monday, '・リリース準備\n設計')
    await report(me, tuesday, 'リリース準備\n・ﾃｽﾄ')
    await report(me, thursday, 'テスト\n- リリース準備\n\n見積もり  ')
    await report(colleague, thursday, '設計\nテスト')
    expect(await beginningOf(me, friday)).toEqual({
      planned: [
        { text: 'テスト', carried: 2 },
        { text: 'リリース準備', carried: 3 },
        { text: '見積もり', carried: 1 },
      ],
      blockers: [],
      done: [],
    })
    // The prefill of a past day lists only plans of reports before this day.
    expect(await plannedOf(me, thursday)).toEqual(['リリース準備 2', 'ﾃｽﾄ 1'])
    expect(await plannedOf(me, monday)).toEqual([])
  })

  test('the form lists no planned lines without an earlier report or plan', async () => {
    const { member } = await team({ now: noon })
    const me = await member()
    expect(await beginningOf(me, friday)).toEqual({ planned: [], blockers: [], done: [] })
    await report(me, thursday, '')
    expect(await beginningOf(me, friday)).toEqual({ planned: [], blockers: [], done: [] })
  })

  test('the form lists 200 planned lines with emoji and Hebrew unchanged', async () => {
    const { member } = await team({ now: noon })
    const me = await member()
    const lines = Array.from({ length: 200 }, (_, at) => `👩‍👩‍👧 שלום ${at}`)
    await report(me, thursday, lines.join('\n'))
    expect((await beginningOf(me, friday)).planned.map(({ text }) => text)).toEqual(lines)
  })

  test('reading the lines of the last plan needs a session and a day', async () => {
    const { member, visitor } = await team()
    expect((await visitor().get(`/daily-reports/draft?date=${friday}`)).status).toBe(401)
    const me = await member()
    for (const query of ['', '?date=', '?date=2026-02-30', '?date=yesterday'])
      expect(await me.get(`/daily-reports/draft${query}`)).toMatchObject({
        status: 400,
        body: { code: 'invalid_input' },
      })
  })
})

test('the count of a carried line ends at twenty reports', async () => {
  const { member } = await team({ now: noon })
  const me = await member()
  for (let day = 1; day <= 22; day++) await report(me, `2026-10-${String(day).padStart(2, '0')}`, '設計')
  expect(await plannedOf(me, friday)).toEqual(['設計 20'])
})

describe('what was done since the last report (N8.02)', () => {
  /** Creates a member who reported on Thursday noon. It is Friday. */
  async function afterThursday() {
    const parts = await hinode({ now: noon })
    const me = await parts.member()
    parts.clock.now = new Date('2026-11-19T03:00:00Z')
    await report(me, thursday, 'リリース準備')
    parts.clock.now = noon
    return { ...parts, me }
  }
  const at = (hour: number, day = thursday) => `${day}T${String(hour).padStart(2, '0')}:00:00Z`
  const doneOf = async (person: Member, date = friday) => (await beginningOf(person, date)).done
  const textsOf = async (person: Member) => (await doneOf(person)).map(({ text, kind }) => `${text} ${kind}`)

  test('the form lists the member’s closed issues and merged pull requests from GitHub', async () => {
    const { tracker, connect, me } = await afterThursday()
    await connect(me, 'github')
    tracker.done = [
      { id: 476, title: '決済の再試行を修正', doneAt: at(9), isPullRequest: true, filter: 'created' },
      { id: 470, title: '取り下げた修正', doneAt: at(9), isPullRequest: true, filter: 'created', unsolved: true },
      { id: 469, title: 'タイムアウトの記録漏れ', doneAt: at(8) },
      { id: 468, title: '重複していた課題', doneAt: at(8), unsolved: true },
      { id: 467, title: '報告しただけの課題', doneAt: at(8), filter: 'created' },
      { id: 466, title: '前回の日報より前', doneAt: at(2) },
      { id: 465, title: '前回の日報と同時', doneAt: at(3) },
    ]
    await importIssues(me)
    expect(await doneOf(me)).toEqual([
      {
        text: '決済の再試行を修正 #476',
        url: 'https://github.example/hinode/reserve/pull/476',
        source: 'github',
        kind: 'merged',
        reference: '#476',
      },
      {
        text: 'タイムアウトの記録漏れ #469',
        url: 'https://github.example/hinode/reserve/issues/469',
        source: 'github',
        kind: 'closed',
        reference: '#469',
      },
    ])
  })

  test('the form lists tickets that the member closed or moved in Jira', async () => {
    const { tracker, connect, me } = await afterThursday()
    await connect(me, 'jira')
    tracker.done = [
      { id: 2, title: '画面設計', doneAt: at(9), status: 'レビュー中' },
      { id: 1, title: '文言の確認', doneAt: at(8) },
    ]
    await importIssues(me, 'jira')
    expect(await textsOf(me)).toEqual(['画面設計 HIN-2 moved', '文言の確認 HIN-1 closed'])
  })

  test('the form lists the member’s closed issues from Backlog', async () => {
    const { tracker, connect, me } = await afterThursday()
    await connect(me, 'backlog')
    tracker.done = [{ id: 1, title: '文言の確認', doneAt: at(8) }]
    await importIssues(me, 'backlog')
    expect(await doneOf(me)).toMatchObject([{ text: '文言の確認 HIN-1', source: 'backlog', kind: 'closed' }])
  })

  test('the form lists an issue again after a new status, but not after another change', async () => {
    const { tracker, connect, me } = await afterThursday()
    await connect(me, 'jira')
    tracker.done = [{ id: 1, title: '画面設計', doneAt: at(2), status: 'レビュー中' }]
    await importIssues(me, 'jira')
    tracker.done = [{ id: 1, title: '画面設計 改', doneAt: at(9), status: 'レビュー中' }]
    await importIssues(me, 'jira')
    expect(await textsOf(me)).toEqual([])
    tracker.done = [{ id: 1, title: '画面設計 改', doneAt: at(10), status: '検証中' }]
    await importIssues(me, 'jira')
    expect(await textsOf(me)).toEqual(['画面設計 改 HIN-1 moved'])
  })

  test('a done item disappears if the issue is reopened or the tracker is disconnected', async () => {
    const { tracker, connect, member, me, clock } = await afterThursday()
    const colleague = await member('藤井')
    clock.now = new Date(at(3, wednesday))
    await report(colleague, wednesday, '')
    clock.now = noon
    await connect(me, 'github')
    await connect(me, 'jira')
    tracker.done = [{ id: 1, title: '課題', doneAt: at(9) }]
    await importIssues(me)
    await importIssues(me, 'jira')
    expect(await textsOf(me)).toEqual(['課題 #1 closed', '課題 HIN-1 closed'])
    expect(await textsOf(colleague)).toEqual([])
    await connect(colleague, 'github')
    await importIssues(colleague)
    tracker.done = []
    await importIssues(me)
    expect(await textsOf(me)).toEqual(['課題 HIN-1 closed'])
    expect(await textsOf(colleague)).toEqual(['課題 #1 closed'])
    expect((await me.delete('/connections/jira')).status).toBe(204)
    expect(await textsOf(me)).toEqual([])
  })

  test('the form lists at most a hundred done items of all trackers together', async () => {
    const { tracker, connect, me } = await afterThursday()
    tracker.done = Array.from({ length: 60 }, (_, n) => ({ id: n + 1, title: `課題 ${n + 1}`, doneAt: at(9) }))
    for (const source of ['github', 'jira'] as const) {
      await connect(me, source)
      await importIssues(me, source)
    }
    const done = await doneOf(me)
    expect(done.map(({ source }) => source)).toEqual([...Array(60).fill('github'), ...Array(40).fill('jira')])
  })

  test('opening the form sends no request to a tracker', async () => {
    const { tracker, connect, me } = await afterThursday()
    await connect(me, 'github')
    await beginningOf(me, friday)
    expect(tracker.asked).toEqual([])
  })

  test('the form lists no done items before the first report', async () => {
    const { tracker, connect, member } = await afterThursday()
    const me = await member('藤井')
    await connect(me, 'github')
    tracker.done = [{ id: 1, title: '課題', doneAt: at(9) }]
    await importIssues(me)
    expect(await doneOf(me)).toEqual([])
  })
})
