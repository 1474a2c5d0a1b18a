import type { Page } from '@playwright/test'
import type { Provisioning } from '#contract/provisioning.ts'
import { deployment } from '#contract/testing/deployment.ts'
import { failing, me, testStates } from '../states.ts'

const base_url = 'https://asakai.hinode.example/api/scim/v2'
const created = {
  created_by: '佐伯 美咲',
  created_at: '2026-10-01T09:00:00+09:00',
  used_at: '2026-10-20T09:00:00+09:00',
}
const connected: Provisioning = { base_url, token: created }
const around = {
  'GET /users/me': { json: { ...me, is_admin: true } },
  'GET /deployment': { json: deployment({ oidc: { name: 'Hinode ID', only: true }, providers: ['oidc'] }) },
  'GET /connections': { json: { connections: [], destinations: [] } },
  'GET /webhooks': { json: { webhooks: [] } },
}
const filled = { ...around, 'GET /provisioning/token': { json: connected } }
const token = `asakai_scim_${'MfKQ9r8GKYqrTwjUPD8I'.repeat(5).slice(0, 86)}`

testStates("the team's settings, directory", '/team?tab=settings', {
  error: {
    answers: { ...around, 'GET /provisioning/token': failing },
    shows: (page) => page.getByText('ディレクトリとの連携を読み込めませんでした。'),
  },
  'without a token': {
    answers: { ...around, 'GET /provisioning/token': { json: { base_url, token: null } } },
    shows: (page) => page.getByRole('textbox', { name: 'ディレクトリに設定するアドレス' }),
  },
  filled: { answers: filled, shows: (page) => page.getByText(/佐伯 美咲.* · /u) },
  'a new token': {
    answers: { ...filled, 'POST /provisioning/token': { status: 201, json: { token } } },
    open: async (page: Page) => {
      await page.getByRole('button', { name: '新しく発行' }).click()
      await page.getByRole('dialog').getByRole('button', { name: '新しく発行' }).click()
    },
    shows: (page) => page.getByText(token),
  },
  'question before revoking a token': {
    answers: filled,
    open: (page: Page) => page.getByRole('button', { name: '失効させる', exact: true }).click(),
    shows: (page) => page.getByRole('dialog').getByText(/メンバーはそのまま残ります/u),
  },
})
