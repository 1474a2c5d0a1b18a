import type { Page } from '@playwright/test'
import { failing, loadingBelow, me, testStates } from '../states.ts'

const usage = [
  { task: 'PRレビュー', count: 128 },
  { task: '問い合わせ対応', count: 12 },
  { task: '依存ライブラリの更新とリリースノートの下書き、関係者への連絡', count: 0 },
]
const threeTasks = {
  json: { id: '01998d5c-0000-7000-8002-000000000001', task_list: usage.map(({ task }) => task).join('\n'), usage },
}
const item = (id: number, backlog: string, reference: string) => ({
  id,
  backlog,
  reference,
  source: 'github',
  source_type: 'issue',
  user_id: me.id,
  url: `https://github.com/hinode/reserve/issues/${id}`,
  priority: 'high',
  updated_at: '2026-10-20T09:00:00+09:00',
})
const backlog = { json: [item(471, '月またぎの週の表示', '#471'), item(212, '予約変更メールの誤字', 'HIN-212')] }
const none = (page: Page) => page.getByText('まだ登録されていません')

testStates('frequent tasks', '/settings?tab=frequent-tasks', {
  loading: {
    answers: { 'GET /frequent_tasks': 'never' },
    shows: (page) => loadingBelow(page, 'よくやるタスク'),
  },
  'not readable': { answers: { 'GET /frequent_tasks': failing }, shows: none },
  empty: { shows: none },
  filled: { answers: { 'GET /frequent_tasks': threeTasks }, shows: (page) => page.getByText('問い合わせ対応') },
  editing: {
    answers: { 'GET /frequent_tasks': threeTasks },
    open: (page) => page.getByRole('button', { name: 'よくやるタスクを編集' }).click(),
    shows: (page) => page.getByLabel('タスク'),
  },
  'not saved': {
    answers: { 'GET /frequent_tasks': threeTasks, 'PUT /frequent_tasks': failing },
    open: async (page) => {
      await page.getByRole('button', { name: 'よくやるタスクを編集' }).click()
      await page.getByRole('button', { name: '保存する' }).click()
    },
    shows: (page) => page.getByLabel('タスク'),
  },
})

const write = (page: Page) => page.getByRole('button', { name: '日報を書く' }).last().click()

testStates('tasks in the report panel', '/', {
  loading: {
    answers: { 'GET /frequent_tasks': 'never', 'GET /backlogs': 'never' },
    open: write,
    shows: (page) => page.getByLabel('今日やること'),
  },
  'not readable': {
    answers: { 'GET /frequent_tasks': failing, 'GET /backlogs': failing },
    open: write,
    shows: (page) => page.getByLabel('今日やること'),
  },
  'a task added to the report': {
    answers: { 'GET /frequent_tasks': threeTasks, 'GET /backlogs': backlog },
    open: async (page) => {
      await write(page)
      await page.getByRole('button', { name: 'PRレビュー' }).click()
      await page.getByRole('button', { name: '月またぎの週の表示' }).click()
    },
    shows: (page) => page.getByRole('button', { name: /PRレビュー/u, pressed: true }),
  },
})
