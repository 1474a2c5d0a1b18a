import type { Page } from '@playwright/test'
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

/** The members, somebody of whom no report is due on Fridays among them, who is away, and the way that tells of it. */
const notAll = {
  'GET /users': {
    json: [
      me,
      colleague(2, '早川', '蓮'),
      colleague(3, '小野寺', '徹'),
      { ...colleague(4, '高木', '結'), working_days: [1, 2] },
    ],
  },
  'GET /absences': {
    json: {
      absences: [
        {
          id: '01998d5c-0000-7000-8002-000000000001',
          user_id: colleague(3, '', '').id,
          from: today,
          until: '2026-10-26',
          half: null,
        },
        { id: '01998d5c-0000-7000-8002-000000000002', user_id: me.id, from: today, until: today, half: 'afternoon' },
      ],
    },
  },
  'GET /daily-reports': { json: { reports, total: reports.length } },
}
const holiday = { 'GET /holidays': { json: { holidays: [{ date: today, name: 'スポーツの日' }] } } }
const openTimeOff = (page: Page) => page.getByRole('button', { name: '休みにする' }).click()

const founder = { ...me, is_admin: true, team: { ...me.team, first_steps: firstSteps } }

testStates('daily report', '/', {
  loading: { answers: { 'GET /daily-reports': 'never' }, shows: (page) => page.getByText('日報を読み込んでいます') },
  error: { answers: { 'GET /daily-reports': failing }, shows: (page) => page.getByText('日報を読み込めませんでした') },
  empty: { shows: (page) => page.getByText('10月23日の日報はまだありません') },
  holiday: { answers: holiday, shows: (page) => page.getByText('今日は祝日です(スポーツの日)') },
  'for who only reads': {
    answers: { 'GET /users/me': { json: { ...me, writes: false } } },
    shows: (page) => page.getByText('提出された日報は、ここに並びます。'),
  },
  'roll failed': {
    answers: { 'GET /absences': failing },
    shows: (page) => page.getByText('提出状況を読み込めませんでした。'),
  },
  'first day of who has joined': {
    answers: { 'GET /users/me': { json: { ...me, joined_on: today } } },
    shows: (page) => page.getByText(/^このチームには/u),
  },
  'in the evening': {
    answers: {
      'GET /users/me': { json: { ...me, team: { ...me.team, report_time: 'evening' } } },
      'GET /daily-reports': { json: { reports, total: reports.length } },
    },
    open: (page) => page.getByRole('button', { name: /^日報を書く|^自分の日報を編集/u }).click(),
    shows: (page) => page.getByLabel(/^明日やること/u),
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

testStates('daily report, who is due', '/', {
  filled: { answers: notAll, shows: (page) => page.getByText(/小野寺 徹/u).and(page.locator('p')) },
})

testStates('time off', '/', {
  open: { open: openTimeOff, shows: (page) => page.getByRole('dialog') },
  refused: {
    open: async (page) => {
      await openTimeOff(page)
      await page.getByLabel('最後の日').fill('2026-10-22')
      await page.getByRole('dialog').getByRole('button', { name: '休みにする' }).click()
    },
    shows: (page) => page.getByText('最後の日は最初の日より後にしてください'),
  },
  failed: {
    open: async (page) => {
      await openTimeOff(page)
      await page.getByRole('dialog').getByRole('button', { name: '休みにする' }).click()
    },
    shows: (page) => page.getByText('休みにできませんでした。もう一度お試しください。'),
  },
  'half a day that is taken': {
    answers: notAll,
    open: (page) => page.getByRole('button', { name: '休みを変更' }).click(),
    shows: (page) => page.getByRole('button', { name: '休みをやめる' }),
  },
})
