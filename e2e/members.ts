import { randomInt, randomUUID } from 'node:crypto'
import type { ReportDraft } from '#contract/reports.ts'
import type { Tokens } from '#contract/sessions.ts'
import type { Registration, User } from '#contract/users.ts'

export type Member = Awaited<ReturnType<typeof signUp>>

const sharedServer = () => process.env['ASAKAI_URL']!

/**
 * Creates a member through the API and signs them in.
 * @param server the URL; default: the server that all tests share, where this creates a new team
 * @param keepsFirstSteps leaves the first steps of a new team on
 */
export async function signUp(
  names: Partial<Registration> = {},
  server = sharedServer(),
  { keepsFirstSteps = false } = {},
) {
  const registration: Registration = {
    family_name: '佐伯',
    first_name: '美咲',
    preferred_name: '',
    email: `member-${randomUUID()}@example.com`,
    password: 'asanoasanoasa',
    ...names,
  }
  // Each member has an IP address of its own. Otherwise rate limits would count all tests as one caller.
  const address = `10.${[0, 0, 0].map(() => randomInt(256)).join('.')}`
  let bearer: Record<string, string> = {}
  /**
   * Returns the parsed response.
   * @throws Error on any status from 400 on
   */
  const call = async (method: string, path: string, body?: unknown): Promise<unknown> => {
    const answer = await fetch(`${server}/api${path}`, {
      method,
      headers: {
        'x-forwarded-for': address,
        ...bearer,
        ...(body === undefined ? {} : { 'content-type': 'application/json' }),
      },
      ...(body === undefined ? {} : { body: JSON.stringify(body) }),
    })
    const text = await answer.text()
    if (!answer.ok) throw new Error(`${method} ${path} answered ${answer.status}: ${text}`)
    return text ? JSON.parse(text) : undefined
  }
  const { is_admin } = (await call('POST', '/onboarding', registration)) as User
  const { email, password, family_name, first_name, preferred_name } = registration
  const logIn = async () => {
    bearer = {}
    const given = (await call('POST', '/auth/login', { username: email, password })) as Tokens
    bearer = { authorization: `Bearer ${given.access_token}` }
    return given
  }
  const tokens = await logIn()
  if (is_admin && !keepsFirstSteps) await call('PATCH', '/teams/me', { first_steps: [] })
  return {
    email,
    password,
    name: preferred_name || `${family_name} ${first_name}`,
    tokens,
    call,
    /** Starts a new session for `call`, after the first one has ended. */
    logIn,
    report: (draft: Partial<ReportDraft> = {}) =>
      call('POST', '/daily-reports', {
        report_date: dateOf(),
        yesterday_work: '設計の見直し',
        today_plan: '予約画面の実装',
        issues: '',
        ...draft,
      }),
  }
}

type Person = {
  write: (words: Record<string, string>) => Promise<unknown>
  tick: (label: string) => Promise<unknown>
  press: (role: 'button', name: string) => Promise<unknown>
  meets: (role: 'heading', name: string) => Promise<unknown>
}

/** Signs up in the form of an open sign-up page, and waits for the new team. */
export async function signUpByForm({ write, tick, press, meets }: Person) {
  await write({
    姓: '佐伯',
    名: '美咲',
    メールアドレス: `member-${randomUUID()}@example.com`,
    パスワード: 'asanoasanoasa',
  })
  await tick('利用規約')
  await press('button', 'アカウントを作成')
  await meets('heading', 'チーム名と時刻を設定する')
}

type Page = {
  url: () => string
  goto: (url: string) => Promise<unknown>
  evaluate: (keep: (tokens: Tokens) => void, tokens: Tokens) => Promise<unknown>
}

/**
 * Signs the browser in for all its pages. The given page stays empty.
 * @param server the URL; default: the server that all tests share
 */
export async function signIn(page: Page, { tokens }: Member, server = '') {
  const nothing = `${server}/theme.js` // has our origin, and runs no scripts
  if (page.url() !== nothing) await page.goto(nothing) // a shared page is already there
  await page.evaluate(({ access_token, refresh_token }) => {
    localStorage.setItem('daily_standup_token', access_token)
    localStorage.setItem('refresh_token', refresh_token)
  }, tokens)
}

/**
 * Returns a date as YYYY-MM-DD in the time zone of the tests' browser.
 * @param days offset from today
 */
export function dateOf(days = 0): string {
  return new Date(Date.now() + days * 86_400_000).toLocaleDateString('sv-SE', { timeZone: 'Asia/Tokyo' })
}
