// Takes the pictures of docs/members, which are committed. Needs a font with Japanese letters (Debian: fonts-noto-cjk).
import { readFileSync } from 'node:fs'
import type { Page } from '@playwright/test'
import type reference from '../locales/ja.json'
import { test } from './test.ts'

const content = { tag: '@content' }
const open = async (page: Page, height: number, path = '/') => {
  await page.setViewportSize({ width: 1_200, height })
  await page.goto(path)
}
const wordsOf = (language: string) => JSON.parse(readFileSync(`locales/${language}.json`, 'utf8')) as typeof reference

/** Waits for the parts of a day that appear after the reports: attendance, buttons of reports, dots in the calendar. */
const wholeDay = async (page: Page, language: string) => {
  await page.getByRole('main').getByRole('status').filter({ hasText: /\d/u }).first().waitFor()
  await page
    .getByRole('button', { name: wordsOf(language).answers.give })
    .first()
    .waitFor()
}

test('day', async ({ page, language }) => {
  await open(page, 880)
  await wholeDay(page, language)
  await page.locator('[data-date] > [aria-hidden]').first().waitFor()
})

test('month', content, ({ page }) => open(page, 640, '/?page=monthly-report'))

test('dashboard', content, ({ page }) => open(page, 760, '/dashboard'))

test('insights', content, async ({ page }) => {
  await open(page, 1_040, '/?page=activity')
  await page.locator('table strong').first().waitFor() // texts are invisible until the Markdown parser is loaded
})

test('invite', content, async ({ page, language }) => {
  const { team } = wordsOf(language)
  await open(page, 480, '/team')
  await page.getByRole('button', { name: team.invite }).first().click()
  await page.getByLabel(team.inviteEmail).fill('aoi@hinode.example')
})

test('notifications', content, async ({ page, language }) => {
  // Fakes the connections, because a real connection would need an account at the service.
  await page.route('**/api/connections', async (route) => {
    const response = await route.fetch()
    await route.fulfill({ response, json: { ...(await response.json()), destinations: ['slack', 'discord'] } })
  })
  await open(page, 480, '/settings?tab=notifications')
  await page.getByText(wordsOf(language).notifications.connected, { exact: true }).first().waitFor()
})

test.describe('who has not reported', () => {
  test.use({ member: 5 })

  test('write', content, async ({ page, language }) => {
    const { dailyReport, tasks } = wordsOf(language)
    await open(page, 760)
    await page.getByRole('button', { name: dailyReport.write }).last().click()
    await page.getByRole('group', { name: tasks.frequent }).getByRole('button').first().waitFor()
  })
})

test.describe('a telephone', () => {
  test.use({ viewport: { width: 390, height: 700 }, deviceScaleFactor: 1.5, hasTouch: true })

  test('day-small', async ({ page, language }) => {
    await page.goto('/')
    await wholeDay(page, language)
  })
})
