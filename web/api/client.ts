import { basePath } from '../platform/base-path.ts'
import { browserZone } from '../dates/browser-zone.ts'
import { languageToAccept } from '../dates/date-habits.ts'
import { clientHeader } from '#contract/event-names.ts'
import { errorOfResponse, isJson, readResponse, tokensIn } from './responses.ts'
import { compareClocks, serverNow } from './clock.ts'
import {
  accessToken,
  clearTokens,
  isOfOtherMember,
  isExpired,
  refreshToken,
  type SessionEnd,
  storeTokens,
  notifyTabsOfEnd,
} from './tokens.ts'
import { ApiError, AuthenticationFailed } from './errors.ts'
import { noteLastEvent, ownClient, ownWrite } from './own-changes.ts'
import { actingMember, awaitedLogin, notifySessionEnded } from './session.ts'
import { sendWithKey } from './write-keys.ts'

type Query = Record<string, string | number>
type Call = {
  method: 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE'
  path: string
  query?: Query | undefined
  body?: unknown
  signal?: AbortSignal | undefined
  /** The idempotency key of a write. The server performs the write once, even if it receives the request again. */
  key?: string | undefined
  /** Whether the response is a stream. A stream has no time limit and stays open until the reader aborts. */
  open?: boolean
}

/** The calls of docs/specification/7-calls.md. `anonymous` calls carry no token and are never retried. */
export const api = {
  get: <T>(path: string, query?: Query, signal?: AbortSignal) => authorised<T>({ method: 'GET', path, query, signal }),
  /** @param key the idempotency key of a write that outlives this page; other writes get a new one */
  post: <T>(path: string, body?: unknown, key?: string) => authorised<T>({ method: 'POST', path, body, key }),
  /**
   * Like `post`, but returns the body of a 201, such as the link of an invitation. `post` ignores the body of a 201.
   */
  create: <T>(path: string, body: unknown) => created<T>({ method: 'POST', path, body }),
  /**
   * Like `post`, for work that the server may still be doing when it responds (202). Also returns whether the work is
   * done.
   */
  begin: <T>(path: string, body: unknown) => begun<T>({ method: 'POST', path, body }),
  put: <T>(path: string, body?: unknown, key?: string) => authorised<T>({ method: 'PUT', path, body, key }),
  patch: <T>(path: string, body?: unknown) => authorised<T>({ method: 'PATCH', path, body }),
  delete: <T>(path: string, body?: unknown) => authorised<T>({ method: 'DELETE', path, body }),
  send: <T>(method: 'POST' | 'PUT' | 'PATCH', path: string, body: unknown) => authorised<T>({ method, path, body }),
  open: (path: string, signal: AbortSignal) => opened({ method: 'GET', path, signal, open: true }),
  anonymous: {
    get: <T>(path: string) => anonymous<T>({ method: 'GET', path }),
    post: <T>(path: string, body?: unknown) => anonymous<T>({ method: 'POST', path, body }),
    /** Like `post`, but returns the body of a 201, which says whether the new account can be used at once. */
    create: <T>(path: string, body: unknown) => createdAnonymously<T>({ method: 'POST', path, body }),
    put: <T>(path: string, body?: unknown) => anonymous<T>({ method: 'PUT', path, body }),
  },
}

/** Returns whether another tab has stored the token of another member. */
function isReplaced(token: string | null) {
  const member = actingMember()
  return token !== null && member !== undefined && isOfOtherMember(token, member)
}

/** @throws AuthenticationFailed */
function ownToken(): string | null {
  const token = accessToken()
  if (isReplaced(token)) throw new AuthenticationFailed()
  return token
}

async function anonymous<T>(call: Call): Promise<T> {
  return readResponse<T>(await send(call))
}

/**
 * After a 401, refreshes the token once and retries once. If the server rejects the refresh, or the retry with a 401,
 * the session ends (S8.02, S8.03).
 */
async function authorised<T>(call: Call): Promise<T> {
  return readResponse<T>(await answered(call))
}

type Begun<T> = { answer: T; isDone: boolean }

async function begun<T>(call: Call): Promise<Begun<T>> {
  const response = await answered(call)
  return { answer: await readResponse<T>(response), isDone: response.status !== 202 }
}

const created = async <T>(call: Call): Promise<T> => record(await answered(call))
const createdAnonymously = async <T>(call: Call): Promise<T> => record(await send(call))

async function record<T>(response: Response): Promise<T> {
  if (response.status !== 201 || !isJson(response)) return readResponse<T>(response)
  return JSON.parse((await response.text()) || '{}') as T
}

async function opened(call: Call): Promise<ReadableStream<Uint8Array>> {
  const response = await answered(call)
  if (!response.ok || !response.body) throw await errorOfResponse(response)
  return response.body
}

async function answered(call: Call): Promise<Response> {
  if (call.method !== 'GET') return sendWithKey(call, call.key, (key) => ownWrite(() => renewing({ ...call, key })))
  const response = await renewing(call)
  if (!call.open) noteLastEvent(response.headers)
  return response
}

/** Waits while the page asks the member to sign in again, and then sends the request with the new session (E5.04). */
async function renewing(call: Call): Promise<Response> {
  for (;;) {
    const login = awaitedLogin()
    if (login) await login // without a pending sign-in, the request must be sent at once
    try {
      return await renewingOnce(call)
    } catch (error) {
      if (!(error instanceof AuthenticationFailed) || !awaitedLogin()) throw error
    }
  }
}

async function renewingOnce(call: Call): Promise<Response> {
  const stored = ownToken()
  if (stored && refreshToken() && isExpired(stored, serverNow())) await refreshOrEnd()
  const response = await send(call, ownToken())
  if (response.status !== 401) return response
  await refreshOrEnd()
  const retried = await send(call, ownToken())
  if (retried.status === 401) throw endSession()
  return retried
}

let refreshing: Promise<void> | undefined

/** Shares one refresh among concurrent requests (S4.08). */
function refreshOrEnd(): Promise<void> {
  refreshing ??= refresh().finally(() => {
    refreshing = undefined
  })
  return refreshing
}

async function refresh() {
  const token = refreshToken()
  if (!token) throw endSession()
  const response = await send({ method: 'POST', path: '/auth/refresh', body: { refresh_token: token } })
  const tokens = await tokensIn(response)
  // The member has signed out during the refresh. Storing the tokens would sign the member in again.
  if (refreshToken() === null) throw new AuthenticationFailed()
  // Another tab may have refreshed the token or signed in again.
  if (refreshToken() !== token) return
  if (tokens instanceof ApiError)
    throw endSession(tokens.code === 'sign_in_expired' ? tokens.serverMessage : ends[tokens.code ?? ''])
  storeTokens(tokens)
}

const ends: Partial<Record<string, SessionEnd>> = { member_deactivated: 'deactivated', session_revoked: 'revoked' }

/** @param end why the session ended, or the server's sentence about the reason */
function endSession(end = 'ended') {
  // Requests that were pending at a logout find no token. They must not end a later session or another member's
  // session.
  const stored = accessToken()
  if (isReplaced(stored)) return new AuthenticationFailed()
  const signedIn = stored !== null
  if (signedIn) notifyTabsOfEnd(end)
  clearTokens()
  if (signedIn) notifySessionEnded()
  return new AuthenticationFailed()
}

async function send({ method, path, query, body, key, signal, open }: Call, token?: string | null): Promise<Response> {
  const parameters = query
    ? `?${new URLSearchParams(Object.entries(query).map(([key, value]) => [key, String(value)]))}`
    : ''
  const isFile = body instanceof Blob
  const limit = AbortSignal.timeout(10_000) // milliseconds
  const response = await fetch(`${basePath}/api${path}${parameters}`, {
    method,
    headers: {
      accept: 'application/json',
      'accept-language': languageToAccept(document.documentElement.lang),
      'x-time-zone': browserZone, // for the times in the server's messages
      ...(body === undefined ? {} : { 'content-type': isFile ? body.type : 'application/json' }),
      ...(key === undefined ? {} : { 'idempotency-key': key }),
      ...(method !== 'GET' || open ? { [clientHeader]: ownClient } : {}),
      ...(token ? { authorization: `Bearer ${token}` } : {}),
    },
    signal: signal ? (open ? signal : AbortSignal.any([signal, limit])) : limit,
    ...(body === undefined ? {} : { body: isFile ? body : JSON.stringify(body) }),
  })
  compareClocks(response.headers.get('date'))
  return response
}
