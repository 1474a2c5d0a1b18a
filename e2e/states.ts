import type { Locator, Page } from '@playwright/test'
import { emptyReport } from '#contract/report-fields.ts'
import type { Report } from '#contract/reports.ts'
import { member, signedIn } from '#contract/testing/members.ts'
import { expectAccessible } from './axe.ts'
import { test } from './still-clock.ts'
import { expect } from './test.ts'

/** The response to a call. `never` leaves the request pending. Without `status` the response is 200. */
export type Answer = 'never' | { status?: number; json?: unknown }
export type State = {
  /** Overrides the usual responses, by `METHOD /path` without `/api` and query. */
  answers?: Record<string, Answer>
  /** Set if the state exists at one width only. It is shown in both themes. */
  width?: 1_440 | 390
  /** Steps after the page has loaded, at 1440 unless `width` says otherwise. */
  open?: (page: Page) => Promise<unknown>
  /** Identifies this state. For `filled`: words from the responses, which are the same in every language. */
  shows: (page: Page) => Locator
}

/** The date of the design's pictures, in the browser and in the responses. */
export const today = '2026-10-23'

export const colleague = (number: number, family_name: string, first_name: string) =>
  signedIn(
    member(`01998d5c-0000-7000-8000-${String(number).padStart(12, '0')}`, family_name, first_name, {
      email: `member-${number}@hinode.example`,
      last_active: '2026-10-23T09:00:00+09:00',
    }),
  )
export const me = colleague(1, '佐伯', '美咲')

export const report = (number: number, author: typeof me, words: Partial<Report>): Report => ({
  id: `01998d5c-0000-7000-8001-${String(number).padStart(12, '0')}`,
  user_id: author.id,
  user_name: `${author.family_name} ${author.first_name}`,
  report_date: today,
  ...emptyReport,
  yesterday_work: '空き枠検索のN+1を解消\nキャッシュ方針のたたき台を作成',
  today_plan: 'キャッシュ方針をADRにまとめる\nPR #482 のレビュー',
  status: 'submitted',
  report_time: 'morning',
  added_later: false,
  is_imported: false,
  created_at: `${today}T08:47:00+09:00`,
  updated_at: `${today}T08:47:00+09:00`,
  ...words,
})

const usual: Record<string, Answer> = {
  'GET /deployment': { json: { sign_up: 'join', sign_up_form: 'at-once', mail: true, providers: [] } },
  'GET /users/me': { json: me },
  'GET /users': { json: [me, colleague(2, '早川', '蓮'), colleague(3, 'Tamm', 'Emilia')] },
  'GET /daily-reports': { json: { reports: [], total: 0 } },
  'GET /daily-reports/days': { json: { days: ['2026-10-22', today] } },
  'GET /daily-reports/my/latest': { status: 204 },
  'GET /blockers': { json: { blockers: [] } },
  'GET /holidays': { json: { holidays: [] } },
  'GET /absences': { json: { absences: [] } },
  'GET /mentions': { json: { mentions: [], unread: 0 } },
  'GET /notifications/deliveries': { json: [] },
  'GET /import': { json: [] },
  'GET /webhooks': { json: { webhooks: [] } },
  'GET /events': 'never',
}

/** The response of a failing server. Screens show a sentence of their own instead of this message. */
export const failing: Answer = { status: 500, json: { code: 'internal', message: 'サーバーで問題が起きました。' } }

/** Finds the loading sign on the screen, or in the card with that heading. */
export const loadingBelow = (page: Page, heading: string) =>
  page
    .locator('main :is(div, section)')
    .filter({ has: page.getByRole('heading', { name: heading, exact: true }) })
    .getByRole('status')
    .filter({ hasText: /^読み込んでいます$/u })

/**
 * Returns two states of a part with a heading: loading, and failed with an error text.
 * @param calls the requests that stay pending, or fail
 * @param around the responses to other requests
 */
export function unread(
  calls: readonly string[],
  { heading, failed, around = {} }: { heading: string; failed: string; around?: Record<string, Answer> },
): { loading: State; error: State } {
  const answering = (answer: Answer) => ({ ...around, ...Object.fromEntries(calls.map((call) => [call, answer])) })
  return {
    loading: { answers: answering('never'), shows: (page) => loadingBelow(page, heading) },
    error: { answers: answering(failing), shows: (page) => page.getByText(failed) },
  }
}

const variants = [1_440, 390].flatMap((width) => (['light', 'dark'] as const).map((scheme) => ({ width, scheme })))
/** Each size and each theme once. */
const corners = [variants[0]!, variants[3]!]
const variantsOf = (name: string, { width: only }: State) => {
  if (only) return variants.filter(({ width }) => width === only)
  return name === 'filled' ? variants : corners
}

/**
 * Shows a screen in each of its states. `filled` is shown at both sizes in both themes, a state with a `width` at this
 * width in both themes, and all others at 1440 in light and at 390 in dark. `filled` is also shown at 320 in German and
 * Estonian, which have the longest words.
 * Fails if axe finds a fault or something is cut off. All rules of axe run in the light theme. In the dark theme, only
 * the contrast is checked.
 * @param screen the words for the screen in the names of the tests
 * @param path the path of the screen
 */
export function testStates(screen: string, path: string, states: Record<string, State>, signedIn = true) {
  test.describe(`${screen}: every state`, () => {
    test.use({ contextOptions: { reducedMotion: 'reduce' } })
    for (const [name, state] of Object.entries(states))
      test(`the screen "${screen}" is accessible and not cut off in the state "${name}"`, async ({ page }) => {
        if (state.width) await page.setViewportSize({ width: state.width, height: 900 })
        await openState(page, path, state, signedIn)
        for (const { width, scheme } of variantsOf(name, state))
          await test.step(`${width}, ${scheme}`, async () => {
            await page.setViewportSize({ width, height: 900 })
            await page.emulateMedia({ colorScheme: scheme })
            await state.shows(page).first().waitFor()
            await expectNothingCutOff(page)
            await expectAccessible(page, scheme === 'light' ? 'everything' : 'contrast')
          })
      })
    const { filled } = states
    if (filled)
      test(`the screen "${screen}" is not cut off at a width of 320 in German and Estonian`, async ({ page }) => {
        await standIn(page, filled.answers, signedIn)
        for (const language of ['de', 'et'])
          await test.step(language, async () => {
            await page.evaluate((chosen) => localStorage.setItem('app_language', chosen), language)
            await page.setViewportSize({ width: 320, height: 800 })
            await page.goto(path)
            await expect(page.locator('html')).toHaveAttribute('lang', language)
            await expect(filled.shows(page).first()).toBeVisible()
            await expectNothingCutOff(page)
            await expectAccessible(page, 'names')
            await page.setViewportSize({ width: 1_440, height: 900 })
            await expect(filled.shows(page).first()).toBeVisible()
            await expectAccessible(page, 'names')
          })
      })
  })
}

/**
 * Fakes the server until the test ends. The signed-in member is `me`. A pending request stays pending, however slow the
 * machine is.
 * The responses are made inside the page. If Playwright answered the requests, Chromium would disable its cache, and
 * each request would cost as much as rendering the response.
 */
export async function standIn(page: Page, answers: Record<string, Answer> = {}, signedIn = true) {
  await page.addInitScript(answerInPage, { ...usual, ...answers })
  if (signedIn) await page.evaluate(rememberToken, farFuture())
}

/** Runs in the page. */
const rememberToken = (token: string) => localStorage.setItem('daily_standup_token', token)

/** Runs in the page before its own scripts. */
function answerInPage(answers: Record<string, Answer>) {
  AbortSignal.timeout = () => new AbortController().signal
  const { fetch } = window
  window.fetch = (address, options = {}) => {
    const { method = 'GET', signal } = options
    const path = new URL(address as string, location.href).pathname.replace(/^\/api|\/$/gu, '')
    // The HTML preloads this request. If nothing used it, Chromium would log a warning after some seconds.
    if (path === '/deployment') fetch(address, options).catch(() => {})
    const answer = answers[`${method} ${path}`] ?? { status: 404, json: { code: 'not_found' } }
    if (answer === 'never')
      return new Promise((_, reject) => signal?.addEventListener('abort', () => reject(signal.reason as Error)))
    const { status = 200, json } = answer
    const type = status < 400 ? 'application/json' : 'application/problem+json'
    const body = json === undefined ? null : JSON.stringify(json)
    return Promise.resolve(new Response(body, { status, headers: { 'content-type': type } }))
  }
}

export async function openState(page: Page, path: string, { answers, open }: Omit<State, 'shows'>, signedIn = true) {
  await standIn(page, answers, signedIn)
  await page.goto(path)
  await open?.(page)
}

/** Polls, because the page renders again after a change of the window's size. */
const expectNothingCutOff = (page: Page) =>
  expect
    .poll(() => page.evaluate(() => document.documentElement.scrollWidth - document.documentElement.clientWidth), {
      message: 'the page scrolls sideways',
    })
    .toBeLessThanOrEqual(0)

/** Returns a token that the client takes for fresh. The signature is not checked here. */
function farFuture(): string {
  const part = (value: object) => Buffer.from(JSON.stringify(value)).toString('base64url')
  return `${part({ alg: 'none' })}.${part({ exp: 4_102_444_800 })}.x`
}
