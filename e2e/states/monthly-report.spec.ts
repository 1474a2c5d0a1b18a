import type { Month } from '#contract/months.ts'
import { colleague, failing, me, testStates, unread } from '../states.ts'

const call = 'GET /monthly-reports/achievement/my'
const entries = [
  { report_date: '2026-10-01', yesterday_work: '社内勉強会で日付処理の話をした', issues: '' },
  {
    report_date: '2026-10-22',
    yesterday_work: '・週表示のデータ取得をフックに分離\n・祝日の表示漏れを修正(#467)',
    issues: '月をまたぐ週の仕様が未確定。',
  },
  {
    report_date: '2026-10-23',
    yesterday_work: '予約カレンダーの週表示を実装(PR #482)\nレビュー\nテスト\n公開',
    issues: '',
  },
].map((entry) => Object.assign({ report_time: 'morning' as const, added_later: false, blockers: [] }, entry))

testStates('monthly report', '/?page=monthly-report', {
  ...unread([call], { heading: '2026年10月の月報', failed: '月報を読み込めませんでした' }),
  empty: { answers: { [call]: { json: [] } }, shows: (page) => page.getByText('2026年10月の日報はまだありません') },
  'with days off': {
    answers: {
      [call]: { json: entries },
      'GET /holidays': { json: { holidays: [{ date: '2026-10-12', name: 'スポーツの日' }] } },
      'GET /absences': {
        json: { absences: [{ id: 'away', user_id: me.id, from: '2026-10-14', until: '2026-10-16', half: null }] },
      },
    },
    shows: (page) => page.getByTitle('10月12日 月曜日: 祝日(スポーツの日)'),
  },
  filled: {
    answers: { [call]: { json: entries } },
    shows: (page) => page.getByText('週表示のデータ取得をフックに分離'),
  },
})

const ren = { user_id: colleague(2, '早川', '蓮').id, user_name: '早川 蓮' }
const administrator = { ...me, is_admin: true, team: { ...me.team, month_approval: true } }
const event = (kind: Month['events'][number]['kind'], parts: Partial<Month['events'][number]> = {}) => ({
  kind,
  ...ren,
  note: '',
  day: null,
  at: '2026-10-22T18:00:00+09:00',
  ...parts,
})
const month = (parts: Partial<Month>): Month => ({
  month: '2026-10',
  ...ren,
  state: 'submitted',
  revision: 4,
  events: [
    event('submitted'),
    event('returned', {
      user_name: '佐伯 美咲',
      note: `22日に会議を書き足してください。${'議事録は共有フォルダにあります。'.repeat(8)}`,
    }),
    event('submitted', { note: '書き足しました' }),
  ],
  reports: entries,
  ...parts,
})
const progress = { due: 16, written: 15 }
const standing = { month: '2026-10', ...ren, ...progress, state: 'submitted', changed_at: '2026-10-22T18:00:00+09:00' }
const approving = {
  'GET /users/me': { json: administrator },
  'GET /months': { json: { months: [standing], total: 1 } },
}
const own = month({ user_id: me.id, user_name: '佐伯 美咲', state: 'reopened' })

testStates('my month, which is approved', '/?page=monthly-report', {
  submitting: {
    answers: {
      ...approving,
      [call]: { json: entries },
      'GET /months/2026-10': { json: { ...own, state: 'open', events: [] } },
    },
    open: (page) => page.getByRole('button', { name: '提出する' }).click(),
    shows: (page) => page.getByRole('dialog', { name: '10月の月報を提出' }),
  },
  error: {
    answers: { ...approving, [call]: { json: entries }, 'GET /months/2026-10': failing },
    shows: (page) => page.getByText('承認する月報を読み込めませんでした'),
  },
  filled: {
    answers: {
      ...approving,
      [call]: { json: entries },
      'GET /months/2026-10': { json: { ...own, events: [...own.events, event('reopened', { day: '2026-10-22' })] } },
    },
    shows: (page) => page.getByText('週表示のデータ取得をフックに分離'),
  },
})

testStates('a month to be approved', `/?page=monthly-report&month=2026-10&member=${ren.user_id}`, {
  ...unread(['GET /months/2026-10'], {
    heading: '2026年10月の月報',
    failed: '月報を読み込めませんでした',
    around: approving,
  }),
  returning: {
    answers: { ...approving, 'GET /months/2026-10': { json: month({}) } },
    open: (page) => page.getByRole('button', { name: '差し戻す' }).click(),
    shows: (page) => page.getByRole('dialog', { name: '早川 蓮さんの10月の月報を差し戻す' }),
  },
  filled: {
    answers: { ...approving, 'GET /months/2026-10': { json: month({}) } },
    shows: (page) => page.getByText('週表示のデータ取得をフックに分離'),
  },
})

testStates('the months to be approved', '/?page=monthly-report&months=submitted', {
  ...unread(['GET /months'], {
    heading: '月報の承認',
    failed: '承認する月報を読み込めませんでした',
    around: approving,
  }),
  empty: {
    answers: { ...approving, 'GET /months': { json: { months: [], total: 0 } } },
    shows: (page) => page.getByText('承認待ちの月報はありません'),
  },
  filled: { answers: approving, shows: (page) => page.getByText('早川 蓮') },
})
