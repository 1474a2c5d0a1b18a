import { beforeEach, expect, test, vi } from 'vitest'
import { clearCache, readCache, writeCache } from '../../storage/offline-cache.ts'
import { type Answer, answering, me, problem, tokenFor } from '../../testing/app.tsx'
import { openTab, storeTokens } from '../../testing/session.ts'
import { AuthenticationFailed } from '../../api/errors.ts'
import { fetchMe } from '../../entities/me.ts'

const sessionEnded = problem(401, 'session_ended', '切れました。')
const other = { ...me, first_name: '遥' }

beforeEach(() => clearCache())

test('the session store starts signed out without a token', () => {
  const tab = openTab()
  expect(tab.getState()).toEqual({ state: 'signed-out', left: false })
  expect(tab.calls()).toEqual([])
})

test('a stored session is checked, and its member is cached for a start without a network', async () => {
  storeTokens()
  const tab = openTab()
  expect(tab.getState()).toEqual({ state: 'initializing' })
  await tab.becomes({ state: 'signed-in', user: me })
  await expect.poll(() => readCache('me')).toEqual(me)
})

test('a rejected stored session is removed together with its cached member', async () => {
  storeTokens()
  await writeCache('queries:misaki', {})
  const tab = openTab({ 'GET /users/me': { status: 404 } })
  await tab.becomes({ state: 'signed-out', left: false })
  expect(localStorage).toHaveLength(0)
  expect(tab.onEnded).not.toHaveBeenCalled()
  await expect.poll(() => readCache('queries:misaki')).toBeUndefined()
})

test.each([500, 503, 429])('a stored session is not removed if the server responds with %d', async (status) => {
  storeTokens()
  const tab = openTab({ 'GET /users/me': { status } })
  await tab.becomes({ state: 'unreachable' })
  expect(localStorage).not.toHaveLength(0)
})

test('the session store reports each session that the server ends', async () => {
  storeTokens()
  const tab = openTab({ 'GET /users/me': sessionEnded, 'POST /auth/refresh': sessionEnded })
  await tab.becomes({ state: 'signed-out', left: false })
  expect(tab.onEnded).toHaveBeenCalledTimes(1)
  await expect(tab.signIn({ access_token: tokenFor(900), refresh_token: 'second' })).rejects.toThrow()
  expect(tab.onEnded).toHaveBeenCalledTimes(2)
})

test('the member is not fetched again if the request began before rendering', async () => {
  storeTokens()
  const tab = openTab({}, Promise.resolve(me))
  await tab.becomes({ state: 'signed-in', user: me })
  expect(tab.calls()).toEqual([])
})

test('a session that the server ended before rendering is reported as ended', async () => {
  storeTokens()
  answering({ 'GET /users/me': sessionEnded, 'POST /auth/refresh': sessionEnded })
  const early = fetchMe()
  await expect(early).rejects.toThrow('Authentication failed')
  const tab = openTab({}, early)
  await tab.becomes({ state: 'signed-out', left: false })
  expect(tab.onEnded).toHaveBeenCalledTimes(1)
  expect(tab.calls()).toEqual([])
})

test('the end of a session while the app is open clears the cached member', async () => {
  storeTokens()
  let answer: Answer = { status: 200, body: me }
  const tab = openTab({ 'GET /users/me': () => answer, 'POST /auth/refresh': sessionEnded })
  await tab.becomes({ state: 'signed-in', user: me })
  await expect.poll(() => readCache('me')).toEqual(me)
  answer = sessionEnded
  await expect(fetchMe()).rejects.toThrow('Authentication failed')
  expect(tab.getState()).toEqual({ state: 'signed-out', left: false })
  expect(tab.onEnded).toHaveBeenCalledTimes(1)
  await expect.poll(() => readCache('me')).toBeUndefined()
})

test('the end of a session after an earlier logout is not treated as a logout', async () => {
  storeTokens()
  let isValid = true
  const tab = openTab({
    'GET /users/me': () => (isValid ? { status: 200, body: me } : sessionEnded),
    'POST /auth/refresh': sessionEnded,
  })
  await tab.becomes({ state: 'signed-in', user: me })
  await tab.signOut()
  isValid = false
  await expect(tab.signIn({ access_token: tokenFor(900), refresh_token: 'second' })).rejects.toThrow()
  expect(tab.getState()).toEqual({ state: 'signed-out', left: false })
})

test('a subscriber is notified of each session change until unsubscribed', async () => {
  const tab = openTab()
  const heard: string[] = []
  const stop = tab.subscribe(() => heard.push(tab.getState().state))
  await tab.signIn({ access_token: tokenFor(900) })
  await tab.signOut()
  stop()
  await tab.signIn({ access_token: tokenFor(900) })
  expect(heard).toEqual(['signed-in', 'signed-out'])
})

test('the member is fetched again if a change succeeded during the fetch', async () => {
  storeTokens()
  const answers: ((answer: Answer) => void)[] = []
  const tab = openTab({ 'GET /users/me': () => new Promise<Answer>((resolve) => answers.push(resolve)) })
  await expect.poll(() => answers).toHaveLength(1)
  answers[0]!({ status: 200, body: me })
  await tab.becomes({ state: 'signed-in', user: me })

  const read = tab.readUser()
  await expect.poll(() => answers).toHaveLength(2)
  tab.userChanged(other)
  answers[1]!({ status: 200, body: me })
  await expect.poll(() => answers).toHaveLength(3)
  expect(tab.getState()).toEqual({ state: 'signed-in', user: other })
  answers[2]!({ status: 200, body: { ...other, is_admin: true } })
  await read
  expect(tab.getState()).toEqual({ state: 'signed-in', user: { ...other, is_admin: true } })
})

test('a sign-in stores both tokens and fetches the member', async () => {
  const tab = openTab()
  const token = tokenFor(900)
  await tab.signIn({ access_token: token, refresh_token: 'first' })
  expect(tab.getState()).toEqual({ state: 'signed-in', user: me })
  expect(localStorage.getItem('daily_standup_token')).toBe(token)
  expect(localStorage.getItem('refresh_token')).toBe('first')
})

test('a sign-in fails if the member cannot be fetched', async () => {
  const tab = openTab({ 'GET /users/me': { status: 500 } })
  await expect(tab.signIn({ access_token: tokenFor(900) })).rejects.toMatchObject({ status: 500 })
  expect(tab.getState()).toEqual({ state: 'signed-out', left: false })
  expect(localStorage).toHaveLength(0)
})

test.each([{ status: 204 }, { status: 500 }])(
  'a logout deletes tokens and cache at once, whatever the server responds (%o)',
  async (answer) => {
    storeTokens()
    const tab = openTab({ 'POST /auth/logout': answer })
    await tab.becomes({ state: 'signed-in', user: me })
    await expect.poll(() => readCache('me')).toEqual(me)
    const done = tab.signOut()
    expect(tab.getState()).toEqual({ state: 'signed-out', left: true })
    expect(localStorage).toHaveLength(0)
    await done
    expect(tab.calls()).toContain('POST /auth/logout')
    await expect.poll(() => readCache('me')).toBeUndefined()
  },
)

test('a tab stays signed out if the response with the member arrives after a logout', async () => {
  storeTokens()
  let answer = () => {}
  const answered = new Promise<void>((resolve) => (answer = resolve))
  const tab = openTab({ 'GET /users/me': () => answered.then(() => ({ status: 200, body: me })) })
  localStorage.clear()
  answer()
  await tab.becomes({ state: 'signed-out', left: true })
  await writeCache('me', me)
  tab.userChanged(me)
  expect(tab.getState()).toEqual({ state: 'signed-out', left: true })
  await expect.poll(() => readCache('me')).toBeUndefined()
})

test('the session shows the member from the response to a change', async () => {
  const tab = openTab()
  await tab.signIn({ access_token: tokenFor(900) })
  tab.userChanged(other)
  expect(tab.getState()).toEqual({ state: 'signed-in', user: other })
  await expect.poll(() => readCache('me')).toEqual(other)
})

test.each([
  ['asks Google again', null, 200, ['https://accounts.example.com/']],
  ['stays signed out if Google cannot be asked', null, 503, []],
  ['stays signed out', 'first', 200, []],
])('if a refresh finds that the session has ended, the tab %s', async (_, refreshToken, google, visited) => {
  const assign = vi.spyOn(window.location, 'assign').mockImplementation(() => {})
  let isOver = false
  const tab = openTab({
    'GET /users/me': () => (isOver ? sessionEnded : { status: 200, body: me }),
    'POST /auth/refresh': sessionEnded,
    'GET /auth/google/login-url': { status: google, body: { auth_url: 'https://accounts.example.com/' } },
  })
  await tab.signIn({ access_token: tokenFor(900), ...(refreshToken ? { refresh_token: refreshToken } : {}) })
  isOver = true
  await tab.refreshUser().catch((error: unknown) => expect(error).toBeInstanceOf(AuthenticationFailed))
  expect(tab.getState()).toEqual({ state: 'signed-out', left: false })
  expect(assign.mock.calls.flat()).toEqual(visited)
  expect(tab.onEnded).toHaveBeenCalledTimes(1)
  assign.mockRestore()
})

// Only a rejected refresh ends the session. All tabs share the tokens, so any other failure must not delete them.
test.each([500, 503, 429, 404])('the session does not end if a refresh fails with %d', async (status) => {
  let isBroken = false
  const tab = openTab({ 'GET /users/me': () => (isBroken ? { status } : { status: 200, body: me }) })
  await tab.signIn({ access_token: tokenFor(900), refresh_token: 'first' })
  isBroken = true
  await expect(tab.refreshUser()).rejects.toMatchObject({ status })
  expect(tab.getState()).toEqual({ state: 'signed-in', user: me })
  expect(localStorage.getItem('refresh_token')).toBe('first')
  expect(tab.onEnded).not.toHaveBeenCalled()
})

test('refreshing the user shows the changed member', async () => {
  let member = me
  const tab = openTab({ 'GET /users/me': () => ({ status: 200, body: member }) })
  await tab.signIn({ access_token: tokenFor(900) })
  member = other
  await tab.refreshUser()
  expect(tab.getState()).toEqual({ state: 'signed-in', user: other })
})
