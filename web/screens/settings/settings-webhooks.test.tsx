import { screen, within } from '@testing-library/react'
import { expect, test } from 'vitest'
import { webhookEvents } from '#contract/webhooks.ts'
import { me, openApp, problem, tokenFor } from '../../testing/app.tsx'

const delivery = {
  id: '0199f2a0-0000-7000-8000-0000000000d1',
  type: 'report.submitted',
  state: 'delivered',
  attempts: 1,
  created_at: '2025-10-18T09:31:00+09:00',
  tried_at: '2025-10-18T09:31:00+09:00',
  next_at: null,
  status: 204,
  answer: '',
  failure: null,
}
const failed = { ...delivery, id: 'f', state: 'failed', status: 500, answer: 'out of memory', failure: 'refused' }
const hook = {
  id: '0199f2a0-0000-7000-8000-0000000000c1',
  url: 'https://hooks.hinode.example/asakai',
  events: ['report.submitted', 'blocker.opened'],
  state: 'on',
  created_at: '2025-10-01T09:00:00+09:00',
  last_delivery: delivery,
}

async function open(webhooks: object[], answers: Parameters<typeof openApp>[1] = {}) {
  localStorage.setItem('daily_standup_token', tokenFor(900))
  return openApp('/team?tab=settings', {
    'GET /users/me': { status: 200, body: { ...me, is_admin: true } },
    'GET /sessions': { status: 200, body: { sessions: [] } },
    'GET /tokens': { status: 200, body: { tokens: [] } },
    'GET /webhooks': { status: 200, body: { webhooks } },
    ...answers,
  })
}
const button = (name: string | RegExp) => screen.findByRole('button', { name })

test('each webhook is listed with its events and the result of the last message', async () => {
  await open([
    hook,
    { ...hook, id: 'b', url: 'https://build.hinode.example/hook', events: webhookEvents, last_delivery: failed },
    { ...hook, id: 'c', url: 'https://new.hinode.example/', last_delivery: null },
  ])
  expect(await screen.findByText('hooks.hinode.example/asakai')).toBeTruthy()
  expect(screen.getAllByText(/^日報の提出、困りごとの発生 ·/u)).toHaveLength(2)
  expect(screen.getByText(/^すべてのイベント ·/u)).toBeTruthy()
  expect(screen.getByText('2025年10月18日に届きました')).toBeTruthy()
  expect(screen.getByText('2025年10月18日に届きませんでした(500)').className).toContain('text-problem-text')
  expect(screen.getByText(/まだ何も送っていません/u)).toBeTruthy()
})

test('a press on the URL of a webhook opens its last messages and their responses', async () => {
  const { user } = await open([hook], {
    [`GET /webhooks/${hook.id}/deliveries`]: {
      status: 200,
      body: {
        deliveries: [
          { ...failed, id: 'h', failure: 'unavailable', status: null, answer: null },
          { ...failed, id: 'g', failure: 'address_refused', status: null, answer: null },
          failed,
          { ...failed, id: 'n', failure: null, status: null, answer: null },
          { ...delivery, type: 'webhook.test' },
        ],
      },
    },
  })
  await user.click(await button('hooks.hinode.example/asakai'))
  const list = await screen.findByRole('list', { name: '最近の送信' })
  expect(
    within(list)
      .getAllByRole('listitem')
      .map(({ textContent }) => textContent),
  ).toEqual([
    '日報の提出2025年10月18日に届きませんでした(応答なし)',
    '日報の提出2025年10月18日に届きませんでした(公開されていないアドレス)',
    '日報の提出2025年10月18日に届きませんでした(500)out of memory',
    '日報の提出送信を取りやめました',
    'テスト2025年10月18日に届きました',
  ])
})

test('the secret of a new webhook is shown once', async () => {
  const secret = 'whsec_MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSw'
  let refused = true
  const { user, sent } = await open([], {
    'POST /webhooks': () =>
      refused
        ? problem(400, 'invalid_input', '入力内容を確認してください。', [
            { field: 'url', message: '公開されているhttps://のアドレスを入力してください' },
          ])
        : { status: 201, body: { ...hook, secret } },
  })
  await user.click(await button('追加する'))
  const dialog = within(await screen.findByRole('dialog'))
  await user.type(dialog.getByLabelText(/^送信先のURL/u), ' http://10.0.0.1 ')
  await user.click(dialog.getByLabelText('メンバーの参加'))
  await user.click(dialog.getByRole('button', { name: '追加する' }))
  expect(await dialog.findByText('公開されているhttps://のアドレスを入力してください')).toBeTruthy()
  refused = false
  await user.click(dialog.getByRole('button', { name: '追加する' }))
  expect(await screen.findByText(secret)).toBeTruthy()
  expect(sent.findLast(({ call }) => call === 'POST /webhooks')?.body).toEqual({
    url: 'http://10.0.0.1',
    events: webhookEvents.slice(0, -1),
  })
})

test('the row of a webhook shows the response to a test message', async () => {
  let last: object = delivery
  const { user } = await open([], {
    'GET /webhooks': () => ({ status: 200, body: { webhooks: [{ ...hook, last_delivery: last }] } }),
    [`POST /webhooks/${hook.id}/test`]: () => ({ status: 200, body: (last = failed) }),
  })
  await user.click(await button('hooks.hinode.example/asakaiをテストする'))
  expect(await screen.findByText('2025年10月18日に届きませんでした(500)')).toBeTruthy()
})

test('a stopped webhook says so, and can be resumed or deleted', async () => {
  let state = 'stopped'
  let webhooks = [hook]
  const { user, sent } = await open([], {
    'GET /webhooks': () => ({
      status: 200,
      body: { webhooks: webhooks.map((each) => Object.assign(each, { state })) },
    }),
    [`PATCH /webhooks/${hook.id}`]: () => ({ status: 200, body: { ...hook, state: (state = 'on') } }),
    [`GET /webhooks/${hook.id}/deliveries`]: { status: 200, body: { deliveries: [] } },
    [`DELETE /webhooks/${hook.id}`]: () => ((webhooks = []), { status: 204 }),
  })
  expect(await screen.findByText('停止中')).toBeTruthy()
  await user.click(await button('hooks.hinode.example/asakaiへの送信を再開する'))
  expect(await screen.findByText('送信を再開しました')).toBeTruthy()
  expect(sent.find(({ call }) => call.startsWith('PATCH'))?.body).toEqual({ state: 'on' })
  await user.click(await button('hooks.hinode.example/asakai'))
  await user.click(await button('hooks.hinode.example/asakaiを削除する'))
  await user.click(within(await screen.findByRole('dialog')).getByRole('button', { name: '削除する' }))
  expect(await screen.findByText('Webhookを削除しました')).toBeTruthy()
  expect(await screen.findByText(/チームのプログラムに知らせます/u)).toBeTruthy()
})
