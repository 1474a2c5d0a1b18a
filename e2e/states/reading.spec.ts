import type { Page } from '@playwright/test'
import type { DayReport } from '#contract/reports.ts'
import { colleague, me, report, testStates, today } from '../states.ts'

const ren = colleague(2, '早川', '蓮')
const saki = colleague(3, '中原', '紗季')
const emilia = colleague(4, 'Tamm', 'Emilia')
const yukari = colleague(5, '藤井', 'ゆかり')
const toru = colleague(6, '小野寺', '徹')
const team = [me, ren, saki, emilia, yukari, toru]
const named = ({ id, family_name, first_name }: typeof me) => ({
  user_id: id,
  user_name: `${family_name} ${first_name}`,
})

const of = (number: number, author: typeof me, words: Partial<DayReport>): DayReport => ({
  read: true,
  changed: false,
  comments: 0,
  reactions: [],
  mentions: [],
  ...report(number, author, words),
  ...words,
})
const reports = [
  of(1, ren, {
    read: false,
    issues: '検証環境のデータベースが今朝から応答していません。',
    comments: 2,
    reactions: [
      { reaction: 'nice', count: 2, mine: false },
      { reaction: 'help', count: 1, mine: false },
    ],
  }),
  of(2, saki, { read: false, created_at: `${today}T09:10:00+09:00` }),
  of(3, emilia, { read: false, yesterday_work: 'Moved the calendar to the new date picker', comments: 120 }),
  of(4, me, {
    comments: 3,
    reactions: [{ reaction: 'thanks', count: 2, mine: false }],
    readers: Array.from({ length: 11 }, (_, index) => named(team[1 + (index % 5)]!)).map(({ user_name }, index) => ({
      user_id: colleague(20 + index, '', '').id,
      user_name,
    })),
  }),
  of(5, yukari, {
    changed: true,
    status: 'edited',
    updated_at: `${today}T09:38:00+09:00`,
    reactions: [{ reaction: 'learned', count: 2, mine: true }],
  }),
]
const day = {
  'GET /users': { json: team },
  'GET /daily-reports': { json: { reports, total: reports.length } },
  'GET /absences': {
    json: {
      absences: [
        { id: '01998d5c-0000-7000-8002-000000000001', user_id: toru.id, from: today, until: today, half: null },
      ],
    },
  },
}

/** Stops the observer of visible reports, so that unread reports stay unread. */
const lookAway = async (page: Page) => {
  await page.addInitScript(() => (IntersectionObserver.prototype.observe = () => undefined))
  await page.reload()
}

testStates('reading the day', '/', {
  filled: {
    answers: day,
    open: lookAway,
    shows: (page) => page.getByText('9:38に変更').or(page.getByText('Moved the')),
  },
  'the readers of my report': {
    answers: day,
    open: async (page) => {
      await lookAway(page)
      await page.getByRole('button', { name: '11人が既読' }).click()
      await page.getByRole('button', { name: 'ほか4人' }).click()
    },
    shows: (page) => page.getByRole('list').filter({ hasText: '早川 蓮' }).last(),
  },
})

testStates('meeting view', '/?present', {
  filled: { answers: day, shows: (page) => page.getByRole('dialog').getByText('検証環境のデータベース') },
  last: {
    answers: day,
    open: (page) => page.getByRole('dialog').press('End'),
    shows: (page) => page.getByText('以上です'),
  },
})
