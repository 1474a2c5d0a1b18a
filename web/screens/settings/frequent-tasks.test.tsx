import { cleanup, screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { beforeEach, describe, expect, it } from 'vitest'
import { storageKeys } from '../../api/tokens.ts'
import { type Answers, openApp, problem, tokenFor } from '../../testing/app.tsx'
import { dispatch } from '../../testing/show.tsx'

const record = {
  id: 'tasks',
  task_list: 'PRレビュー\n問い合わせ対応',
  usage: [
    { task: 'PRレビュー', count: 12 },
    { task: '問い合わせ対応', count: 0 },
  ],
}
const none = { status: 404, body: { code: 'not_found', message: '見つかりませんでした。' } }
const openTab = (answers: Answers = { 'GET /frequent_tasks': { status: 200, body: record } }) =>
  openApp('/settings?tab=frequent-tasks', answers)
const field = () => screen.findByRole('textbox', { name: /^タスク/u })

beforeEach(() => {
  localStorage.setItem(storageKeys.accessToken, tokenFor(3_600))
})

describe('the settings', () => {
  it('the settings list the frequent tasks with how often each was planned', async () => {
    await openTab()
    const [first, second] = await screen.findAllByText(/回$/u)
    expect([first!.textContent, second!.textContent]).toEqual(['12回', '0回'])
  })

  it.each([none, { status: 500, body: { code: 'internal', message: '…' } }])(
    'the settings show no tasks if there are none or they cannot be loaded: %j',
    async (answer) => {
      await openTab({ 'GET /frequent_tasks': answer })
      expect(await screen.findByText('まだ登録されていません')).toBeTruthy()
    },
  )

  it('the settings show an empty list of tasks while offline instead of waiting', async () => {
    await openApp('/settings?tab=user-info')
    const tab = await screen.findByRole('tab', { name: 'よくやるタスク' })
    dispatch(new Event('offline'))
    try {
      await userEvent.click(tab)
      expect(await screen.findByText('まだ登録されていません')).toBeTruthy()
    } finally {
      dispatch(new Event('online'))
    }
  })

  it('frequent tasks are saved without blank lines', async () => {
    let saved = record
    const { sent } = await openTab({
      'GET /frequent_tasks': () => ({ status: 200, body: saved }),
      'PUT /frequent_tasks': () => {
        saved = { ...record, task_list: '定例', usage: [{ task: '定例', count: 3 }] }
        return { status: 200, body: saved }
      },
    })
    await userEvent.click(await screen.findByRole('button', { name: 'よくやるタスクを編集' }))
    await userEvent.clear(await field())
    await userEvent.type(await field(), '{enter} 定例{enter} {enter}')
    await userEvent.click(screen.getByRole('button', { name: '保存する' }))
    await screen.findByText('よくやるタスクを保存しました')
    expect(sent.find(({ call }) => call === 'PUT /frequent_tasks')!.body).toEqual({
      task_list: ' 定例',
      replaces: record.task_list,
    })
    expect(await screen.findByText('3回')).toBeTruthy()
  })

  it('a frequent task that was written twice is saved once', async () => {
    const { sent } = await openTab({
      'GET /frequent_tasks': { status: 200, body: record },
      'PUT /frequent_tasks': { status: 200, body: record },
    })
    await userEvent.click(await screen.findByRole('button', { name: 'よくやるタスクを編集' }))
    await userEvent.type(await field(), '{enter}・PRレビュー')
    await userEvent.click(screen.getByRole('button', { name: '保存する' }))
    await screen.findByText('よくやるタスクを保存しました。同じタスクは1つにまとめました。')
    expect(sent.find(({ call }) => call === 'PUT /frequent_tasks')!.body).toEqual({
      task_list: record.task_list,
      replaces: record.task_list,
    })
  })

  it('only the first frequent tasks are saved, up to the limit', async () => {
    const { sent } = await openTab({
      'GET /frequent_tasks': none,
      'POST /frequent_tasks': { status: 200, body: record },
    })
    await userEvent.click(await screen.findByRole('button', { name: 'タスクを登録' }))
    await userEvent.type(await field(), 'PRレビュー')
    await userEvent.click(screen.getByRole('button', { name: '保存する' }))
    await screen.findByText('12回')
    expect(sent.some(({ call }) => call === 'POST /frequent_tasks')).toBe(true)
  })

  it('saving keeps stored tasks that the form could not load', async () => {
    let isSent = false
    const { sent } = await openTab({
      'GET /frequent_tasks': () =>
        isSent ? { status: 200, body: record } : { status: 500, body: { code: 'internal', message: '…' } },
      'POST /frequent_tasks': () => {
        isSent = true
        return { status: 409, body: { code: 'frequent_tasks_exist', message: '…' } }
      },
      'PUT /frequent_tasks': { status: 200, body: record },
    })
    await userEvent.click(await screen.findByRole('button', { name: 'タスクを登録' }))
    await userEvent.type(await field(), '定例{enter}PRレビュー')
    await userEvent.click(screen.getByRole('button', { name: '保存する' }))
    await screen.findByText('よくやるタスクを保存しました')
    expect(sent.find(({ call }) => call === 'PUT /frequent_tasks')!.body).toEqual({
      task_list: 'PRレビュー\n問い合わせ対応\n定例',
      replaces: record.task_list,
    })
  })

  it('the form shows a list that another device saved, and keeps the typed text', async () => {
    let list = record.task_list
    const { sent } = await openTab({
      'GET /frequent_tasks': () => ({ status: 200, body: { ...record, task_list: list } }),
      'PUT /frequent_tasks': () => {
        const body = sent.findLast(({ call }) => call === 'PUT /frequent_tasks')!.body as { replaces: string }
        if (body.replaces === list) return { status: 200, body: record }
        return problem(409, 'tasks_changed', '変更されました。')
      },
    })
    await userEvent.click(await screen.findByRole('button', { name: 'よくやるタスクを編集' }))
    await userEvent.type(await field(), '{enter}棚卸し')
    list = '別の端末のタスク'
    await userEvent.click(screen.getByRole('button', { name: '保存する' }))
    expect(await screen.findByText(/編集している間に、別の場所で変更/u)).toBeTruthy()
    expect(((await field()) as HTMLTextAreaElement).value).toBe('PRレビュー\n問い合わせ対応\n棚卸し')
    await userEvent.click(screen.getByRole('button', { name: '保存する' }))
    await screen.findByText('よくやるタスクを保存しました')
  })

  it('typed tasks survive a failed save and a reload until they are discarded', async () => {
    const answers: Answers = {
      'GET /frequent_tasks': { status: 200, body: record },
      'PUT /frequent_tasks': problem(500, 'internal', 'サーバーで問題が起きました。'),
    }
    await openTab(answers)
    await userEvent.click(await screen.findByRole('button', { name: 'よくやるタスクを編集' }))
    await userEvent.type(await field(), '{enter}棚卸し')
    await userEvent.click(screen.getByRole('button', { name: '保存する' }))
    const failure = await screen.findByRole('alert')
    expect(failure.textContent).toBe(
      'よくやるタスクを保存できませんでした。サーバーで問題が起きました。お問い合わせ番号 3f9a0c7be412',
    )
    cleanup()
    await openTab(answers)
    expect(((await field()) as HTMLTextAreaElement).value).toBe('PRレビュー\n問い合わせ対応\n棚卸し')
    await userEvent.click(screen.getByRole('button', { name: 'キャンセル' }))
    await userEvent.click(await screen.findByRole('button', { name: /編集に戻る/u }))
    expect(((await field()) as HTMLTextAreaElement).value).toContain('棚卸し')
  })
})

describe('the report panel', () => {
  const backlog = [
    {
      id: 7,
      backlog: '月をまたぐ週の表示',
      source: 'github',
      source_type: 'issue',
      user_id: 'misaki',
      reference: '#471',
      url: null,
      priority: 'high',
      updated_at: '2026-10-20T09:00:00+09:00',
    },
    { id: 8, backlog: '', source: 'github', source_type: 'issue', user_id: 'misaki', reference: '#1', priority: 'low' },
  ]
  const openPanel = async (answers: Answers = {}) => {
    await openApp('/', {
      'GET /frequent_tasks': { status: 200, body: record },
      'GET /backlogs': { status: 200, body: backlog },
      ...answers,
    })
    await userEvent.click((await screen.findAllByRole('button', { name: '日報を書く' })).at(-1)!)
    return screen.findByLabelText<HTMLTextAreaElement>(/今日やること/u)
  }
  const chip = (name: RegExp) => screen.findByRole('button', { name })

  it("a press adds a frequent task to today's plan, and a second press removes it", async () => {
    const plan = await openPanel()
    await userEvent.type(plan, '設計')
    await userEvent.click(await chip(/PRレビュー/u))
    expect(plan.value).toBe('設計\nPRレビュー')
    expect((await chip(/PRレビュー/u)).getAttribute('aria-pressed')).toBe('true')
    await userEvent.click(await chip(/月をまたぐ週の表示/u))
    expect(plan.value).toBe('設計\nPRレビュー\n月をまたぐ週の表示')
    await userEvent.click(await chip(/PRレビュー/u))
    expect(plan.value).toBe('設計\n月をまたぐ週の表示')
  })

  it('a frequent task counts as planned only while the plan has exactly its line', async () => {
    const plan = await openPanel()
    await userEvent.type(plan, 'PRレビュー')
    expect((await chip(/PRレビュー/u)).getAttribute('aria-pressed')).toBe('true')
    await userEvent.type(plan, 'の準備')
    expect((await chip(/PRレビュー/u)).getAttribute('aria-pressed')).toBe('false')
  })

  it('the panel lists priority tasks with their reference, except those without a title', async () => {
    await openPanel()
    const group = await screen.findByRole('group', { name: '優先タスク' })
    expect(
      within(group)
        .getAllByRole('button')
        .map(({ textContent }) => textContent),
    ).toEqual(['月をまたぐ週の表示#471'])
  })

  it('the panel offers the priority tasks of all pages', async () => {
    const all = Array.from({ length: 130 }, (_, index) => ({ ...backlog[0], id: index, backlog: `課題${index}` }))
    const onePage = ({ query }: { query: URLSearchParams }) => {
      const [limit, offset] = [Number(query.get('limit')), Number(query.get('offset'))]
      return { status: 200, body: all.slice(offset, offset + limit) }
    }
    await openPanel({ 'GET /backlogs': onePage })
    expect(await chip(/残り122件を表示/u)).toBeTruthy()
  })

  it('a planned task is recognised by its text, ignoring spaces', async () => {
    const usage = [{ task: '　設計\u2028の続き ', count: 2 }]
    const plan = await openPanel({
      'GET /frequent_tasks': { status: 200, body: { ...record, task_list: usage[0]!.task, usage } },
    })
    await userEvent.click(await chip(/設計 の続き/u))
    expect(plan.value).toBe('設計 の続き')
    expect((await chip(/設計 の続き/u)).getAttribute('aria-pressed')).toBe('true')
  })

  it('the panel shows the most planned tasks first, and all of them on demand', async () => {
    const usage = Array.from({ length: 12 }, (_, index) => ({ task: `・仕事${index}`, count: index }))
    const task_list = usage.map(({ task }) => task).join('\n')
    await openPanel({ 'GET /frequent_tasks': { status: 200, body: { ...record, task_list, usage } } })
    const group = await screen.findByRole('group', { name: 'よくやるタスク' })
    const chips = () => within(group).getAllByRole('button')
    expect(chips()).toHaveLength(9)
    expect(chips()[0]!.textContent).toBe('仕事11')
    await userEvent.click(within(group).getByRole('button', { name: '残り4件を表示' }))
    expect(chips()).toHaveLength(12)
    expect(document.activeElement).toBe(chips()[8])
  })

  it('the panel shows no tasks and no error if the tasks cannot be loaded', async () => {
    await openPanel({ 'GET /frequent_tasks': { status: 500 }, 'GET /backlogs': { status: 500 } })
    await waitFor(() => expect(screen.queryByRole('group', { name: 'よくやるタスク' })).toBeNull())
    expect(screen.queryByRole('alert')).toBeNull()
  })
})
