import type { DeploymentState } from '#contract/deployment-state.ts'
import { failing, me, testStates } from '../states.ts'

const never = { succeeded_at: null, failed_at: null, failure: null }
const state: DeploymentState = {
  version: '1.0.0',
  newest: { version: '1.1.0', is_newer: true },
  public_url: 'https://asakai.example.com',
  database: { kind: 'own', version: '18.1' },
  backup: { nightly: true, newest_at: '2026-10-22T17:17:00Z' },
  queue: { late_seconds: 600, waiting: 3, failed: 2 },
  mail: { is_set_up: true, succeeded_at: '2026-10-23T00:30:00Z', failed_at: null, failure: null },
  providers: [
    {
      id: 'slack',
      succeeded_at: null,
      failed_at: '2026-10-23T00:12:00Z',
      failure: 'Slackがこの接続を受け付けませんでした。入力内容を確認するか、もう一度接続してください。',
    },
    { id: 'jira', ...never },
  ],
  members: [
    { id: me.id, name: '佐伯 美咲', signed_in_at: '2026-10-23T00:30:00Z', ways: ['password', 'google'] },
    { id: '01998d5c-0000-7000-8000-000000000002', name: 'とても長い名前'.repeat(6), signed_in_at: null, ways: [] },
  ],
}
const asAdministrator = { 'GET /users/me': { json: { ...me, is_admin: true } } }

testStates('settings, state', '/settings?tab=state', {
  loading: {
    answers: { ...asAdministrator, 'GET /deployment/state': 'never' },
    // `has(h1)`: the shell shows the same loading sign before the screen is loaded.
    shows: (page) =>
      page
        .locator('main:has(h1)')
        .getByRole('status')
        .filter({ hasText: /^読み込んでいます$/u }),
  },
  error: {
    answers: { ...asAdministrator, 'GET /deployment/state': failing },
    shows: (page) => page.getByText('稼働状況を読み込めませんでした。'),
  },
  'a team that is not the first': {
    answers: { 'GET /users/me': { json: { ...me, is_admin: true, has_server_settings: false } } },
    shows: (page) => page.getByRole('heading', { name: '外部アカウント' }),
  },
  filled: {
    answers: { ...asAdministrator, 'GET /deployment/state': { json: state } },
    shows: (page) => page.getByText(/PostgreSQL 18\.1/u),
  },
  offline: {
    answers: { ...asAdministrator, 'GET /deployment/state': { json: state } },
    open: async (page) => {
      await page.getByText(/PostgreSQL 18\.1/u).waitFor()
      await page.context().setOffline(true)
    },
    shows: (page) => page.getByText('オフラインです。前に読み込んだ内容を表示しています。'),
  },
})
