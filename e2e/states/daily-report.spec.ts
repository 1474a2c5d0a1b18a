import type { Page } from '@playwright/test'
import type { Comment } from '#contract/comments.ts'
import type { DayReport } from '#contract/reports.ts'
import { firstSteps } from '#contract/users.ts'
import { colleague, failing, me, report, testStates, today } from '../states.ts'

const reports = [
  report(1, me, {}),
  report(2, colleague(2, '早川', '蓮'), { issues: 'ステージングDBの接続数が上限に達しています。', status: 'edited' }),
]

/** The second report, with comments and reactions. */
const answered: DayReport = {
  ...reports[1]!,
  mentions: [],
  read: true,
  changed: false,
  comments: 2,
  reactions: [
    { reaction: 'nice', count: 2, mine: true },
    { reaction: 'help', count: 1, mine: false },
  ],
}
const said = (number: number, author: typeof me, body: string, mentions: string[]): Comment => ({
  id: `01998d5c-0000-7000-8005-${String(number).padStart(12, '0')}`,
  user_id: author.id,
  user_name: `${author.family_name} ${author.first_name}`,
  body,
  created_at: `${today}T09:14:00+09:00`,
  edited: number === 1,
  mentions,
})
const answers = {
  'GET /daily-reports': { json: { reports: [reports[0], answered], total: 2 } },
  [`GET /daily-reports/${answered.id}/comments`]: {
    json: {
      comments: [
        said(1, me, '@早川 蓮 https://hinode.example/minutes/2026-10-22-reservations に書いておきました。', [
          colleague(2, '', '').id,
        ]),
        said(2, colleague(2, '早川', '蓮'), '@佐伯 美咲 助かります。', [me.id]),
      ],
    },
  },
}

/** Members with a due report, one that works on no Friday, and one on leave. */
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
  'for a member who writes no reports': {
    answers: { 'GET /users/me': { json: { ...me, writes: false } } },
    shows: (page) => page.getByText('提出された日報は、ここに並びます。'),
  },
  'absences not loaded': {
    answers: { 'GET /absences': failing },
    shows: (page) => page.getByText('提出状況を読み込めませんでした。'),
  },
  'first day of a new member': {
    answers: { 'GET /users/me': { json: { ...me, joined_on: today } } },
    shows: (page) => page.getByText(/^このチームのメンバーは/u),
  },
  'a day before the member joined': {
    answers: { 'GET /users/me': { json: { ...me, joined_on: today } } },
    open: (page) => page.getByRole('gridcell').getByRole('button', { name: '2026年10月14日' }).click(),
    shows: (page) => page.getByText('チームに参加する前の日のため、日報は書けません。'),
  },
  'another day offline': {
    open: async (page) => {
      await page.getByText('10月23日の日報はまだありません').waitFor()
      await page.context().setOffline(true)
      // The neighbouring days may have been prefetched.
      await page.getByRole('gridcell').getByRole('button', { name: '2026年10月14日' }).click()
    },
    shows: (page) => page.getByRole('heading', { name: 'オフラインです' }),
  },
  'in the evening': {
    answers: {
      'GET /users/me': { json: { ...me, team: { ...me.team, report_time: 'evening' } } },
      'GET /daily-reports': {
        json: { reports: reports.map((report) => ({ ...report, report_time: 'evening' })), total: reports.length },
      },
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

testStates('daily report, due members', '/', {
  filled: { answers: notAll, shows: (page) => page.getByText(/小野寺 徹/u).and(page.locator('p')) },
})

testStates('reactions and comments of a report', '/', {
  'choosing a reaction': {
    answers,
    open: (page) => page.getByRole('button', { name: 'リアクション' }).last().click(),
    shows: (page) => page.getByRole('button', { name: '参考になった' }),
  },
  'thread not loaded': {
    answers: { ...answers, [`GET /daily-reports/${answered.id}/comments`]: failing },
    open: (page) => page.getByRole('button', { name: 'コメント2件' }).click(),
    shows: (page) => page.getByText('コメントを読み込めませんでした'),
  },
  'mentioning a member': {
    answers,
    open: async (page) => {
      await page.getByRole('button', { name: 'コメント2件' }).click()
      await page.getByRole('textbox', { name: 'コメント' }).fill('@')
    },
    shows: (page) => page.getByRole('option').first(),
  },
})

/** The URL of the report's thread, the same in every language. */
testStates('thread', `/?thread=${answered.id}`, {
  filled: { answers, shows: (page) => page.getByText('助かります。') },
})

testStates('time off', '/', {
  open: { open: openTimeOff, shows: (page) => page.getByRole('dialog') },
  refused: {
    open: async (page) => {
      await openTimeOff(page)
      await page.getByLabel('終了日').fill('2026-10-22')
      await page.getByRole('dialog').getByRole('button', { name: '休みにする' }).click()
    },
    shows: (page) => page.getByText('終了日は開始日以降にしてください'),
  },
  failed: {
    open: async (page) => {
      await openTimeOff(page)
      await page.getByRole('dialog').getByRole('button', { name: '休みにする' }).click()
    },
    shows: (page) => page.getByText('休みを登録できませんでした。もう一度お試しください。'),
  },
  'half a day off': {
    answers: notAll,
    open: (page) => page.getByRole('button', { name: '休みを変更' }).click(),
    shows: (page) => page.getByRole('button', { name: '休みを取り消す' }),
  },
})
