import { cleanup, screen, within } from '@testing-library/react'
import { describe, expect, it } from 'vitest'
import type { Blocker } from '#contract/blockers.ts'
import type { Dashboard, DashboardItem, DashboardStats } from '#contract/dashboard.ts'
import { blocker } from '#contract/testing/blockers.ts'
import { goodMonth } from '#contract/testing/dashboard.ts'
import { eachOnTheDay, me, openApp, problem } from '../../testing/app.tsx'

const today = '2026-10-23'
const person = (user_id: string, user_name: string) => ({ user_id, user_name })
const reported = (user_id: string, user_name: string, has_blocker = false) => ({
  ...person(user_id, user_name),
  report_id: `report-${user_id}`,
  submitted_at: `${today}T09:02:00+09:00`,
  is_imported: false,
  plan: `**${user_name}**の計画`,
  has_blocker,
})
const day: Dashboard = {
  today: {
    date: today,
    working_day: true,
    reported: [reported('misaki', '佐伯 美咲'), reported('ren', '早川 蓮', true)],
    missing: [
      { ...person('kota', '三浦 航太'), last_report_date: '2026-10-22' },
      { ...person('toru', '小野寺 徹'), last_report_date: '2026-10-02' },
      { ...person('saki', '中原 紗季'), last_report_date: null },
    ],
  },
  blockers: [{ ...person('ren', '早川 蓮'), report_id: 'r', report_date: today, since: '2026-10-14', issues: 'DB' }],
  recent: [{ ...person('kota', '三浦 航太'), report_id: 'k', report_date: '2026-10-22', plan: '' }],
  backlog: [],
}
const stats: DashboardStats = {
  ...goodMonth,
  weekly: Array.from({ length: 12 }, (_, index) => ({
    week_start: new Date(Date.UTC(2026, 7, 3 + 7 * index)).toISOString().slice(0, 10),
    reports: 20 + index,
    members: 7,
    due: index === 2 ? 0 : 35,
    submission_rate: index === 2 ? null : 72 + index,
  })),
}
const item = (id: number, parts: Partial<DashboardItem>): DashboardItem => ({
  id,
  backlog: `課題${id}`,
  source: 'github',
  source_type: 'issue',
  user_id: 'misaki',
  reference: `#${id}`,
  url: `https://github.example/${id}`,
  priority: 'medium',
  updated_at: `${today}T08:00:00+09:00`,
  ...parts,
})

type Change = { day?: Partial<Dashboard>; stats?: Partial<DashboardStats>; blockers?: Blocker[]; resolved?: Blocker[] }
const open = (change: Change = {}) =>
  openApp('/dashboard', {
    'GET /dashboard': { status: 200, body: { ...day, ...change.day } },
    'GET /dashboard/stats': { status: 200, body: { ...stats, ...change.stats } },
    'GET /users/': { status: 200, body: [me] },
    'GET /blockers': ({ query }) => ({
      status: 200,
      body: {
        blockers: query.get('state') === 'resolved' ? (change.resolved ?? []) : (change.blockers ?? [blocker()]),
      },
    }),
  })
const list = (name: string) => screen.findByRole('list', { name })
const figure = async (name: string) => {
  const figures = (await screen.findAllByText('今月の日報', { selector: 'dt' }))[0]!.closest('dl')!
  return within(figures).getByText(name).parentElement!.textContent
}

eachOnTheDay()

describe('the figures', () => {
  it('each figure of the dashboard is shown with its comparison', async () => {
    await open()
    expect(await figure('今月の日報')).toBe('今月の日報15 件営業日16日中')
    expect(await figure('提出率')).toBe('提出率94%先月 91%')
    expect(await figure('連続提出')).toBe('連続提出11 営業日これまでの最長 23営業日')
    expect(await figure('未解決の困りごと')).toBe('未解決の困りごと1 件最も古いものは2営業日前から')
    expect(screen.getByRole('link', { name: '今月の自分のふりかえり 3件' }).getAttribute('href')).toBe(
      '/?page=activity',
    )
  })

  it('a figure says whether it includes weekend reports, or that there is no data yet', async () => {
    await open({ stats: { reports_this_month: 17 } })
    expect(await figure('今月の日報')).toBe('今月の日報17 件営業日16日のうち15日')
    cleanup()
    await open({
      stats: {
        reports_this_month: 2,
        working_days_this_month: 0,
        reported_working_days_this_month: 0,
        submission_rate: null,
        previous_submission_rate: null,
      },
      blockers: [],
    })
    expect(await figure('今月の日報')).toBe('今月の日報2 件今月の営業日はこれからです')
    expect(await figure('提出率')).toBe('提出率–先月の記録はありません')
    expect(await figure('未解決の困りごと')).toBe('未解決の困りごと0 件困りごとはありません')
  })
})

describe("today's team", () => {
  it("today's team lists members with blockers first, and members without a report last", async () => {
    await open()
    const rows = within(await list('今日のチーム')).getAllByRole('listitem')
    expect(rows.map((row) => row.textContent)).toEqual([
      expect.stringContaining('早川 蓮早川 蓮の計画困りごと'),
      expect.stringContaining('9:02 提出'),
      expect.stringContaining('最後の日報は昨日 10/22未提出'),
      expect.stringContaining('最後の日報は10/2未提出'),
      expect.stringContaining('日報はまだありません未提出'),
    ])
    const hrefs = rows.map((row) => within(row).queryByRole('link')?.getAttribute('href'))
    expect(hrefs).toEqual(['/', '/', '/?date=2026-10-22', '/?date=2026-10-02', undefined])
    expect(screen.getByText('2 / 5人が提出')).toBeTruthy()
    expect((await list('最近の日報')).textContent).toContain('三浦 航太なし')
  })

  it("a long list of today's team is shortened, with a button that shows the rest", async () => {
    const missing = Array.from({ length: 20 }, (_, index) => ({
      ...person(`u${index}`, `人${index}`),
      last_report_date: null,
    }))
    const { user } = await open({ day: { today: { ...day.today, reported: [], missing } } })
    expect(within(await list('今日のチーム')).getAllByRole('listitem')).toHaveLength(15)
    await user.click(screen.getByRole('button', { name: '残り5件を表示' }))
    expect(within(await list('今日のチーム')).getAllByRole('listitem')).toHaveLength(20)
  })

  it("today's team links to the team's day even if the browser is a day behind", async () => {
    await open({ day: { today: { ...day.today, date: '2026-10-24' } } })
    const [misaki, , kota] = within(await list('今日のチーム')).getAllByRole('listitem')
    expect(within(misaki!).getByRole('link').getAttribute('href')).toBe('/?date=2026-10-24')
    expect(within(kota!).getByRole('link').getAttribute('href')).toBe('/?date=2026-10-22')
  })

  it("today's team names nobody as missing on a day without due reports", async () => {
    await open({ day: { today: { ...day.today, working_day: false, missing: [] } } })
    expect(await screen.findByText('今日は、日報の提出が必要なメンバーはいません。')).toBeTruthy()
    expect(screen.getByText('2人が提出')).toBeTruthy()
  })

  it('the dashboard of a team’s only member links to the invitation of others', async () => {
    await open({ day: { today: { ...day.today, reported: [reported('misaki', '佐伯 美咲')], missing: [] } } })
    expect((await screen.findByRole('link', { name: 'メンバーを招待する' })).getAttribute('href')).toBe('/team')
  })
})

describe("the team's blockers", () => {
  it('the dashboard shows open blockers with their history, and folds those resolved lately', async () => {
    const resolved = (parts: Partial<Blocker>) =>
      blocker({ state: 'resolved', resolution: 'solved', resolved_on: '2026-10-10', ...parts })
    const { user } = await open({
      blockers: [
        blocker({ text: '`検証環境`のDB' }),
        blocker({ id: 'taken', opened_on: today, state: 'acknowledged', owner_id: 'misaki', owner_name: '佐伯 美咲' }),
      ],
      resolved: [
        resolved({ id: 'lately', text: '謝礼の手続き' }),
        resolved({ id: 'earlier', resolved_on: '2026-10-09' }),
      ],
    })
    const rows = within(await list('未解決の困りごと')).getAllByRole('listitem')
    expect(within(rows[0]!).getByRole('link').getAttribute('href')).toBe('/')
    expect(within(rows[0]!).getByRole('group', { name: '検証環境のDB' })).toBeTruthy()
    expect(within(rows[0]!).getByText('検証環境のDB')).toBeTruthy()
    expect(rows.map((row) => within(row).getByRole('group').textContent)).toEqual([
      '2営業日前から引き受ける解決',
      expect.stringMatching(/^今日から佐自分が対応中.*解決$/u),
    ])
    expect(screen.getByText('2件')).toBeTruthy()
    await user.click(screen.getByRole('button', { name: '最近解決したもの 1' }))
    expect((await list('最近解決したもの')).textContent).toContain('謝礼の手続き10/10に解決元に戻す')
  })

  it('the dashboard says that there are no blockers if there are none', async () => {
    await open({ blockers: [] })
    expect(await screen.findByText('未解決の困りごとはありません')).toBeTruthy()
  })
})

describe('the chart', () => {
  it('the chart is one named image, with a table for screen readers', async () => {
    await open()
    expect(await screen.findByRole('img', { name: 'チームの12週間の提出率。今週は今日までで83%。' })).toBeTruthy()
    const rows = within(screen.getByRole('table', { name: 'チームの提出率' })).getAllByRole('row')
    expect(rows).toHaveLength(13)
    expect(rows[3]!.textContent).toBe('8/17なし227')
    expect(rows[12]!.textContent).toBe('今週(今日まで)83%317')
  })
})

describe('the backlog', () => {
  it('the backlog is grouped by tracker, and links http(s) addresses only', async () => {
    await open({
      day: {
        backlog: [
          item(1, { priority: 'high' }),
          item(2, { url: 'javascript:alert(1)' }),
          item(3, { source: 'jira', reference: 'QA-88', url: null, priority: 'low' }),
          item(4, { backlog: '' }),
        ],
      },
    })
    const github = within(await list('GitHub')).getAllByRole('listitem')
    expect(github.map((row) => row.textContent)).toEqual(['#1課題1高優先度 高', '#2課題2中優先度 中'])
    expect(within(github[0]!).getByRole('link').getAttribute('href')).toBe('https://github.example/1')
    expect(within(github[1]!).queryByRole('link')).toBeNull()
    expect((await list('Jira')).textContent).toContain('QA-88')
    expect(screen.queryByRole('list', { name: 'Backlog' })).toBeNull()
    expect(screen.getByRole('link', { name: '取り込みの設定' }).getAttribute('href')).toBe(
      '/settings?tab=backlog-settings',
    )
  })

  it('the backlog marks issues without an assignee', async () => {
    await open({ day: { backlog: [item(1, {}), item(2, { user_id: null })] } })
    const rows = within(await list('GitHub')).getAllByRole('listitem')
    expect(rows.map((row) => row.textContent)).toEqual(['#1課題1中優先度 中', '#2課題2担当者なし中優先度 中'])
  })

  it('an empty backlog links to its settings', async () => {
    await open()
    expect((await screen.findByRole('link', { name: '取り込みの設定を開く' })).getAttribute('href')).toBe(
      '/settings?tab=backlog-settings',
    )
  })
})

describe('when something fails', () => {
  const failure = problem(500, 'internal', 'サーバーで問題が起きました。')

  it('the dashboard says that it cannot be loaded, and offers a retry', async () => {
    const answer = { status: 500 }
    const { user } = await openApp('/dashboard', {
      'GET /dashboard': () => (answer.status === 200 ? { status: 200, body: day } : failure),
      'GET /dashboard/stats': () => (answer.status === 200 ? { status: 200, body: stats } : failure),
    })
    expect(await screen.findByText('ダッシュボードを読み込めませんでした')).toBeTruthy()
    answer.status = 200
    await user.click(screen.getByRole('button', { name: 'もう一度読み込む' }))
    expect(await list('今日のチーム')).toBeTruthy()
  })

  it('a loaded part of the dashboard is shown even if another part fails', async () => {
    await openApp('/dashboard', {
      'GET /dashboard': { status: 200, body: day },
      'GET /dashboard/stats': failure,
    })
    expect(await list('今日のチーム')).toBeTruthy()
    expect(await screen.findAllByText('この部分を読み込めませんでした。')).toHaveLength(2)
  })
})

describe('a long import of issues', () => {
  const jira = {
    id: '01998d5c-0000-7000-8000-000000000077',
    source: 'jira',
    state: 'going_on',
    read: 300,
    total: 2000,
    imported: 0,
    updated: 0,
    closed: 0,
    message: null,
  }

  it('the dashboard shows the progress of an import, and refetches the backlog afterwards', async () => {
    let imports: object[] = [jira]
    const { sent } = await openApp('/dashboard', {
      'GET /dashboard': { status: 200, body: day },
      'GET /dashboard/stats': { status: 200, body: stats },
      'GET /backlogs/imports': () => ({ status: 200, body: imports }),
    })
    expect(await screen.findByText('Jiraの課題を読み込んでいます。約2,000件のうち300件まで進みました')).toBeTruthy()
    const reads = () => sent.filter(({ call }) => call === 'GET /dashboard').length
    const before = reads()
    imports = [{ ...jira, state: 'done', read: 2000, imported: 2000, message: '新規2,000件' }]
    expect(await screen.findByText('新規2,000件', {}, { timeout: 10_000 })).toBeTruthy()
    await expect.poll(reads).toBeGreaterThan(before)
    expect(screen.queryByText(/読み込んでいます。/u)).toBeNull()
  })

  it('the dashboard keeps showing why the last import failed', async () => {
    await openApp('/dashboard', {
      'GET /dashboard': { status: 200, body: day },
      'GET /dashboard/stats': { status: 200, body: stats },
      'GET /backlogs/imports': { status: 200, body: [{ ...jira, state: 'failed', message: 'Jiraが応答しません。' }] },
    })
    expect(await screen.findByText('Jiraが応答しません。')).toBeTruthy()
  })
})
