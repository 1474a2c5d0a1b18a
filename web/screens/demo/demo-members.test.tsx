import { act, render, screen, waitFor } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { Suspense } from 'react'
import { IntlProvider } from 'use-intl'
import { beforeEach, expect, test, vi } from 'vitest'
import type { DemoMembers as Answered } from '#contract/demo.ts'
import messages from '../../../locales/en.json' with { type: 'json' }
import { SessionProvider } from '../../features/session/session.tsx'
import { accessToken } from '../../api/tokens.ts'
import { type Answers, answering, problem, tokenFor } from '../../testing/app.tsx'
import { Toaster } from '../../ui/toast.tsx'
import DemoMembers from './demo-members.tsx'

const jana = {
  id: '01990000-0000-7000-8000-000000000007',
  first_name: 'Jana',
  family_name: 'Hoffmann',
  preferred_name: 'Jana Hoffmann',
  email: 'jana.hoffmann@hidamari.example',
  title: 'Firmware-Entwicklerin',
  language: 'de',
} as const
const members: Answered = { members: [jana], last_day: '2026-10-23' }
const away = problem(503, 'database_unavailable', 'The database is away.')

let reload: ReturnType<typeof vi.spyOn>
beforeEach(() => {
  window.history.replaceState(null, '', '/login')
  reload = vi.spyOn(window.location, 'reload').mockImplementation(() => {})
})

async function open(answers: Answers) {
  const sent = answering(answers)
  // Waits until the texts are loaded.
  await act(async () => {
    render(
      <IntlProvider locale="en" messages={messages} timeZone="Asia/Tokyo">
        <SessionProvider>
          <Suspense>
            <DemoMembers />
          </Suspense>
        </SessionProvider>
        <Toaster label="" closeLabel="" nothingToUndo="元に戻せる操作はありません" lifetime={1_000} />
      </IntlProvider>,
    )
  })
  return { sent, user: userEvent.setup({ delay: null }) }
}

test('a press on a demo member signs in as that member, in their language', async () => {
  const token = tokenFor(900)
  const { sent, user } = await open({
    'GET /demo': { status: 200, body: members },
    'POST /demo/sessions': { status: 200, body: { access_token: token, refresh_token: 'first' } },
  })
  const button = await screen.findByRole('button', { name: 'Jana Hoffmann Firmware-Entwicklerin Deutsch' })
  await user.click(button)
  await waitFor(() => expect(reload).toHaveBeenCalledOnce())
  expect(sent).toContainEqual(expect.objectContaining({ call: 'POST /demo/sessions', body: { user_id: jana.id } }))
  expect(accessToken()).toBe(token)
  expect(localStorage.getItem('app_language')).toBe('de')
  expect(window.location.search).toBe('?date=2026-10-23')
})

test('the list of demo members can be loaded again after a failure', async () => {
  let asked = 0
  const { user } = await open({ 'GET /demo': () => (asked++ === 0 ? away : { status: 200, body: members }) })
  await user.click(await screen.findByRole('button', { name: 'Try again' }))
  expect(await screen.findByRole('button', { name: /Jana Hoffmann/u })).toBeTruthy()
})

test('a failed sign-in as a demo member shows the error, and allows another attempt', async () => {
  const { user } = await open({ 'GET /demo': { status: 200, body: members }, 'POST /demo/sessions': away })
  const button = await screen.findByRole('button', { name: /Jana Hoffmann/u })
  await user.click(button)
  expect(await screen.findByText('That didn’t work. Try again.')).toBeTruthy()
  expect(button).toHaveProperty('disabled', false)
  expect(reload).not.toHaveBeenCalled()
})
