import { beforeEach, expect, onTestFinished, test, vi } from 'vitest'
import { renderHook } from '@testing-library/react'
import { api } from '../../api/client.ts'
import { useOpenEditor } from '../../storage/drafts/open-editors.ts'
import { clearCache } from '../../storage/offline-cache.ts'
import { type Answer, type Answers, me, problem, tokenFor } from '../../testing/app.tsx'
import { openTab, storeTokens, dispatchStorageEvent } from '../../testing/session.ts'

// Tests for a session that ends while the member is writing (E5.04).

const sessionEnded = problem(401, 'session_ended', '切れました。')
const over = { state: 'signed-in', user: me, over: true }
const own = () => ({ access_token: tokenFor(900, 'token', me.id), refresh_token: 'second' })

beforeEach(() => clearCache())

/** Opens a page on which a member is writing. */
async function writing(answers: Answers = {}) {
  storeTokens()
  const tab = openTab(answers)
  await tab.becomes({ state: 'signed-in', user: me })
  const { unmount } = renderHook(() => useOpenEditor('asakai_draft', true))
  onTestFinished(unmount)
  return tab
}

/** Opens a page on which a member is writing, ends the session, and submits the text. */
async function submitted() {
  let isOver = false
  const answer = (value: Answer) => (): Answer => (isOver ? sessionEnded : value)
  const tab = await writing({
    'GET /users/me': answer({ status: 200, body: me }),
    'POST /auth/refresh': sessionEnded,
    'POST /daily-reports': answer({ status: 201 }),
  })
  isOver = true
  const submit = api.post('/daily-reports', { today_plan: '設計' })
  submit.catch(() => undefined)
  await tab.becomes(over)
  const posts = () => tab.calls().filter((call) => call === 'POST /daily-reports').length
  return { tab, submit, posts, comeBack: () => (isOver = false) }
}

test('a submission during an ended session is sent after the member has logged in again', async () => {
  const { tab, submit, posts, comeBack } = await submitted()
  expect(tab.onEnded).not.toHaveBeenCalled()
  expect(posts()).toBe(1)
  comeBack()
  await tab.signIn(own())
  await submit
  expect(posts()).toBe(2)
  expect(tab.getState()).toEqual({ state: 'signed-in', user: me })
})

test('no request is sent while the login dialog waits for the member', async () => {
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
  ['somebody whose token names no member', () => tokenFor(900)],
])('the page reloads without sending the pending request if %s logs in', async (_, token) => {
  const reload = vi.spyOn(window.location, 'reload').mockImplementation(() => {})
  const { tab, posts, comeBack } = await submitted()
  comeBack()
  await tab.signIn({ access_token: token(), refresh_token: 'theirs' })
  expect(reload).toHaveBeenCalledTimes(1)
  expect(posts()).toBe(1)
  reload.mockRestore()
})

test('a pending submission continues after another tab has logged in as the same member', async () => {
  const { tab, submit, posts, comeBack } = await submitted()
  comeBack()
  localStorage.setItem('daily_standup_token', own().access_token)
  dispatchStorageEvent({ key: 'daily_standup_token', oldValue: null })
  await submit
  expect(posts()).toBe(2)
  expect(tab.getState()).toMatchObject({ state: 'signed-in', user: me })
})

test('a pending submission is rejected if the member leaves for the login page', async () => {
  const { tab, submit } = await submitted()
  tab.leave()
  await expect(submit).rejects.toThrow('Authentication failed')
  expect(tab.getState()).toEqual({ state: 'signed-out', left: false })
})

test('a writing member is asked to log in if another tab finds the session ended', async () => {
  const tab = await writing()
  localStorage.clear()
  localStorage.setItem('asakai_session_ended', 'true')
  dispatchStorageEvent({ key: 'daily_standup_token', oldValue: 'token' })
  expect(tab.getState()).toEqual(over)
})

test('a member who logged out in another tab is not asked to log in', async () => {
  const tab = await writing()
  localStorage.clear()
  dispatchStorageEvent({ key: 'daily_standup_token', oldValue: 'token' })
  expect(tab.getState()).toEqual({ state: 'signed-out', left: true })
})
