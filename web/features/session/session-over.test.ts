import { beforeEach, expect, onTestFinished, test, vi } from 'vitest'
import { renderHook } from '@testing-library/react'
import { api } from '../../api/client.ts'
import { useBeingWritten } from '../../lib/drafts/being-written.ts'
import { clearCache } from '../../lib/offline-cache.ts'
import { type Answer, me, problem, tokenFor } from '../../testing/app.tsx'
import { openTab, storeTokens, tellOfStorage } from '../../testing/session.ts'

// A session that ends while somebody writes (E5.04).

const sessionEnded = problem(401, 'session_ended', '切れました。')
const over = { state: 'signed-in', user: me, over: true }
const own = () => ({ access_token: tokenFor(900, 'token', me.id), refresh_token: 'second' })

beforeEach(() => clearCache())

/** A page on which a member writes, whose session has ended by the time that they submit. */
async function submitted() {
  storeTokens()
  let isOver = false
  const answer = (value: Answer) => (): Answer => (isOver ? sessionEnded : value)
  const tab = openTab({
    'GET /users/me': answer({ status: 200, body: me }),
    'POST /auth/refresh': sessionEnded,
    'POST /daily-reports': answer({ status: 201 }),
  })
  await tab.becomes({ state: 'signed-in', user: me })
  const { unmount } = renderHook(() => useBeingWritten('asakai_draft', true))
  onTestFinished(unmount)
  isOver = true
  const submit = api.post('/daily-reports', { today_plan: '設計' })
  submit.catch(() => undefined)
  await tab.becomes(over)
  const posts = () => tab.calls().filter((call) => call === 'POST /daily-reports').length
  return { tab, submit, posts, comeBack: () => (isOver = false) }
}

test('stays on the page, tells of no logout, and sends what was submitted after the login', async () => {
  const { tab, submit, posts, comeBack } = await submitted()
  expect(tab.onEnded).not.toHaveBeenCalled()
  expect(posts()).toBe(1)
  comeBack()
  await tab.signIn(own())
  await submit
  expect(posts()).toBe(2)
  expect(tab.getState()).toEqual({ state: 'signed-in', user: me })
})

test('sends nothing while the login is awaited', async () => {
  const { tab, comeBack } = await submitted()
  comeBack()
  const before = tab.calls().length
  const later = api.get('/mentions')
  later.catch(() => undefined)
  await Promise.resolve()
  expect(tab.calls()).toHaveLength(before)
})

test.each([
  ['another member', () => tokenFor(900, 'token', 'somebody-else')],
  ['somebody of whom the token does not say who they are', () => tokenFor(900)],
])('begins anew if %s logs in, and sends nothing of the first', async (_, token) => {
  const reload = vi.spyOn(window.location, 'reload').mockImplementation(() => {})
  const { tab, posts, comeBack } = await submitted()
  comeBack()
  await tab.signIn({ access_token: token(), refresh_token: 'theirs' })
  expect(reload).toHaveBeenCalledTimes(1)
  expect(posts()).toBe(1)
  reload.mockRestore()
})

test('goes on too once another tab has logged in as the same member', async () => {
  const { tab, submit, posts, comeBack } = await submitted()
  comeBack()
  localStorage.setItem('daily_standup_token', own().access_token)
  tellOfStorage({ key: 'daily_standup_token', oldValue: null })
  await submit
  expect(posts()).toBe(2)
  expect(tab.getState()).toMatchObject({ state: 'signed-in', user: me })
})

test('gives up what was submitted if the member leaves for the login page', async () => {
  const { tab, submit } = await submitted()
  tab.leave()
  await expect(submit).rejects.toThrow('Authentication failed')
  expect(tab.getState()).toEqual({ state: 'signed-out', left: false })
})

test('asks in a tab where somebody writes when another tab meets the end of the session', async () => {
  storeTokens()
  const tab = openTab()
  await tab.becomes({ state: 'signed-in', user: me })
  const { unmount } = renderHook(() => useBeingWritten('asakai_draft', true))
  onTestFinished(unmount)
  localStorage.clear()
  localStorage.setItem('asakai_session_ended', 'true')
  tellOfStorage({ key: 'daily_standup_token', oldValue: 'token' })
  expect(tab.getState()).toEqual(over)
})

test('asks nobody who has logged out in another tab', async () => {
  storeTokens()
  const tab = openTab()
  await tab.becomes({ state: 'signed-in', user: me })
  const { unmount } = renderHook(() => useBeingWritten('asakai_draft', true))
  onTestFinished(unmount)
  localStorage.clear()
  tellOfStorage({ key: 'daily_standup_token', oldValue: 'token' })
  expect(tab.getState()).toEqual({ state: 'signed-out', left: true })
})
