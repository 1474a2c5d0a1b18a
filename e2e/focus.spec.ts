import type { Locator, Page } from '@playwright/test'
import { type Answer, colleague, me, openState, report, today } from './states.ts'
import { test } from './still-clock.ts'
import { expect } from './test.ts'

const many = Array.from({ length: 60 }, (_, index) => colleague(index + 2, '青木', `大輔${index + 1}`))
const everybody = { 'GET /users': { json: [me, ...many] } }
const byRole = (page: Page, role: 'button' | 'link' | 'menuitem', name: string | RegExp) =>
  page.getByRole(role, { name }).first()

type Press = {
  path: string
  answers?: Record<string, Answer>
  /** Steps before the tested press. */
  first?: (page: Page) => Promise<unknown>
  press: (page: Page) => Locator
  after: (page: Page) => Locator
}

const filterMember = async (page: Page) => {
  await byRole(page, 'button', 'メンバー').press('Enter')
  await expect(page.getByRole('combobox')).toBeFocused()
  await page.keyboard.type('大輔7')
  await expect(page.getByRole('option')).toHaveText([/大輔7/u])
}
const chooseDates = (item: string) => async (page: Page) => {
  await byRole(page, 'button', '期間').press('Enter')
  await byRole(page, 'menuitem', item).waitFor()
}
const comment = (index: number) => ({
  id: `01998d5c-0000-7000-8009-${String(index).padStart(12, '0')}`,
  user_id: many[0]!.id,
  user_name: '青木 大輔1',
  body: `コメント ${index + 1}`,
  created_at: `${today}T09:00:00+09:00`,
  edited: false,
  mentions: [],
})
const dayReport = { ...report(1, many[0]!, {}), version: 1, comments: 14, reactions: [], readers: 0 }

/** Presses that remove or hide the pressed control. */
const presses: Record<string, Press> = {
  'all names of the roll call': {
    path: '/',
    answers: { ...everybody, 'GET /daily-reports': { json: { reports: [dayReport], total: 1 } } },
    press: (page) => byRole(page, 'button', '全員を表示'),
    after: (page) => page.locator('p', { hasText: '大輔60' }),
  },
  'the newly shown part of a list of the dashboard': {
    path: '/dashboard',
    answers: {
      ...everybody,
      'GET /dashboard': {
        json: {
          today: {
            date: today,
            working_day: true,
            reported: [],
            missing: many.map(({ id }, index) => ({ user_id: id, user_name: `不在 ${index}`, last_report_date: null })),
          },
          blockers: [],
          recent: [],
          backlog: Array.from({ length: 30 }, (_, index) => ({
            id: index,
            backlog: `課題 ${index}`,
            source: 'github',
            source_type: 'issue',
            user_id: me.id,
            reference: `#${index}`,
            url: `https://github.example/issues/${index}`,
            priority: 'medium',
            updated_at: `${today}T08:00:00+09:00`,
          })),
        },
      },
    },
    press: (page) => byRole(page, 'button', /^残り\d+件を表示$/u),
    after: (page) => page.locator('li :focus, li:focus'),
  },
  'the earlier comments of a thread': {
    path: '/',
    answers: {
      ...everybody,
      'GET /daily-reports': { json: { reports: [dayReport], total: 1 } },
      [`GET /daily-reports/${dayReport.id}/comments`]: {
        json: { comments: Array.from({ length: 14 }, (_, index) => comment(index)) },
      },
    },
    first: (page) => byRole(page, 'button', /コメント/u).press('Enter'),
    press: (page) => byRole(page, 'button', /^前の4件を表示$/u),
    after: (page) => page.getByRole('listitem').filter({ hasText: /コメント 1$/u }),
  },
  'the members without a day off in the calendar': {
    path: '/team?tab=calendar',
    answers: { ...everybody, 'GET /calendar': { json: { address: 'https://asakai.example/api/calendar/x.ics' } } },
    press: (page) => byRole(page, 'button', /に休みのない/u),
    after: (page) => page.locator('[role=gridcell]:focus'),
  },
  'a chosen member of the search': {
    path: '/search',
    answers: everybody,
    first: filterMember,
    press: (page) => page.getByRole('combobox'),
    after: (page) => byRole(page, 'button', /大輔7.*この条件を外す/u),
  },
  'the button to choose a member for the search': {
    path: `/search?member=${many[0]!.id}`,
    answers: everybody,
    press: (page) => byRole(page, 'button', /この条件を外す/u),
    after: (page) => byRole(page, 'button', 'メンバー'),
  },
  'a chosen period of the search': {
    path: '/search',
    first: chooseDates('今月'),
    press: (page) => byRole(page, 'menuitem', '今月'),
    after: (page) => byRole(page, 'button', /この条件を外す/u),
  },
  'the button to choose a period for the search': {
    path: '/search?from=2026-10-01&until=2026-10-31',
    press: (page) => byRole(page, 'button', /この条件を外す/u),
    after: (page) => byRole(page, 'button', '期間'),
  },
  'the fields for other days of the search': {
    path: '/search',
    first: chooseDates('期間を選ぶ'),
    press: (page) => byRole(page, 'menuitem', '期間を選ぶ'),
    after: (page) => page.getByLabel('開始日'),
  },
  'the emptied search field': {
    path: '/search?q=空き枠',
    answers: { 'GET /search': { json: { results: [], next: null } } },
    press: (page) => byRole(page, 'button', 'キーワードを消去'),
    after: (page) => page.getByRole('searchbox'),
  },
  'the field of a search without conditions': {
    path: '/search?q=空き枠&kind=report',
    answers: { 'GET /search': { json: { results: [], next: null } } },
    press: (page) => byRole(page, 'button', /^条件を外す$/u),
    after: (page) => page.getByRole('searchbox'),
  },
  'the content if the whole day was replaced': {
    path: '/?date=2026-10-22',
    press: (page) => byRole(page, 'button', '前の日を見る'),
    after: (page) => page.getByRole('main'),
  },
  'the first steps after they fold': {
    path: '/',
    answers: { 'GET /teams/me': { json: { first_steps: ['invite', 'report'] } } },
    press: (page) => byRole(page, 'button', 'あとで'),
    after: (page) => byRole(page, 'button', /はじめの設定/u),
  },
  'the first steps after they unfold': {
    path: '/',
    first: (page) => byRole(page, 'button', 'あとで').press('Enter'),
    press: (page) => byRole(page, 'button', /はじめの設定/u),
    after: (page) => byRole(page, 'button', 'あとで'),
  },
}

const administrator = {
  ...me,
  is_admin: true,
  team: { ...me.team, first_steps: ['invite', 'report'] },
}
for (const [name, { path, answers = {}, first, press, after }] of Object.entries(presses))
  test(`a press that changes the page moves the focus to ${name}`, async ({ page }) => {
    const steps: Record<string, Answer> = name.startsWith('the first steps')
      ? { 'GET /users/me': { json: administrator } }
      : {}
    await openState(page, path, { answers: { ...answers, ...steps } })
    await first?.(page)
    await press(page).press('Enter')
    await expect(after(page)).toBeFocused()
    await expect(after(page)).toBeInViewport()
  })

test('the arrow keys scroll the chosen member of a list into view', async ({ page }) => {
  await openState(page, '/search', { answers: everybody })
  await byRole(page, 'button', 'メンバー').press('Enter')
  for (let press = 0; press < 12; press++) await page.keyboard.press('ArrowDown')
  await expect(page.getByRole('option', { selected: true })).toBeInViewport({ ratio: 1 })
  await page.keyboard.press('ArrowUp')
  const chosen = await page.getByRole('option', { selected: true }).textContent()
  await page.keyboard.press('Enter')
  await expect(byRole(page, 'button', /この条件を外す/u)).toContainText(chosen!)
})

for (const width of [1_440, 1_000, 390])
  test(`Esc closes the report panel after a press on its heading, at a width of ${width}`, async ({ page }) => {
    await page.setViewportSize({ width, height: 900 })
    await openState(page, '/', {})
    await byRole(page, 'button', '日報を書く').click()
    const panel = page.getByRole('dialog', { name: '日報を書く' })
    await expect(panel.getByLabel('昨日やったこと')).toBeFocused()
    await panel.getByRole('heading', { name: '日報を書く' }).click()
    await expect(panel).toBeFocused()
    await page.keyboard.press('Escape')
    await expect(panel).toBeHidden()
    await expect(page.getByRole('button', { name: '日報を書く' }).last()).toBeFocused()
  })

test('the report panel keeps the focus and the typed text while the window’s width changes', async ({ page }) => {
  await openState(page, '/', {})
  await byRole(page, 'button', '日報を書く').click()
  const panel = page.getByRole('dialog', { name: '日報を書く' })
  await panel.getByLabel('今日やること').fill('予約画面の実装')
  for (const [width, isModal] of [
    [1_000, true],
    [390, true],
    [1_440, false],
  ] as const) {
    await page.setViewportSize({ width, height: 900 })
    await expect.poll(() => panel.evaluate((dialog) => dialog.matches(':modal'))).toBe(isModal)
    await expect(panel.getByLabel('今日やること')).toBeFocused()
    await expect(panel.getByLabel('今日やること')).toHaveValue('予約画面の実装')
  }
})

test('the meeting view ends the full-screen mode when it is closed', async ({ page }) => {
  await openState(page, '/', { answers: { 'GET /daily-reports': { json: { reports: [dayReport], total: 1 } } } })
  await page.getByRole('row', { name: /大輔1/u }).first().waitFor()
  await page.keyboard.press('p')
  await page.getByRole('dialog', { name: '朝会モード' }).waitFor()
  await page.keyboard.press('f')
  const isFull = () => page.evaluate(() => document.fullscreenElement !== null)
  await expect.poll(isFull).toBe(true)
  await page.keyboard.press('Escape')
  await page.getByRole('dialog', { name: '朝会モード' }).waitFor({ state: 'hidden' })
  await expect.poll(isFull).toBe(false)
})
