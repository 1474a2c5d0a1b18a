import type { Page } from '@playwright/test'
import type { Consent } from '#contract/grants.ts'
import { failing, testStates } from '../states.ts'

const asked: Consent = {
  client_name: 'Claude',
  client_host: null,
  redirect_host: 'claude.ai',
  redirect_scheme: null,
  scopes: ['read', 'write'],
}
const read = 'GET /consents/nvXrEBwPYZ'
const answer = 'POST /consents/nvXrEBwPYZ'
const filled = { [read]: { json: asked } }
const heading = (name: string) => (page: Page) => page.getByRole('heading', { name })
const allow = (page: Page) => page.getByRole('button', { name: '許可する', exact: true }).click()
const refused = (status: number, code: string) => ({ status, json: { code, message: 'できません。' } })

testStates('allowing a program', '/allow?request=nvXrEBwPYZ', {
  checking: { answers: { [read]: 'never' }, shows: heading('リクエストを確認しています') },
  filled: { answers: filled, shows: (page) => page.getByRole('heading', { name: /Claude/u }) },
  'a long name and hosts, reading alone': {
    answers: {
      [read]: {
        json: {
          client_name: 'とても長い名前の付いた、日報を読んで要約するためのアシスタント'.repeat(3),
          client_host: `${'very-long-'.repeat(5)}assistant.example.com`,
          redirect_host: null,
          redirect_scheme: `${'very-long-'.repeat(5)}.example.com:`,
          scopes: ['read'],
        },
      },
    },
    shows: (page) => page.getByText(/^very-long-/u),
  },
  busy: { answers: { ...filled, [answer]: 'never' }, open: allow, shows: (page) => page.getByText('許可しています…') },
  failed: { answers: { ...filled, [answer]: failing }, open: allow, shows: (page) => page.getByRole('alert') },
  'asks for the password': {
    answers: { ...filled, [answer]: refused(403, 'reauthentication_required') },
    open: allow,
    shows: (page) => page.getByRole('dialog').getByLabel('現在のパスワード'),
  },
  'asks to log in again': {
    answers: { ...filled, [answer]: refused(403, 'sign_in_again') },
    open: allow,
    shows: (page) => page.getByRole('button', { name: 'ログインし直す' }),
  },
  expired: { answers: { [read]: refused(404, 'not_found') }, shows: heading('このリクエストはもう使えません') },
  unread: { answers: { [read]: failing }, shows: heading('リクエストを読み込めませんでした') },
})

testStates('a program that cannot connect', '/allow?error=invalid_client', {
  unknown: { answers: {}, shows: heading('このプログラムは接続できません') },
})
