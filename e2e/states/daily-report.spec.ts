import type { Report } from '#contract/reports.ts'
import { firstSteps } from '#contract/users.ts'
import { colleague, failing, me, testStates, today } from '../states.ts'

const report = (number: number, author: typeof me, words: Partial<Report>): Report => ({
  id: `01998d5c-0000-7000-8001-${String(number).padStart(12, '0')}`,
  user_id: author.id,
  user_name: `${author.family_name} ${author.first_name}`,
  report_date: today,
  yesterday_work: '空き枠検索のN+1を解消\nキャッシュ方針のたたき台を作成',
  today_plan: 'キャッシュ方針をADRにまとめる\nPR #482 のレビュー',
  issues: '',
  status: 'submitted',
  created_at: `${today}T08:47:00+09:00`,
  updated_at: `${today}T08:47:00+09:00`,
  ...words,
})
const reports = [
  report(1, me, {}),
  report(2, colleague(2, '早川', '蓮'), { issues: 'ステージングDBの接続数が上限に達しています。', status: 'edited' }),
]

const founder = { ...me, is_admin: true, team: { ...me.team, first_steps: firstSteps } }

testStates('daily report', '/', {
  loading: { answers: { 'GET /daily-reports': 'never' }, shows: (page) => page.getByText('日報を読み込んでいます') },
  error: { answers: { 'GET /daily-reports': failing }, shows: (page) => page.getByText('日報を読み込めませんでした') },
  empty: { shows: (page) => page.getByText('10月23日の日報はまだありません') },
  'first day of who has joined': {
    answers: { 'GET /users/me': { json: { ...me, joined_on: today } } },
    shows: (page) => page.getByText(/^このチームには/u),
  },
  filled: {
    answers: { 'GET /daily-reports': { json: { reports, total: reports.length } } },
    shows: (page) => page.getByText('ステージングDBの接続数'),
  },
})

testStates('daily report, first steps', '/', {
  filled: {
    answers: { 'GET /users/me': { json: founder }, 'GET /users': { json: [founder] } },
    shows: (page) => page.getByRole('combobox').first(),
  },
})
