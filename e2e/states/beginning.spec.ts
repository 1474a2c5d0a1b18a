import type { Page } from '@playwright/test'
import { type Answer, failing, me, testStates } from '../states.ts'

const plan = '再試行の負荷試験\n#479のリリース準備\n監視の手順書を更新\n古いジョブの削除'
const latest = {
  id: '01998d5c-0000-7000-8001-000000000009',
  user_id: me.id,
  user_name: `${me.family_name} ${me.first_name}`,
  report_date: '2026-10-22',
  yesterday_work: '',
  today_plan: plan,
  issues: '',
  blocker: '',
  status: 'submitted',
  created_at: '2026-10-22T08:47:00+09:00',
  updated_at: '2026-10-22T08:47:00+09:00',
}
const done = (number: number, title: string, kind: 'merged' | 'closed' | 'moved') => ({
  text: `${title} #${number}`,
  url: `https://github.example/hinode/reserve/issues/${number}`,
  source: 'github',
  kind,
  reference: `#${number}`,
})
const answers: Record<string, Answer> = {
  'GET /daily-reports/my/latest': { json: latest },
  'GET /daily-reports/draft': {
    json: {
      planned: [{ text: '#479のリリース準備', carried: 3 }],
      done: [
        done(476, '決済の再試行を修正', 'merged'),
        done(473, '監視のしきい値を見直し', 'closed'),
        done(469, 'タイムアウトの記録漏れ', 'moved'),
      ],
    },
  },
}
const open = (page: Page) => page.getByRole('button', { name: '日報を書く' }).last().click()
const choose = (page: Page, line: string, way: string) =>
  page.getByRole('radiogroup', { name: line }).getByRole('radio', { name: way }).check()

testStates('beginning of a report', '/', {
  chosen: {
    answers,
    open: async (page) => {
      await open(page)
      await choose(page, '再試行の負荷試験', '済')
      await choose(page, '#479のリリース準備', '今日へ')
      await choose(page, '古いジョブの削除', 'やめる')
      await page.getByRole('button', { name: '決済の再試行を修正' }).click()
    },
    shows: (page) => page.getByText('監視のしきい値を見直し'),
  },
  'of many lines': {
    answers: {
      ...answers,
      'GET /daily-reports/my/latest': {
        json: { ...latest, today_plan: Array.from({ length: 200 }, (_, at) => `作業${at}`).join('\n') },
      },
    },
    open,
    shows: (page) => page.getByRole('button', { name: 'ほか194件' }),
  },
  'in the evening': {
    answers: { ...answers, 'GET /users/me': { json: { ...me, team: { ...me.team, report_time: 'evening' } } } },
    open,
    shows: (page) => page.getByRole('radio', { name: '明日へ' }),
  },
})

const send = (page: Page) => page.getByRole('button', { name: /^提出する/u }).click()

testStates('writing a report', '/?write', {
  'with errors': { open: send, shows: (page) => page.getByText('入力してください') },
  'with the same lines in both fields': {
    answers,
    open: send,
    shows: (page) => page.getByRole('group', { name: /両方の欄/u }),
  },
  'the draft stored after a failed submit': {
    answers: { 'POST /daily-reports': failing },
    open: async (page) => {
      await page.getByLabel(/^昨日やったこと/u).fill('設計')
      await page.getByLabel(/^今日やること/u).fill('実装')
      await page.getByText('下書き保存済み').waitFor()
      await send(page)
    },
    shows: (page) => page.getByText(/^レポートの送信に失敗しました/u),
  },
  emptied: {
    answers,
    open: async (page) => {
      await page.getByRole('button', { name: '空にする' }).click()
      // A focused toast does not disappear.
      await page.getByRole('button', { name: '元に戻す' }).focus()
    },
    shows: (page) => page.getByText('内容を空にしました'),
  },
  filled: {
    answers: {
      ...answers,
      'GET /daily-reports/my/latest': { json: { ...latest, blocker: '検証環境が応答していません。' } },
    },
    shows: (page) => page.getByText('監視のしきい値を見直し'),
  },
})
