import type { Page } from '@playwright/test'
import type { Webhook, WebhookDelivery } from '#contract/webhooks.ts'
import { failing, me, testStates } from '../states.ts'

const delivery = (number: number, more: Partial<WebhookDelivery> = {}): WebhookDelivery => ({
  id: `01998d5c-0000-7000-8006-${String(number).padStart(12, '0')}`,
  type: 'report.submitted',
  state: 'delivered',
  attempts: 1,
  created_at: '2026-10-23T09:31:00+09:00',
  tried_at: '2026-10-23T09:31:00+09:00',
  next_at: null,
  status: 204,
  answer: '',
  failure: null,
  ...more,
})
const refused = { status: 500, state: 'waiting', failure: 'refused' } as const
const webhook = (number: number, url: string, more: Partial<Webhook> = {}): Webhook => ({
  id: `01998d5c-0000-7000-8005-${String(number).padStart(12, '0')}`,
  url,
  events: ['report.submitted', 'blocker.opened'],
  state: 'on',
  created_at: '2026-10-01T09:00:00+09:00',
  created_by: '佐伯 美咲',
  changed_by: null,
  last_delivery: delivery(1),
  ...more,
})
const webhooks = [
  webhook(1, 'https://hooks.hinode.example/asakai'),
  webhook(2, 'https://build.hinode.example/hook', {
    events: ['insight.created'],
    last_delivery: delivery(2, { ...refused, tried_at: '2026-10-23T09:12:00+09:00' }),
  }),
  webhook(3, `https://long.hinode.example/${'a-very-long-path/'.repeat(8)}`, { state: 'stopped' }),
]
const deliveries = [
  delivery(3, { ...refused, answer: '<html><body><h1>500 Internal Server Error</h1></body></html>'.repeat(4) }),
  delivery(4, { type: 'blocker.resolved', state: 'failed', status: null, failure: 'unavailable', answer: null }),
  delivery(5, { type: 'webhook.test', answer: 'ok', status: 200 }),
]
const around = {
  'GET /users/me': { json: { ...me, is_admin: true } },
  'GET /sessions': { json: { sessions: [] } },
  'GET /tokens': { json: { tokens: [] } },
}
const filled = {
  ...around,
  'GET /webhooks': { json: { webhooks } },
  [`GET /webhooks/${webhooks[0]!.id}/deliveries`]: { json: { deliveries } },
}
const made = { ...webhooks[0], secret: `whsec_${'MfKQ9r8GKYqrTwjUPD8I'.repeat(3).slice(0, 43)}=` }
const add = (page: Page) => page.getByRole('button', { name: '追加する', exact: true })
const openAdd = (page: Page) => add(page).last().click()
const open = (page: Page) => page.getByRole('button', { name: 'hooks.hinode.example/asakai', exact: true }).click()

testStates('settings, webhooks', '/team?tab=settings', {
  error: {
    answers: { ...around, 'GET /webhooks': failing },
    shows: (page) => page.getByText('Webhookを読み込めませんでした。'),
  },
  empty: {
    answers: { ...around, 'GET /webhooks': { json: { webhooks: [] } } },
    shows: (page) => page.getByText(/チームのプログラムに知らせます/u),
  },
  filled: { answers: filled, shows: (page) => page.getByText('build.hinode.example/hook') },
  'last messages of a webhook': {
    answers: filled,
    open,
    shows: (page) => page.getByText(/Internal Server Error/u),
  },
  'form for a new webhook': {
    answers: filled,
    open: openAdd,
    shows: (page) => page.getByRole('dialog').getByLabel('ふりかえりの追加'),
  },
  'a new webhook': {
    answers: { ...filled, 'POST /webhooks': { status: 201, json: made } },
    open: async (page) => {
      await openAdd(page)
      await page.getByRole('dialog').getByLabel('送信先のURL').fill('https://hooks.hinode.example/asakai')
      await page.keyboard.press('Enter')
    },
    shows: (page) => page.getByText(made.secret),
  },
  'question before deleting a webhook': {
    answers: filled,
    open: async (page) => {
      await open(page)
      await page.getByRole('button', { name: 'hooks.hinode.example/asakaiを削除する' }).click()
    },
    shows: (page) => page.getByRole('dialog').getByText(/元に戻せません/u),
  },
})
