import { fireEvent, screen, waitFor } from '@testing-library/react'
import type { UserEvent } from '@testing-library/user-event'
import { expect, test } from 'vitest'
import { compareClocks } from '../../api/clock.ts'
import { type Answers, eachOnTheDay, me, openApp, problem } from '../../testing/app.tsx'
import { googleUser } from '../../testing/google-user.ts'

eachOnTheDay()

const sentence = '値が範囲を超えています'
const refusal = problem(400, 'invalid_input', '入力内容を確認してください。', [{ field: 'mystery', message: sentence }])
const user = { ...me, is_admin: true, has_password: true }
const known: Answers = {
  'GET /users/me': { status: 200, body: user },
  'GET /users/': { status: 200, body: [user] },
  'GET /frequent_tasks': {
    status: 200,
    body: {
      id: 't',
      user_id: me.id,
      task_list: '朝会',
      created_at: '2026-10-01T00:00:00Z',
      updated_at: '2026-10-01T00:00:00Z',
    },
  },
  'GET /invitations/verify/x': { status: 200, body: { valid: true } },
  'GET /invitations/info': { status: 200, body: { id: 'i', email: 'ren@hinode.example' } },
  'GET /invitations/': { status: 200, body: [] },
  'GET /sessions': { status: 200, body: { sessions: [] } },
  'GET /tokens': { status: 200, body: { tokens: [] } },
  'GET /insights/': { status: 200, body: { insights: [], total: 0 } },
  'POST /auth/password-reset/check': { status: 204 },
  'POST /auth/google/onboarding-check': { status: 200, body: { onboarding: true } },
}
/** Answers every write that is not in `known` with a rejection. */
const refusing = new Proxy(known, {
  get: (answers, call: string) => answers[call] ?? (/^(?:POST|PUT|PATCH) /u.test(call) ? refusal : undefined),
})

const press = (name: RegExp) => async (typist: UserEvent) => {
  const buttons = await screen.findAllByRole('button', { name })
  await typist.click(buttons[0]!)
}

const stay = async () => undefined

const forms: readonly (readonly [string, string, (typist: UserEvent) => Promise<unknown>])[] = [
  ['login', '/login', stay],
  ['sign-up', '/signup', stay],
  ['invitation', '/invitation?token=x', stay],
  ['reset request', '/password-reset', stay],
  ['new password', '/password-reset?token=x', stay],
  ['sign-up with Google', '/google/onboard', stay],
  ['report', '/', press(/^日報を書く/u)],
  ['insight', '/?page=activity', press(/^ふりかえりを書く/u)],
  ['profile', '/settings?tab=user-info', press(/^プロフィールを編集/u)],
  ['frequent tasks', '/settings?tab=frequent-tasks', press(/(?:登録|追加|編集|作成)/u)],
  ['invitations to the team', '/team?tab=pending', press(/^(?:メンバーを)?招待/u)],
]

/** Fills every empty field of the last form on the page and submits it. */
async function fillAndSubmit() {
  const form = await waitFor(() => [...document.querySelectorAll<HTMLFormElement>('form[aria-busy]')].at(-1)!)
  const controls = [...form.querySelectorAll<HTMLInputElement | HTMLTextAreaElement>('input, textarea')]
  for (const control of controls) {
    if (control.hidden) continue
    if (control.type === 'checkbox') {
      if (!(control as HTMLInputElement).checked) fireEvent.click(control)
    } else if (control.type !== 'radio')
      fireEvent.change(control, {
        target: {
          value: control.type === 'email' || /email/u.test(control.name) ? 'ren@hinode.example' : 'secret words 12',
        },
      })
  }
  fireEvent.submit(form)
}

test.each(forms)('a form says why a submit was rejected even if it has no such field: %s', async (_, path, open) => {
  if (/^\/(?:login|signup|invitation|password|google)/u.test(path)) localStorage.removeItem('daily_standup_token')
  sessionStorage.setItem('asakai_google_user', JSON.stringify(googleUser))
  const { user: typist } = await openApp(path, refusing)
  await open(typist)
  await waitFor(() => expect(document.querySelector('form[aria-busy]')).toBeTruthy())
  await fillAndSubmit()
  expect(await screen.findByText(new RegExp(sentence, 'u'))).toBeTruthy()
})

test.each([
  [3 * 86_400_000, true],
  [-3 * 86_400_000, true],
  [60_000, false],
])("a rejected day names the device's clock if the clock is %i ms ahead: %s", async (aheadMs, isNamed) => {
  const date = new Date(Date.now() - aheadMs).toUTCString()
  const { user: typist } = await openApp('/', {
    ...known,
    'POST /daily-reports': {
      ...problem(400, 'date_in_future', '未来の日付です。', [{ field: 'report_date', message: sentence }]),
      headers: { date },
    },
  })
  await press(/^日報を書く/u)(typist)
  await waitFor(() => expect(document.querySelector('form[aria-busy]')).toBeTruthy())
  await fillAndSubmit()
  const said = await screen.findByText(/未来の日付です。/u)
  expect(said.textContent?.includes('この端末の時計がずれています')).toBe(isNamed)
  compareClocks(new Date().toUTCString())
})
