import userEvent from '@testing-library/user-event'
import { Fragment } from 'react'
import { beforeEach, vi } from 'vitest'
import type { ErrorCode } from '#contract/errors.ts'
import type { Language } from '#contract/languages.ts'
import { member, signedIn } from '#contract/testing/members.ts'
import { deployment } from '#contract/testing/deployment.ts'
import { App } from '../app/app.tsx'
import { showLanguage } from '../platform/catalogue.ts'
import { Languages } from '../app/languages.tsx'
import { show } from './show.tsx'

export type Answer = { status: number; body?: unknown; headers?: Record<string, string> }
type Sent = { call: string; query: URLSearchParams; body: unknown; headers: Record<string, string> }
export type Answers = Record<string, Answer | ((sent: Sent) => Answer | Promise<Answer>)>

/**
 * Returns a token with claims that the client can read.
 * @param seconds the time until it expires
 * @param sub the member's id
 */
export const tokenFor = (seconds: number, name = 'token', sub?: string) =>
  `${name}.${btoa(JSON.stringify({ exp: Date.now() / 1_000 + seconds, sub }))}.signature`

export const problem = (
  status: number,
  code: ErrorCode,
  message: string,
  errors: { field: string; message: string }[] = [],
): Answer => ({
  status,
  body: {
    type: 'about:blank',
    title: code,
    status,
    detail: message,
    code,
    message,
    errors,
    ...(status >= 500 && { request_id: '3f9a0c7be412' }),
  },
})

export const me = signedIn(member('misaki', '佐伯', '美咲'))

/** The responses of a server with an empty team. */
const usual: Answers = {
  'GET /deployment': { status: 200, body: deployment() },
  'GET /users/me': { status: 200, body: me },
  'GET /users/': { status: 200, body: [me] },
  'GET /daily-reports': { status: 200, body: { reports: [], total: 0 } },
  'GET /blockers': { status: 200, body: { blockers: [] } },
  'GET /holidays': { status: 200, body: { holidays: [] } },
  'GET /absences': { status: 200, body: { absences: [] } },
  'GET /daily-reports/days': { status: 200, body: { days: [] } },
  'GET /daily-reports/my/latest': { status: 204 },
  // The event stream never responds. An error would refetch everything, at a time that a test cannot predict.
  'GET /events': () => new Promise(() => {}),
  'GET /mentions': { status: 200, body: { mentions: [], unread: 0 } },
  'GET /connections': { status: 200, body: { connections: [], destinations: [] } },
  'GET /grants': { status: 200, body: { grants: [] } },
  'GET /passkeys': { status: 200, body: { passkeys: [], only_way_in: false } },
  'GET /notifications/deliveries': { status: 200, body: [] },
  'GET /import': { status: 200, body: [] },
  'GET /webhooks': { status: 200, body: { webhooks: [] } },
  'POST /auth/logout': { status: 204 },
}

/**
 * Replaces `fetch` by a fake server.
 * @param answers the responses by `METHOD /path`; they override the usual ones
 */
export function answering(answers: Answers = {}) {
  const sent: Sent[] = []
  vi.stubGlobal('fetch', async (address: string, { method, body, headers, signal }: RequestInit) => {
    const { pathname, searchParams } = new URL(address, 'http://localhost')
    const isJson = (headers as Record<string, string>)['content-type'] === 'application/json'
    const call = {
      call: `${method} ${pathname.replace(/^\/api/u, '')}`,
      query: searchParams,
      body: isJson && body !== undefined ? (JSON.parse(body as string) as unknown) : body,
      headers: headers as Record<string, string>,
    }
    sent.push(call)
    const given = answers[call.call] ?? usual[call.call] ?? { status: 404 }
    const answered = typeof given === 'function' ? await given(call) : given
    signal?.throwIfAborted()
    return new Response(answered.body === undefined ? null : JSON.stringify(answered.body), {
      status: answered.status,
      headers: {
        'content-type': answered.status < 400 ? 'application/json' : 'application/problem+json',
        ...answered.headers,
      },
    })
  })
  return sent
}

/** Renders the whole application at a path, with a fake server. Pass `StrictMode` to run every effect twice. */
export async function openApp(path: string, answers: Answers = {}, language: Language = 'ja', Mode = Fragment) {
  const sent = answering(answers)
  window.history.replaceState(null, '', path)
  await showLanguage(language)
  show(
    <Mode>
      <Languages timeZone="Asia/Tokyo">
        <App />
      </Languages>
    </Mode>,
  )
  return { sent, user: userEvent.setup({ delay: null }) }
}

/** Before each test, signs a member in and sets the date of the pictures in the design. */
export const eachOnTheDay = () =>
  beforeEach(() => {
    vi.useFakeTimers({ toFake: ['Date'], now: new Date('2026-10-23T09:41:00+09:00') })
    localStorage.setItem('daily_standup_token', tokenFor(3_600))
  })
