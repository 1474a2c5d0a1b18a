import type { Page } from '@playwright/test'
import type { Blocker } from '#contract/blockers.ts'
import { blocker } from '#contract/testing/blockers.ts'
import { colleague, failing, me, report, testStates, today } from '../states.ts'

const [ren, yukari, emilia] = [
  colleague(2, '早川', '蓮'),
  colleague(3, '藤井', 'ゆかり'),
  colleague(4, 'Tamm', 'Emilia'),
]
const named = [
  report(2, ren, { issues: '検証環境のデータベースが今朝から応答していません。復旧まで負荷試験を進められません。' }),
  report(3, yukari, { issues: 'インタビューの謝礼の手続きが止まっています。\n予約画面の文言の確認待ちです。' }),
  report(4, emilia, { issues: 'The staging calendar API still returns old dates.\nテスト用カードの番号待ちです。' }),
]
const life = (number: number, line: number, parts: Partial<Blocker>) => {
  const { id, user_id, user_name, issues } = named[number]!
  return blocker({
    id: `01998d5c-0000-7000-8003-0000000000${number}${line}`,
    text: issues.split('\n')[line]!,
    report_id: id,
    line,
    opened_by: user_id,
    opened_by_name: user_name,
    ...parts,
  })
}
const owner = ({ id, family_name, first_name }: typeof me) => ({
  state: 'acknowledged' as const,
  owner_id: id,
  owner_name: `${family_name} ${first_name}`,
})
const over = { state: 'resolved', resolved_on: '2026-10-22' } as const
const statuses = [
  life(0, 0, {}),
  life(1, 0, { ...over, resolution: 'solved', resolved_by: yukari.id, resolved_by_name: '藤井 ゆかり' }),
  life(1, 1, { ...over, state: 'unmentioned', resolution: 'unnamed' }),
  life(2, 0, { ...owner(ren), reopened: true, age: 6, reference: '#461', url: 'https://github.example/461' }),
  life(2, 1, { ...owner(me), opened_on: today, age: 1 }),
]
const open = [
  '検証環境のデータベースが今朝から応答していません。復旧まで負荷試験を進められません。',
  '謝礼の手続きが止まっています。',
  'https://github.example/hinode/reserve/pull/461 のレビュー待ちです。',
].map((text, n) => ({ id: `01998d5c-0000-7000-8004-00000000000${n}`, text }))
const answers = {
  'GET /users': { json: [me, ren, yukari, emilia] },
  'GET /daily-reports': { json: { reports: named, total: named.length } },
  'GET /blockers': { json: { blockers: statuses } },
}
const press = (name: string) => (page: Page) => page.getByRole('button', { name }).first().click()

testStates('blockers of the day', '/', {
  'histories of the blockers not loaded': {
    answers: { ...answers, 'GET /blockers': failing },
    shows: (page) => page.getByText('検証環境のデータベース'),
  },
  'menu of a blocker that is mine': {
    answers,
    open: press('自分が対応中'),
    shows: (page) => page.getByRole('menuitem', { name: '担当をやめる' }),
  },
  'a word that means no blocker': {
    open: async (page) => {
      await press('日報を書く')(page)
      await page.getByLabel(/^困っていること/u).fill('なし')
    },
    shows: (page) => page.getByText('「困りごとなし」として扱います。'),
  },
  'the question about open blockers': {
    answers: { ...answers, 'GET /daily-reports/draft': { json: { planned: [], done: [], blockers: open } } },
    open: async (page) => {
      await press('日報を書く')(page)
      await page.getByLabel(/^昨日やったこと/u).fill('設計')
      await page.getByLabel(/^今日やること/u).fill('実装')
      await page.getByLabel(/^困っていること/u).fill('なし')
      await page.keyboard.press('Control+Enter')
    },
    shows: (page) => page.getByRole('group', { name: /どうなりましたか/u }),
  },
  'open blockers as rows of the form': {
    answers: { ...answers, 'GET /daily-reports/draft': { json: { planned: [], done: [], blockers: open } } },
    open: async (page) => {
      await press('日報を書く')(page)
      await page.getByLabel(/^困っていること/u).fill(open.map(({ text }) => text).join('\n'))
      await page.getByRole('radiogroup', { name: open[1]!.text }).getByText('解決した').click()
      await page.getByRole('radiogroup', { name: open[2]!.text }).getByText('書き直す').click()
    },
    shows: (page) => page.getByRole('textbox', { name: /の新しい書き方$/u }),
  },
  filled: { answers, shows: (page) => page.getByText('検証環境のデータベース') },
})
