import { screen, waitFor, within } from '@testing-library/react'
import { expect, test } from 'vitest'
import { deployment } from '#contract/testing/deployment.ts'
import { type Answer, me, openApp, problem, tokenFor } from '../../testing/app.tsx'

type Sent = { body: unknown }

async function open(answers: Parameters<typeof openApp>[1] = {}, connected = ['github']) {
  localStorage.setItem('daily_standup_token', tokenFor(900))
  const connections = connected.map((provider) => ({ provider, account: 'misaki', connected_at: '' }))
  const app = await openApp('/settings?tab=backlog-settings', {
    'GET /connections': { status: 200, body: { connections } },
    'PATCH /users/me/settings': ({ body }: Sent) => ({
      status: 200,
      body: { ...me, settings: { ...me.settings, ...(body as object) } },
    }),
    ...answers,
  })
  await screen.findByRole('switch', { name: '課題の自動同期' })
  return app
}
const select = (name: string) => screen.getByRole<HTMLSelectElement>('combobox', { name })
const words = (name: string) =>
  within(select(name))
    .getAllByRole('option')
    .map(({ textContent }) => textContent)
const importNow = () => screen.findByRole<HTMLButtonElement>('button', { name: '取り込む' })

test('the chosen rules for issues are saved on the server', async () => {
  const { user, sent } = await open()
  expect(screen.getByRole<HTMLInputElement>('switch').checked).toBe(false)
  expect(words('既定の優先度')).toEqual(['高', '中', '低'])
  expect(select('既定の優先度').value).toBe('medium')
  expect(words('自動割り当て')).toEqual(['自分', 'チームリーダー', '割り当てない'])
  expect(select('自動割り当て').value).toBe('current-user')

  await user.click(screen.getByRole('switch'))
  await user.selectOptions(select('既定の優先度'), '高')
  await user.selectOptions(select('自動割り当て'), '割り当てない')

  const backlog = { auto_sync: true, default_priority: 'high', auto_assign: 'none' }
  const stored = () => sent.findLast(({ call }) => call === 'PATCH /users/me/settings')
  await waitFor(() => expect(stored()).toMatchObject({ body: { backlog } }))
  expect([select('既定の優先度').value, select('自動割り当て').value]).toEqual(['high', 'none'])
})

test('a rule for issues that the server rejects is reverted, and a message says so', async () => {
  const { user } = await open({ 'PATCH /users/me/settings': { status: 500, body: {} } })
  await user.selectOptions(select('既定の優先度'), '低')
  expect(await screen.findByText('設定を保存できませんでした')).toBeTruthy()
  await waitFor(() => expect(select('既定の優先度').value).toBe('medium'))
})

test("an import of issues shows its progress, and then the server's result", async () => {
  let answer: (answer: Answer) => void = () => {}
  const { user } = await open({
    'POST /backlogs/github/issues/import': () => new Promise<Answer>((resolve) => (answer = resolve)),
  })
  await user.click(await importNow())
  expect(
    (await screen.findByRole<HTMLButtonElement>('button', { name: /取り込み中/u })).getAttribute('aria-disabled'),
  ).toBe('true')
  answer({ status: 200, body: { message: '課題を3件取り込みました', imported: 3, updated: 0, closed: 0 } })
  expect(await screen.findByText('課題を3件取り込みました')).toBeTruthy()
  expect((await importNow()).getAttribute('aria-disabled')).toBeNull()
})

test.each<[string, Answer, string]>([
  ['succeeds without a server message', { status: 200, body: {} }, 'GitHubの課題を取り込みました'],
  ['is rejected with a server message', problem(503, 'busy', 'GitHubが応答しません'), 'GitHubが応答しません'],
  ['is rejected without a server message', { status: 500, body: {} }, 'GitHubの課題を取り込めませんでした'],
])('a message is shown if an import %s', async (_case, answer, sentence) => {
  const { user } = await open({ 'POST /backlogs/github/issues/import': answer })
  await user.click(await importNow())
  expect(await screen.findByText(sentence)).toBeTruthy()
})

const withGitHub = { 'GET /deployment': { status: 200, body: deployment({ providers: ['github'] }) } }

test('no link to connect GitHub is shown if the server is not set up for it', async () => {
  await open({}, [])
  await screen.findByText('このサーバーではGitHubが設定されていません。')
  const toggle = screen.getByRole<HTMLInputElement>('switch', { name: '課題の自動同期' })
  expect([toggle.disabled, toggle.checked]).toEqual([true, false])
  // One link is left, because the other trackers can be connected.
  expect(screen.getAllByRole('link', { name: 'ユーザー情報で接続する' })).toHaveLength(1)
  expect(screen.getByText('自動同期を使うには、先に課題のサービスに接続してください。')).toBeTruthy()
})

test('an import without a GitHub connection explains how to connect, and sends no request', async () => {
  const { user, sent } = await open(withGitHub, ['jira'])
  const link = await screen.findByRole('link', { name: 'ユーザー情報で接続する' })
  await user.click(await importNow())
  expect(await screen.findAllByText('取り込むには、先にGitHubに接続してください。')).toHaveLength(2)
  expect(sent.filter(({ call }) => call.startsWith('POST'))).toEqual([])
  await user.click(link)
  expect(window.location.search).toBe('?tab=user-info')
})

test('Jira and Backlog each have their own import button once they are connected', async () => {
  const { user, sent } = await open(
    {
      'POST /backlogs/jira/issues/import': { status: 200, body: {} },
      'POST /backlogs/backlog/issues/import': problem(503, 'provider_unavailable', 'Backlogが応答しません。'),
    },
    ['github', 'jira', 'backlog'],
  )
  await user.click(await screen.findByRole('button', { name: 'Jiraから取り込む' }))
  expect(await screen.findByText('Jiraの課題を取り込みました')).toBeTruthy()
  await user.click(screen.getByRole('button', { name: 'Backlogから取り込む' }))
  expect(await screen.findByText('Backlogが応答しません。')).toBeTruthy()
  expect(sent.filter(({ call }) => call === 'POST /backlogs/github/issues/import')).toEqual([])
})

test('Jira and Backlog have no import button before they are connected', async () => {
  await open({}, ['github'])
  await importNow()
  expect(screen.queryByRole('button', { name: /Jira|Backlog/u })).toBeNull()
})

test('each service shows its last import and the error of that import', async () => {
  const failed = { source: 'jira', synced_at: '2026-10-23T09:00:00+09:00', failure: 'Jiraが応答しません。' }
  const read = { source: 'github', synced_at: '2026-10-23T08:05:00+09:00', failure: null }
  let syncs = [failed, read]
  const { user } = await open(
    {
      'GET /backlogs/syncs': () => ({ status: 200, body: syncs }),
      'POST /backlogs/jira/issues/import': { status: 200, body: { message: '取り込みました' } },
    },
    ['github', 'jira'],
  )
  expect(await screen.findByText('最後の取り込み 2026/10/23 08:05')).toBeTruthy()
  expect(screen.getByText('2026/10/23 09:00の取り込みは失敗しました。Jiraが応答しません。')).toBeTruthy()
  syncs = [{ ...failed, failure: null as never }, read]
  await user.click(screen.getByRole('button', { name: 'Jiraから取り込む' }))
  expect(await screen.findByText('最後の取り込み 2026/10/23 09:00')).toBeTruthy()
})

test('a long import shows its progress and its result, also after a reload', async () => {
  const about = { id: '0', source: 'github', read: 0, total: null, imported: 0, updated: 0, closed: 0, message: null }
  let imports: object[] = []
  const { user } = await open({
    'POST /backlogs/github/issues/import': () => {
      imports = [{ ...about, state: 'going_on', read: 1_200, total: 20_000 }]
      return { status: 202, body: imports[0] }
    },
    'GET /backlogs/imports': () => ({ status: 200, body: imports }),
  })
  await user.click(await importNow())
  expect(await screen.findByText('件数が多いため、取り込みを続けています。終わったらお知らせします')).toBeTruthy()
  expect(await screen.findByText('GitHubの課題を読み込んでいます。約20,000件のうち1,200件まで進みました')).toBeTruthy()
  expect(
    (await screen.findByRole<HTMLButtonElement>('button', { name: /取り込み中/u })).getAttribute('aria-disabled'),
  ).toBe('true')

  await user.click(screen.getByRole('tab', { name: '言語' }))
  imports = [{ ...about, state: 'going_on', read: 8_000 }]
  await user.click(screen.getByRole('tab', { name: '課題' }))
  expect(await screen.findByText('GitHubの課題を読み込んでいます。8,000件まで進みました')).toBeTruthy()

  imports = [{ ...about, state: 'failed', message: 'GitHubが応答しません。' }]
  expect(await screen.findByText('GitHubが応答しません。', {}, { timeout: 8_000 })).toBeTruthy()
  expect((await importNow()).getAttribute('aria-disabled')).toBeNull()
})

test('each rule for issues explains who gets the issues', async () => {
  const { user } = await open()
  const hint = (words: string) => screen.findByText(words)
  expect(await hint('取り込んだ課題の担当者です')).toBeTruthy()
  await user.selectOptions(select('自動割り当て'), 'チームリーダー')
  expect(await hint('プロジェクトマネージャー、いなければ最初のメンバーです')).toBeTruthy()
  await user.selectOptions(select('自動割り当て'), '割り当てない')
  expect(await hint('チーム全員のダッシュボードに表示されます')).toBeTruthy()
})
