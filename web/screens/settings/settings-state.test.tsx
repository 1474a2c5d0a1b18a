import { screen, within } from '@testing-library/react'
import { expect, test } from 'vitest'
import type { DeploymentState } from '#contract/deployment-state.ts'
import type { Me } from '#contract/users.ts'
import { me, openApp, tokenFor } from '../../testing/app.tsx'

const never = { succeeded_at: null, failed_at: null, failure: null }
const well: DeploymentState = {
  version: '1.0.0',
  newest: null,
  public_url: 'https://asakai.example.com',
  database: { kind: 'bundled', version: '18.1' },
  backup: { nightly: true, newest_at: '2025-10-18T17:17:00Z' },
  queue: { late_seconds: 3, waiting: 2, failed: 0 },
  mail: { ...never, is_set_up: false },
  providers: [],
  members: [{ id: 'a', name: '早川 直樹', signed_in_at: null, ways: [] }],
}

function open(state: object, about: Partial<Me> = { is_admin: true }) {
  localStorage.setItem('daily_standup_token', tokenFor(900))
  return openApp('/settings?tab=state', {
    'GET /users/me': { status: 200, body: { ...me, ...about } },
    'GET /deployment/state': { status: 200, body: state },
  })
}

test('an administrator sees the state of a server without problems', async () => {
  await open(well)
  expect(await screen.findByText('PostgreSQL 18.1 · 内蔵')).toBeTruthy()
  expect(screen.getByText('1.0.0')).toBeTruthy()
  expect(screen.getByText(/^2025\/10\/1[89]/u)).toBeTruthy()
  expect(screen.getByText('遅れていません')).toBeTruthy()
  expect(screen.getByText(/送信待ち 2件 · すべて届いています/u)).toBeTruthy()
  expect(screen.getByText('設定されていません(サーバーのSMTP_URLで設定します)')).toBeTruthy()
  expect(screen.getByText('使われている外部サービスはありません。')).toBeTruthy()
  expect(screen.getByText('最近のログインはありません')).toBeTruthy()
})

test("the old URL of the server’s state redirects to the server's settings (E5.06)", async () => {
  await open(well)
  expect(await screen.findByText('1.0.0')).toBeTruthy()
  expect(location.search).toBe('?tab=server')
  expect(screen.queryByText(/BACKUP_DIR/u)).toBeNull()
  const places = within(screen.getByRole('navigation', { name: '設定の種類' })).getAllByRole('link')
  expect(
    places.map((place) => [place.textContent, place.getAttribute('href'), place.getAttribute('aria-current')]),
  ).toEqual([
    ['自分のアカウント', '/settings', null],
    ['チーム', '/team?tab=settings', null],
    ['サーバー', '/settings?tab=server', 'page'],
  ])
  expect(screen.queryByRole('tab')).toBeNull()
})

test('the state shows problems with their reason, and a newer version if there is one', async () => {
  const failure = 'Slackが応答しません。'
  const failed = { succeeded_at: '2025-10-01T00:00:00Z', failed_at: '2025-10-18T00:00:00Z', failure }
  await open({
    ...well,
    newest: { version: '1.1.0', is_newer: true },
    database: { kind: 'own', version: '16.4' },
    backup: { nightly: false, newest_at: null },
    queue: { late_seconds: 190, waiting: 0, failed: 4 },
    mail: { ...never, is_set_up: true, succeeded_at: '2025-10-18T00:00:00Z' },
    providers: [
      { id: 'slack', ...failed },
      { id: 'jira', ...never },
    ],
    members: [{ id: 'a', name: '早川 直樹', signed_in_at: '2025-10-18T00:00:00Z', ways: ['password', 'google'] }],
  })
  expect(await screen.findByText('1.1.0が公開されています')).toBeTruthy()
  expect(screen.getByText('3分遅れています').className).toContain('text-problem-text')
  expect(screen.getByText('届かなかった通知 4件')).toBeTruthy()
  expect(screen.getByText('夜間バックアップは設定されていません').className).toContain('text-problem-text')
  expect(screen.getByText(/BACKUP_DIR/u)).toBeTruthy()
  expect(screen.getByText(/に成功/u)).toBeTruthy()
  expect(screen.getByText(failure)).toBeTruthy()
  expect(screen.getByText('最近は使われていません')).toBeTruthy()
  expect(screen.getByText(/にログイン · パスワード、Google/u)).toBeTruthy()
})

test("an administrator of another team does not see the server's settings (E5.06)", async () => {
  const { sent, user } = await open(well, { is_admin: true, has_server_settings: false })
  expect(await screen.findByRole('tab', { name: 'アプリ情報' })).toBeTruthy()
  expect(screen.queryByRole('link', { name: 'サーバー' })).toBeNull()
  await user.keyboard('{Control>}k{/Control}')
  await user.type(await screen.findByRole('combobox', { name: '画面、日付、メンバーを検索' }), 'server')
  expect(screen.queryByRole('option', { name: /^サーバー/u })).toBeNull()
  expect(sent.map(({ call }) => call)).not.toContain('GET /deployment/state')
})

test("a member who is no administrator does not see the server's settings", async () => {
  const { sent } = await open(well, { is_admin: false })
  expect(await screen.findByRole('tab', { name: 'アプリ情報' })).toBeTruthy()
  expect(screen.queryByRole('link', { name: 'サーバー' })).toBeNull()
  expect(sent.map(({ call }) => call)).not.toContain('GET /deployment/state')
})

test('the state names the setting to change if only the server can open its address (N22.05)', async () => {
  await open({ ...well, public_url: 'http://localhost:3000' })
  expect(await screen.findByText('http://localhost:3000')).toBeTruthy()
  expect(screen.getByText(/PUBLIC_URL/u)).toBeTruthy()
})
