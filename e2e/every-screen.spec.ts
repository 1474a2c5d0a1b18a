import type { Page } from '@playwright/test'
import { languages } from '#contract/languages.ts'
import { dateOf, type Member } from './members.ts'
import { navigateWithoutReload } from './navigate-without-reload.ts'
import { screensOfAdministrators, screensOfMembers } from './screens.ts'
import { expect, ownContext, test } from './test.ts'

/**
 * Every screen and tab of an administrator. The server's tab is left out, because only the server's first team has it.
 */
const screens = [...screensOfMembers, ...screensOfAdministrators]

/** Opens a screen of members. Navigates without a reload if the application is open already. */
async function open(page: Page, path: string) {
  await (page.url().endsWith('/theme.js') ? page.goto(path) : navigateWithoutReload(page, path))
  await expect(page.locator('h1').first()).toBeVisible()
  await expect(page.locator('[aria-busy=true]')).toHaveCount(0)
}

async function fill(member: Member) {
  await member.report({ issues: '環境待ち' })
  await member.report({ report_date: dateOf(-1) })
  for (const type of ['keep', 'problem', 'try']) await member.call('POST', '/insights/', { type, note: `${type}の話` })
  await member.call('PATCH', '/teams/me', { month_approval: true })
}

/**
 * Returns the widths in each row for each group of segments that has several rows, of which one has unequal widths or
 * does not fill the group.
 */
const unevenSegments = (page: Page) =>
  page.locator('.segments').evaluateAll((groups) =>
    groups.flatMap((group) => {
      const rows = Map.groupBy([...group.children], (part) => Math.round(part.getBoundingClientRect().top))
      if (rows.size === 1) return []
      const widths = [...rows.values()].map((row) => row.map((part) => Math.round(part.getBoundingClientRect().width)))
      const isEven = widths.every((row) => Math.max(...row) - Math.min(...row) <= 1)
      const isFull = widths.every((row) => row.reduce((sum, width) => sum + width) >= group.clientWidth - row.length)
      return isEven && isFull ? [] : [widths]
    }),
  )

/** Returns the values that a description list (`dl`) shows twice. */
const repeatedFacts = (page: Page) =>
  page.locator('dl').evaluateAll((lists) =>
    lists.flatMap((list) => {
      const values = [...list.querySelectorAll('dd')].map((value) => value.textContent.trim())
      return values.filter((value, at) => /\p{L}{2}/u.test(value) && values.indexOf(value) !== at)
    }),
  )

/** Returns the visible elements with a fixed position, except popovers and bars of the page's whole width. */
const floating = (page: Page) =>
  page.evaluate(() =>
    [...document.querySelectorAll('body *')]
      .filter((element) => getComputedStyle(element).position === 'fixed' && element.checkVisibility())
      .filter((element) => {
        const { width, height } = element.getBoundingClientRect()
        return width > 1 && height > 1 && width < innerWidth && !element.closest('[popover]')
      })
      .map((element) => element.outerHTML.slice(0, 120)),
  )

/** Has its own context, because the cache of a shared page would hide requests. */
ownContext(
  'phone screens have no floating element, no repeated fact and no failed request',
  async ({ page, member }) => {
    ownContext.slow()
    await fill(member)
    const refused: string[] = []
    page.on('response', (response) => {
      if (response.status() >= 400) refused.push(`${response.status()} ${response.url()} on ${page.url()}`)
    })
    await page.setViewportSize({ width: 390, height: 844 })
    for (const path of screens) {
      await open(page, path)
      const faults = async () => ({ facts: await repeatedFacts(page), floating: await floating(page) })
      await expect.poll(faults, path).toEqual({ facts: [], floating: [] })
    }
    await open(page, '/')
    await page.getByRole('button', { name: '自分の日報を編集' }).click()
    await expect(page.getByRole('dialog', { name: '日報を編集' })).toBeVisible()
    await expect(page.locator('[aria-busy=true]')).toHaveCount(0)
    expect(refused).toEqual([])
  },
)

for (const language of ['ja', 'de', 'fr'])
  test(`segmented controls have rows of equal length on a phone in ${language}`, async ({ page, member }) => {
    await fill(member)
    await page.addInitScript((chosen) => localStorage.setItem('app_language', chosen), language)
    for (const path of screens.filter((one) => /monthly-report|search/u.test(one))) {
      await open(page, path)
      for (const width of [320, 390]) {
        await page.setViewportSize({ width, height: 844 })
        await expect.poll(() => unevenSegments(page), `${path} at ${width}`).toEqual([])
      }
    }
  })

test('every screen of months shows the tabs Month and Week', async ({ page, member }) => {
  await fill(member)
  const own = `/?page=monthly-report&month=${dateOf().slice(0, 7)}&member=${((await member.call('GET', '/users/me')) as { id: string }).id}`
  for (const path of [own, '/week', ...screens.filter((one) => one.includes('page=monthly-report'))]) {
    await open(page, path)
    const tabs = page.getByRole('navigation', { name: '月と週' }).getByRole('link')
    await expect(tabs, path).toHaveText(['月', '週'])
  }
})

for (const language of languages)
  test(`the day’s date, arrows and attendance share one row at 1440 and 390 pixels in ${language}`, async ({
    page,
    member,
  }) => {
    await member.report({ issues: '環境待ち' })
    // The meeting button makes the row of a past day the longest.
    await member.report({ report_date: dateOf(-1), issues: '環境待ち' })
    await page.addInitScript((chosen) => localStorage.setItem('app_language', chosen), language)
    // September has the longest name in most languages.
    for (const day of [dateOf(), dateOf(-1), `${Number(dateOf().slice(0, 4)) - 1}-09-30`]) {
      await open(page, `/?date=${day}`)
      for (const width of [1_440, 390]) {
        await page.setViewportSize({ width, height: 900 })
        const row = () =>
          page.locator('header:has(h1)').evaluate((header, isWide) => {
            const [date, arrows, attendance] = [
              header.querySelector('h1')!,
              header.querySelector('nav')!,
              header.lastElementChild!,
            ]
            const isBeside = (part: Element) =>
              part.getBoundingClientRect().top < date.getBoundingClientRect().bottom &&
              part.getBoundingClientRect().bottom > date.getBoundingClientRect().top
            // The count of reports appears when the members are loaded.
            const isLoaded = header.querySelector('[role=status] b') !== null
            return isLoaded && isBeside(arrows) && (!isWide || isBeside(attendance))
          }, width === 1_440)
        await expect.poll(row, `${day} at ${width}`).toBe(true)
      }
    }
  })
