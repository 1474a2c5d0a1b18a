import { screen, waitFor, within } from '@testing-library/react'
import { expect, test } from 'vitest'
import { deployment } from '#contract/testing/deployment.ts'
import { type Answers, me, openApp, problem, tokenFor } from '../../testing/app.tsx'

const oidc = { name: 'Hinode', only: true }
const base_url = 'https://asakai.example/api/scim/v2'

/** Opens the team's settings as an administrator, on a server with the company's own sign-in provider. */
async function open(answers: Answers = {}, about: object = {}) {
  localStorage.setItem('daily_standup_token', tokenFor(900))
  const app = await openApp('/team?tab=settings', {
    'GET /deployment': { status: 200, body: deployment({ oidc }) },
    'GET /users/me': { status: 200, body: { ...me, is_admin: true, ...about } },
    'GET /users/': { status: 200, body: [] },
    'GET /invitations/': { status: 200, body: { invitations: [] } },
    'GET /provisioning/token': { status: 200, body: { base_url, token: null } },
    ...answers,
  })
  await screen.findByRole('heading', { name: 'チーム' })
  return app
}
const title = '会社のディレクトリ'
const card = async () => {
  const heading = await screen.findByRole('heading', { name: title })
  return within(heading.closest('section')!)
}

test('an administrator makes a token for the directory, which is shown once', async () => {
  let token: object | null = null
  const { user, sent } = await open({
    'GET /provisioning/token': () => ({ status: 200, body: { base_url, token } }),
    'POST /provisioning/token': () => {
      token = { created_by: '佐伯 美咲', created_at: '2026-10-01T09:00:00+09:00', used_at: null }
      return { status: 201, body: { token: 'asakai_scim_x' } }
    },
  })
  const { findByRole, findByText, getByRole } = await card()
  const address = await findByRole<HTMLTextAreaElement>('textbox', { name: 'ディレクトリに設定するアドレス' })
  expect(address.value).toBe(base_url)
  await user.click(getByRole('button', { name: '発行する' }))
  const dialog = within(await screen.findByRole('dialog', { name: 'トークンを発行しますか' }))
  expect(dialog.getByText(/メンバーを追加・変更・停止できます/u)).toBeTruthy()
  await user.click(dialog.getByRole('button', { name: '発行する' }))
  expect(await screen.findByDisplayValue('asakai_scim_x')).toBeTruthy()
  expect(await findByText(/佐伯 美咲さんが10月1日に発行 · まだ使われていません/u)).toBeTruthy()
  expect(getByRole('button', { name: '新しく発行' })).toBeTruthy()
  expect(sent.filter(({ call }) => call === 'POST /provisioning/token')).toHaveLength(1)
})

test("an administrator revokes the directory's token after a confirmation", async () => {
  let token: object | null = { created_by: null, created_at: '2026-10-01T09:00:00+09:00', used_at: null }
  const { user } = await open({
    'GET /provisioning/token': () => ({ status: 200, body: { base_url, token } }),
    'DELETE /provisioning/token': () => {
      token = null
      return { status: 204 }
    },
  })
  const { findByRole, queryByRole } = await card()
  await user.click(await findByRole('button', { name: '失効させる' }))
  const dialog = within(await screen.findByRole('dialog', { name: 'トークンを失効させますか' }))
  await user.click(dialog.getByRole('button', { name: '失効させる' }))
  expect(await screen.findByText('トークンを失効させました')).toBeTruthy()
  await waitFor(() => expect(queryByRole('button', { name: '失効させる' })).toBeNull())
})

test('the directory settings offer a retry if the connection could not be loaded', async () => {
  await open({ 'GET /provisioning/token': problem(503, 'busy', '応答しません。') })
  const { findByText } = await card()
  expect(await findByText(/ディレクトリとの連携を読み込めませんでした/u)).toBeTruthy()
})

test.each([
  ['the server has no provider of the company’s own', { 'GET /deployment': { status: 200, body: deployment() } }, {}],
  ['the team is not the first of the server', {}, { has_server_settings: false }],
  ['the member is no administrator', {}, { is_admin: false }],
])('the directory settings are hidden if %s', async (_why, answers, about) => {
  const { sent } = await open(answers, about)
  await waitFor(() => expect(screen.queryByRole('heading', { name: title })).toBeNull())
  expect(sent.map(({ call }) => call)).not.toContain('GET /provisioning/token')
})
