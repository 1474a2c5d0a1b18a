import type { BacklogItem } from '#contract/backlogs.ts'
import type { Blocker } from '#contract/blockers.ts'
import type { Dashboard, DashboardStats, Week } from '#contract/dashboard.ts'
import { blocker } from '#contract/testing/blockers.ts'
import { goodMonth } from '#contract/testing/dashboard.ts'
import { colleague, failing, me, testStates, today, unread } from '../states.ts'

const people = [me, colleague(2, '早川', '蓮'), colleague(3, 'Tamm', 'Emilia'), colleague(4, '三浦', '航太')]
const named = (index: number) => {
  const { id, family_name, first_name } = people[index]!
  return { user_id: id, user_name: `${family_name} ${first_name}` }
}
const reportId = (number: number) => `01998d5c-0000-7000-8001-${String(number).padStart(12, '0')}`
const item = (id: number, parts: Partial<BacklogItem>): BacklogItem => ({
  id,
  backlog: '月をまたぐ週の表示',
  source: 'github',
  source_type: 'issue',
  user_id: me.id,
  reference: `#${id}`,
  url: `https://github.example/issues/${id}`,
  priority: 'medium',
  updated_at: `${today}T08:00:00+09:00`,
  ...parts,
})

const filled: Dashboard = {
  today: {
    date: today,
    working_day: true,
    reported: [
      {
        ...named(0),
        report_id: reportId(1),
        submitted_at: `${today}T09:02:00+09:00`,
        is_imported: false,
        plan: '週表示のキーボード操作を仕上げる',
        has_blocker: false,
      },
      {
        ...named(1),
        report_id: reportId(2),
        submitted_at: `${today}T08:47:00+09:00`,
        is_imported: false,
        plan: 'https://example.com/a-very-long-address-without-any-break/that/goes/on-and-on',
        has_blocker: true,
      },
    ],
    missing: [
      { ...named(2), last_report_date: '2026-10-22' },
      { ...named(3), last_report_date: null },
    ],
  },
  blockers: [
    {
      ...named(1),
      report_id: reportId(2),
      report_date: today,
      since: '2026-10-22',
      issues: 'ステージングDBの接続数が上限に達しています。',
    },
  ],
  recent: [{ ...named(2), report_id: reportId(3), report_date: '2026-10-22', plan: 'オフライン表示を試作' }],
  backlog: [
    item(471, { priority: 'high' }),
    item(488, { backlog: '空き枠検索のキャッシュ' }),
    item(2, { source: 'backlog', reference: 'HIN-212', backlog: '予約変更メールの誤字', priority: 'low' }),
    item(3, { source: 'jira', reference: 'QA-88', backlog: '回帰テスト一覧の棚卸し', url: null }),
  ],
}
const rates = [88, 62, 91, 86, 94, 89, 97, 80, 94, null, 0, 83]
const weeks = (all: (number | null)[]): Week[] =>
  all.map((submission_rate, index) => ({
    week_start: new Date(Date.UTC(2026, 7, 3 + 7 * index)).toISOString().slice(0, 10),
    reports: submission_rate === null ? 0 : 17,
    members: submission_rate === null ? 0 : 4,
    due: submission_rate === null ? 0 : 20,
    submission_rate,
  }))
const stats: DashboardStats = { ...goodMonth, weekly: weeks(rates) }
const nothing: Dashboard = {
  today: { date: today, working_day: true, reported: [], missing: [{ ...named(0), last_report_date: null }] },
  blockers: [],
  recent: [],
  backlog: [],
}
const zeros: DashboardStats = {
  reports_this_month: 0,
  working_days_this_month: 0,
  reported_working_days_this_month: 0,
  submission_rate: null,
  previous_submission_rate: null,
  current_streak: 0,
  longest_streak: 0,
  insights_this_month: 0,
  open_blockers: 0,
  oldest_blocker_since: null,
  weekly: weeks(rates.map(() => null)),
}
const statuses: Blocker[] = [
  blocker({
    opened_by: people[1]!.id,
    opened_by_name: '早川 蓮',
    reopened: true,
    reference: 'OPS-31',
    url: 'https://jira.example/OPS-31',
  }),
  blocker({
    id: '019a0000-0000-7000-8000-000000000002',
    text: '鎌倉店の営業時間の正しい一覧がまだ届きません。',
    opened_by: people[3]!.id,
    opened_by_name: '三浦 航太',
    state: 'acknowledged',
    owner_id: me.id,
    owner_name: '佐伯 美咲',
  }),
  blocker({
    id: '019a0000-0000-7000-8000-000000000003',
    state: 'resolved',
    resolution: 'issue',
    reference: '#461',
    resolved_on: today,
  }),
]
const both = (day: Dashboard, figures: DashboardStats) => ({
  'GET /blockers': { json: { blockers: day === nothing ? [] : statuses } },
  'GET /dashboard': { json: day },
  'GET /dashboard/stats': { json: figures },
})

testStates('dashboard', '/dashboard', {
  ...unread(['GET /dashboard', 'GET /dashboard/stats'], {
    heading: 'ダッシュボード',
    failed: 'ダッシュボードを読み込めませんでした',
  }),
  'one half not loaded': {
    answers: { ...both(filled, stats), 'GET /dashboard/stats': failing },
    shows: (page) => page.getByText('この部分を読み込めませんでした'),
  },
  empty: { answers: both(nothing, zeros), shows: (page) => page.getByText('課題を取り込むと、ここに並びます') },
  'week-end': {
    answers: both({ ...filled, today: { ...filled.today, working_day: false, missing: [] } }, stats),
    shows: (page) => page.getByText('日報の提出が必要なメンバーはいません'),
  },
  filled: {
    answers: both(filled, stats),
    open: async (page) => {
      await page.getByText('数え方').click()
      await page.getByRole('button', { name: '最近解決したもの' }).click()
    },
    shows: (page) => page.getByText('週表示のキーボード操作を仕上げる'),
  },
})
