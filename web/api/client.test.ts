import { beforeEach, expect, onTestFinished, test, vi } from 'vitest'
import { type Answer, answering, problem, tokenFor } from '../testing/app.tsx'
import { api } from './client.ts'
import { ApiError, isUnreachable } from './errors.ts'
import { actFor, onSessionEnded } from './session.ts'

const ended = vi.fn()
const unauthorised = problem(401, 'not_signed_in', 'ログインしてください。')
const renewed = (): Answer => ({
  status: 200,
  body: { access_token: tokenFor(900, 'renewed'), refresh_token: 'second' },
})

beforeEach(() => {
  ended.mockReset()
  onSessionEnded(ended, () => undefined)
  signIn(900)
})

function signIn(seconds: number) {
  localStorage.setItem('daily_standup_token', tokenFor(seconds))
  localStorage.setItem('refresh_token', 'first')
}
const tokens = () => [localStorage.getItem('daily_standup_token'), localStorage.getItem('refresh_token')]

test('a call sends JSON with the token and the language of the page', async () => {
  document.documentElement.lang = 'et'
  const sent = answering({ 'POST /daily-reports': { status: 201, body: { id: 'one' } } })
  await api.post('/daily-reports', { issues: '' })
  expect(sent[0]).toMatchObject({
    body: { issues: '' },
    headers: {
      authorization: `Bearer ${localStorage.getItem('daily_standup_token')}`,
      'content-type': 'application/json',
      'accept-language': 'et',
    },
  })
})

test('an anonymous call sends no token and refreshes no session', async () => {
  const sent = answering({ 'POST /auth/login': problem(401, 'login_failed', '違います。') })
  await expect(api.anonymous.post('/auth/login', {})).rejects.toThrow()
  expect(sent).toHaveLength(1)
  expect(sent[0]!.headers).not.toHaveProperty('authorization')
  expect(ended).not.toHaveBeenCalled()
})

test.each([201, 204])('a call returns an empty object for a response with status %i', async (status) => {
  answering({ 'POST /x': { status, ...(status === 201 ? { body: { id: 1 } } : {}) } })
  expect(await api.post('/x')).toEqual({})
})

test('a call returns an empty object if the response is not JSON', async () => {
  vi.stubGlobal('fetch', async () => new Response('<p>', { headers: { 'content-type': 'text/html' } }))
  expect(await api.get('/x')).toEqual({})
})

test('api.create returns the created record', async () => {
  answering({ 'POST /x': { status: 201, body: { id: 1 } }, 'POST /y': { status: 201 }, 'POST /z': { status: 204 } })
  expect(await api.create('/x', {})).toEqual({ id: 1 })
  expect(await api.create('/y', {})).toEqual({})
  expect(await api.create('/z', {})).toEqual({})
})

test('a call throws the status, body and message of an error response', async () => {
  const refusal = problem(409, 'report_exists', 'すでに提出されています。', [{ field: 'report_date', message: '重複' }])
  answering({ 'POST /daily-reports': refusal })
  const error: unknown = await api.post('/daily-reports', {}).catch((error: unknown) => error)
  expect(error).toBeInstanceOf(ApiError)
  expect(error).toMatchObject({
    message: `HTTP error! status: 409, message: ${JSON.stringify(refusal.body)}`,
    code: 'report_exists',
    serverMessage: 'すでに提出されています。',
    fields: { report_date: '重複' },
  })
})

test('a call throws an error without a message if the response is not from our server', async () => {
  vi.stubGlobal('fetch', async () => new Response('Bad gateway', { status: 502 }))
  await expect(api.get('/x')).rejects.toMatchObject({
    message: 'HTTP error! status: 502, message: Bad gateway',
    serverMessage: undefined,
    fields: {},
  })
})

test('a call without a response is aborted after ten seconds with a TimeoutError', async () => {
  const timeout = vi
    .spyOn(AbortSignal, 'timeout')
    .mockReturnValue(AbortSignal.abort(new DOMException('', 'TimeoutError')))
  answering()
  const error: unknown = await api.get('/users/me').catch((error: unknown) => error)
  expect(error).toMatchObject({ name: 'TimeoutError' })
  expect(isUnreachable(error)).toBe(true)
  expect(timeout).toHaveBeenCalledWith(10_000)
  timeout.mockRestore()
})

test('the caller can abort a call before the timeout of ten seconds', async () => {
  answering()
  await expect(api.get('/users/me', {}, AbortSignal.abort())).rejects.toMatchObject({ name: 'AbortError' })
})

test('a token that is about to expire is refreshed before the call is sent', async () => {
  signIn(4 * 60)
  const sent = answering({ 'POST /auth/refresh': renewed })
  await api.get('/users/me')
  expect(sent.map(({ call }) => call)).toEqual(['POST /auth/refresh', 'GET /users/me'])
  expect(sent[0]).toMatchObject({ body: { refresh_token: 'first' } })
  expect(sent[0]!.headers).not.toHaveProperty('authorization')
  expect(sent[1]!.headers['authorization']).toContain('renewed')
  expect(tokens()).toEqual([expect.stringContaining('renewed'), 'second'])
})

test('concurrent calls share one refresh of the token', async () => {
  signIn(4 * 60)
  const sent = answering({ 'POST /auth/refresh': renewed })
  await Promise.all([api.get('/users/me'), api.get('/users/'), api.get('/daily-reports')])
  expect(sent.filter(({ call }) => call === 'POST /auth/refresh')).toHaveLength(1)
  expect(sent).toHaveLength(4)
})

test('a call refreshes the token once and retries once after status 401', async () => {
  const sent = answering({
    'POST /auth/refresh': renewed,
    'GET /users/me': ({ headers }) =>
      headers['authorization']?.includes('renewed') ? { status: 200, body: { id: 'misaki' } } : unauthorised,
  })
  expect(await api.get('/users/me')).toEqual({ id: 'misaki' })
  expect(sent.map(({ call }) => call)).toEqual(['GET /users/me', 'POST /auth/refresh', 'GET /users/me'])
})

test('the session ends if the retried call also returns status 401', async () => {
  answering({ 'POST /auth/refresh': renewed, 'GET /users/me': unauthorised })
  await expect(api.get('/users/me')).rejects.toThrow('Authentication failed')
  expect(tokens()).toEqual([null, null])
  expect(ended).toHaveBeenCalledOnce()
})

test('a rejected refresh ends the session once for all waiting calls', async () => {
  answering({ 'POST /auth/refresh': problem(401, 'session_ended', '切れました。'), 'GET /users/me': unauthorised })
  const calls = await Promise.allSettled([api.get('/users/me'), api.get('/users/me')])
  expect(calls.map((call) => call.status === 'rejected' && String(call.reason))).toEqual(
    Array(2).fill('Error: Authentication failed'),
  )
  expect(tokens()).toEqual([null, null])
  expect(ended).toHaveBeenCalledOnce()
})

test('the session ends after status 401 if there is no refresh token', async () => {
  localStorage.removeItem('refresh_token')
  const sent = answering({ 'GET /users/me': unauthorised })
  await expect(api.get('/users/me')).rejects.toThrow('Authentication failed')
  expect(sent).toHaveLength(1)
  expect(ended).toHaveBeenCalledOnce()
})

test.each([
  ['ten minutes fast', 10, 1],
  ['ten minutes slow', -10, 1],
  ['right', 0, 0],
])('a browser whose clock is %s refreshes the token at most once', async (_, minutes, renewals) => {
  const served = Date.now()
  vi.useFakeTimers({ toFake: ['Date'], now: served + minutes * 60_000 })
  onTestFinished(() => void vi.useRealTimers())
  const claims = (seconds: number) => btoa(JSON.stringify({ exp: served / 1_000 + seconds }))
  const headers = { date: new Date(served).toUTCString() }
  localStorage.setItem('daily_standup_token', `old.${claims(minutes < 0 ? -1 : 900)}.signature`)
  const sent = answering({
    'POST /auth/refresh': {
      status: 200,
      body: { access_token: `new.${claims(900)}.signature`, refresh_token: 'second' },
      headers,
    },
    'GET /users/me': ({ headers: { authorization } }) =>
      minutes < 0 && authorization?.startsWith('Bearer old') ? unauthorised : { status: 200, body: {}, headers },
  })
  for (let read = 0; read < 3; read += 1) await api.get('/users/me')
  expect(sent.filter(({ call }) => call === 'POST /auth/refresh')).toHaveLength(renewals)
})

test('the session does not end while the server is down', async () => {
  signIn(-1)
  answering({ 'POST /auth/refresh': problem(503, 'database_unavailable', '少し待ってください。') })
  await expect(api.get('/users/me')).rejects.toMatchObject({ status: 503 })
  expect(tokens()[1]).toBe('first')
  expect(ended).not.toHaveBeenCalled()
})

const html = { 'content-type': 'text/html' }
test.each([
  ['is lost', () => Promise.reject(new TypeError('Failed to fetch'))],
  ['comes too late', () => Promise.reject(new DOMException('too late', 'TimeoutError'))],
  ['is a page of a captive portal', async () => new Response('<p>Log in to the WLAN', { headers: html })],
  ['is a rejection by a proxy', async () => new Response('<p>Log in', { status: 401, headers: html })],
  ['breaks off', async () => new Response('{"access_', { headers: { 'content-type': 'application/json' } })],
])('the session does not end, and the refresh is repeated, if the response %s (E1.04)', async (_, lost) => {
  signIn(-1)
  vi.stubGlobal('fetch', lost)
  const error: unknown = await api.get('/users/me').catch((thrown: unknown) => thrown)
  expect(isUnreachable(error)).toBe(true)
  expect(tokens()[1]).toBe('first')
  expect(ended).not.toHaveBeenCalled()

  const sent = answering({ 'POST /auth/refresh': renewed, 'GET /users/me': { status: 200, body: {} } })
  await api.get('/users/me')
  expect(sent[0]).toMatchObject({ call: 'POST /auth/refresh', body: { refresh_token: 'first' } })
  expect(tokens()[1]).toBe('second')
})

test('a tab ignores a token refresh that completes after a logout', async () => {
  signIn(-1)
  const sent = answering({
    'POST /auth/refresh': () => {
      localStorage.clear()
      return { status: 200, body: { access_token: tokenFor(900), refresh_token: 'second' } }
    },
  })
  await expect(api.get('/users/me')).rejects.toThrow('Authentication failed')
  expect(tokens()).toEqual([null, null])
  expect(sent).toHaveLength(1)
  expect(ended).not.toHaveBeenCalled()
})

test('a completed refresh does not overwrite the newer tokens of another tab', async () => {
  signIn(-1)
  const sent = answering({
    'POST /auth/refresh': () => {
      localStorage.setItem('daily_standup_token', tokenFor(900, 'theirs'))
      localStorage.setItem('refresh_token', 'third')
      return { status: 200, body: { access_token: tokenFor(900), refresh_token: 'second' } }
    },
    'GET /users/me': { status: 200, body: {} },
  })
  await api.get('/users/me')
  expect(tokens()[1]).toBe('third')
  expect(sent.at(-1)?.headers['authorization']).toMatch(/^Bearer theirs/u)
})

test('a rejected refresh does not end a session that another tab has started', async () => {
  signIn(60)
  const sent = answering({
    'POST /auth/refresh': () => {
      localStorage.setItem('refresh_token', 'of another tab')
      localStorage.setItem('daily_standup_token', tokenFor(900, 'other'))
      return unauthorised
    },
    'GET /users/me': { status: 200, body: {} },
  })
  await api.get('/users/me')
  expect(sent.at(-1)!.headers['authorization']).toMatch(/^Bearer other/u)
  expect(ended).not.toHaveBeenCalled()
})

test('a pending call does not end the session of the next member who signs in', async () => {
  onTestFinished(() => actFor(undefined))
  actFor('misaki')
  const theirs = tokenFor(900, 'token', 'haruka')
  let asked = 0
  const sent = answering({
    'POST /auth/refresh': renewed,
    'POST /daily-reports': () => {
      asked += 1
      if (asked === 2) localStorage.setItem('daily_standup_token', theirs)
      return unauthorised
    },
  })
  await expect(api.post('/daily-reports')).rejects.toThrow('Authentication failed')
  expect(sent).toHaveLength(3)
  expect([localStorage.getItem('daily_standup_token'), ended.mock.calls]).toEqual([theirs, []])
})

test('a call that fails after a logout does not end the session again', async () => {
  answering({
    'GET /users/me': () => {
      localStorage.clear()
      return unauthorised
    },
  })
  await expect(api.get('/users/me')).rejects.toThrow('Authentication failed')
  expect(ended).not.toHaveBeenCalled()
})

const keysOf = (sent: { headers: Record<string, string> }[]) => sent.map(({ headers }) => headers['idempotency-key'])

test('every write sends its own idempotency key, and a read sends none', async () => {
  const sent = answering({ 'POST /x': { status: 201 }, 'GET /x': { status: 204 } })
  await api.post('/x', { a: 1 })
  await api.post('/x', { a: 1 })
  await api.get('/x')
  const [first, second, reading] = keysOf(sent)
  expect(first).toMatch(/^[ -~]{20,255}$/u)
  expect(second).not.toBe(first)
  expect(reading).toBeUndefined()
})

test('a write that is retried after a session refresh has the same idempotency key', async () => {
  let calls = 0
  const sent = answering({
    'POST /x': () => (calls++ === 0 ? unauthorised : { status: 201 }),
    'POST /auth/refresh': renewed(),
  })
  await api.post('/x', {})
  const [first, , second] = keysOf(sent)
  expect(second).toBe(first)
})

test.each<[string, () => Answer]>([
  [
    'is lost',
    () => {
      throw new TypeError('Failed to fetch')
    },
  ],
  ['comes from a gateway', () => ({ status: 502 })],
  [
    'says that the first attempt is still running',
    () => ({ ...problem(409, 'in_progress', ''), headers: { 'retry-after': '1' } }),
  ],
])('a write whose response %s is repeated with the same idempotency key', async (_what, lost) => {
  let calls = 0
  const sent = answering({ 'POST /x': () => (calls++ < 2 ? lost() : { status: 201 }) })
  await expect(api.post('/x', { a: 1 })).rejects.toThrow()
  await expect(api.post('/x', { a: 1 })).rejects.toThrow()
  await api.post('/x', { a: 1 })
  await api.post('/x', { a: 1 })
  const [first, second, third, fourth] = keysOf(sent)
  expect([second, third]).toEqual([first, first])
  expect(fourth).not.toBe(first)
})

test('a write that is repeated after a different write has a new idempotency key', async () => {
  let lost = true
  const sent = answering({
    'POST /like': () => {
      if (lost) throw new TypeError('Failed to fetch')
      return { status: 204 }
    },
    'DELETE /like': { status: 204 },
  })
  await expect(api.post('/like')).rejects.toThrow()
  lost = false
  await api.delete('/like')
  await api.post('/like')
  const [first, , third] = keysOf(sent)
  expect(third).not.toBe(first)
})

test.each([
  ['7', 7_000],
  ['Sun, 18 Oct 2026 00:00:09 GMT', 9_000],
  ['0', undefined],
  ['soon', undefined],
  [undefined, undefined],
])('the retry delay is read from the Retry-After header: %s', async (header, expected) => {
  const headers = { date: 'Sun, 18 Oct 2026 00:00:00 GMT', ...(header !== undefined && { 'retry-after': header }) }
  vi.useFakeTimers()
  vi.stubGlobal('fetch', async () => new Response('', { status: 429, headers }))
  await expect(api.get('/x')).rejects.toMatchObject({ status: 429, retryAfterMs: expected })
  vi.useRealTimers()
})
