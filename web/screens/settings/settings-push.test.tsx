import { screen, waitFor } from '@testing-library/react'
import { afterEach, expect, test, vi } from 'vitest'
import { openApp, problem, tokenFor } from '../../testing/app.tsx'

const given = { endpoint: 'https://push.example/1', keys: { p256dh: 'p', auth: 'a' } }

afterEach(() => {
  vi.unstubAllGlobals()
  Reflect.deleteProperty(navigator, 'serviceWorker')
})

/**
 * Simulates a browser with push messages.
 * @param decision the user's response to the permission prompt
 */
function stubBrowser({
  decision = 'granted',
  permission = 'default',
}: Partial<Record<string, NotificationPermission>>) {
  const subscription = { toJSON: () => given, unsubscribe: vi.fn(() => Promise.resolve(true)) }
  const subscribe = vi.fn(() => Promise.resolve(subscription))
  const pushManager = { subscribe, getSubscription: () => Promise.resolve(subscription) }
  const notification = {
    permission,
    requestPermission: () => {
      notification.permission = decision
      return Promise.resolve(decision)
    },
  }
  vi.stubGlobal('isSecureContext', true)
  vi.stubGlobal('Notification', notification)
  vi.stubGlobal('PushManager', {})
  const ready = Promise.resolve({ pushManager })
  const value = Object.assign(new EventTarget(), { ready, startMessages: () => {} })
  Object.defineProperty(navigator, 'serviceWorker', { value, configurable: true })
  return { subscribe, unsubscribe: subscription.unsubscribe }
}

/** Opens the notification settings on a server that stores whether this device gets reminders. */
async function open(answers: Parameters<typeof openApp>[1] = {}) {
  let isOn = false
  localStorage.setItem('daily_standup_token', tokenFor(900))
  const app = await openApp('/settings?tab=notifications', {
    'GET /connections': { status: 200, body: { connections: [], destinations: ['slack'] } },
    'GET /notifications/push': () => ({ status: 200, body: { public_key: 'key', is_on: isOn } }),
    'PUT /notifications/push': () => {
      isOn = true
      return { status: 204, body: undefined }
    },
    'DELETE /notifications/push': () => {
      isOn = false
      return { status: 204, body: undefined }
    },
    ...answers,
  })
  const toggle = await screen.findByRole<HTMLInputElement>('switch', { name: 'この端末へのリマインド' })
  const changes = () => app.sent.filter(({ call }) => /^(?:PUT|DELETE) \/notifications\/push/u.test(call))
  return { ...app, toggle, changes }
}

test('the reminder switch subscribes this device, and unsubscribes it when turned off', async () => {
  const browser = stubBrowser({})
  const { user, toggle, changes } = await open()
  await waitFor(() => expect(toggle.disabled).toBe(false))
  await user.click(toggle)
  await waitFor(() => expect(changes()).toMatchObject([{ call: 'PUT /notifications/push', body: given }]))
  expect(browser.subscribe).toHaveBeenCalledWith({ userVisibleOnly: true, applicationServerKey: 'key' })
  await waitFor(() => expect([toggle.checked, toggle.disabled]).toEqual([true, false]))

  browser.unsubscribe.mockClear()
  await user.click(toggle)
  await waitFor(() => expect(browser.unsubscribe).toHaveBeenCalledOnce())
  expect(changes()).toHaveLength(2)
  await waitFor(() => expect(toggle.checked).toBe(false))
})

test('no subscription is stored if the browser denies notifications', async () => {
  stubBrowser({ decision: 'denied' })
  const { user, toggle, changes } = await open()
  await waitFor(() => expect(toggle.disabled).toBe(false))
  await user.click(toggle)
  await screen.findByText(/ブラウザがAsakaiの通知をブロックしています/u)
  expect([toggle.checked, toggle.disabled, changes()]).toEqual([false, true, []])
})

test('the reminder switch turns off again if the server cannot store the subscription', async () => {
  stubBrowser({})
  const { user, toggle } = await open({ 'PUT /notifications/push': problem(500, 'internal', '') })
  await waitFor(() => expect(toggle.disabled).toBe(false))
  await user.click(toggle)
  await screen.findByText('この端末へのリマインドを変更できませんでした')
  await waitFor(() => expect(toggle.checked).toBe(false))
})

test.each([
  ['without https', () => vi.stubGlobal('isSecureContext', false), /httpsで始まるアドレスが必要です/u],
  ['without push messages', () => vi.stubGlobal('isSecureContext', true), /このブラウザはリマインドを表示できません/u],
])('the settings say that a browser %s cannot show reminders', async (_what, stub, words) => {
  stub()
  const { toggle, sent } = await open()
  await screen.findByText(words)
  expect(toggle.disabled).toBe(true)
  expect(sent.map(({ call }) => call)).not.toContain('GET /notifications/push')
})
