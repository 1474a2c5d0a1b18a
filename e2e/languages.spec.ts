import type { Page } from '@playwright/test'
import { type Language, languages } from '#contract/languages.ts'
import { navigateWithoutReload } from './navigate-without-reload.ts'
import { dateOf } from './members.ts'
import { expect, openAs, test } from './test.ts'

/**
 * Fails if a text is missing: then its key or its pattern is on the page. First removes the code blocks of the guide,
 * because they contain such characters.
 */
async function expectWords(page: Page) {
  await page.locator('pre').evaluateAll((blocks) => blocks.forEach((block) => block.remove()))
  const words = await page.locator('body').innerText()
  expect(words).not.toMatch(/\b(common|fields|session|shell|calendar|dailyReport|settings|licence)\.[a-z]/u)
  expect(words).not.toMatch(/[{}]|<\/?[a-z]+>/u)
}

const expectNoNumericDate = async (page: Page) =>
  expect(await page.locator('main').innerText()).not.toMatch(/\d{1,2}\/\d{1,2}/u)

/** Screens fetch the same texts in all languages, so one language is enough for a full load. */
const show = (page: Page, language: Language, path: string) =>
  language === languages[0] ? page.goto(path) : navigateWithoutReload(page, path)

const storeLanguage = (page: Page, language: Language) =>
  page.addInitScript((chosen) => localStorage.setItem('app_language', chosen), language)

for (const language of languages) {
  test(`a visitor sees every page in ${language}`, async ({ page }) => {
    await storeLanguage(page, language)
    await page.goto('/login')
    await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
    await expectWords(page)
    for (const path of ['/signup', '/password-reset', '/password-reset?token=x', '/licence', '/help']) {
      await show(page, language, path)
      await expect(page.locator('html')).toHaveAttribute('lang', language)
      await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
      await expectWords(page)
    }
  })

  test(`a member sees every page in ${language}`, async ({ page, member }) => {
    await storeLanguage(page, language)
    await member.report({ yesterday_work: 'A', today_plan: 'B', issues: 'C' })
    await page.goto('/')
    await expect(page.locator('html')).toHaveAttribute('lang', language)
    await expect(page.getByRole('table').filter({ hasText: 'B' })).toBeVisible()
    await expectWords(page)
    for (const tab of ['user-info', 'language', 'app-info']) {
      await show(page, language, `/settings?tab=${tab}`)
      await expect(page.getByRole('tabpanel')).toBeVisible()
      await expectWords(page)
    }
  })
}

for (const [locale, day] of [
  ['en-US', 'Sep 3'],
  ['en-GB', '3 Sep'],
] as const)
  test.describe(`a browser in ${locale}`, () => {
    test.use({ locale })
    test('no date in English consists of numbers only', async ({ page, member }) => {
      const year = Number(dateOf().slice(0, 4)) + 1
      await member.call('PUT', `/holidays/${year}-09-03`, { name: 'Day out' })
      await member.call('POST', '/invitations', { email: 'b11@example.com' })
      await member.call('POST', '/insights/', { type: 'keep', note: 'Pairing' })
      for (const path of ['/?page=activity', '/settings?tab=access']) {
        await page.goto(path)
        await expect(page.locator('[aria-busy=true]')).toHaveCount(0)
        await expectNoNumericDate(page)
      }
      await page.goto('/team?tab=pending')
      await expect(page.getByText('b11@example.com')).toBeVisible()
      await expectNoNumericDate(page)
      await page.goto(`/team?tab=calendar&month=${year}-09`)
      await expect(page.getByText(day).filter({ visible: true }).first()).toBeVisible()
      await expectNoNumericDate(page)
    })
  })

test('a reload keeps the language that a member chose in the settings', async ({ page, member }) => {
  await page.goto('/settings?tab=language')
  await page.getByLabel('表示する言語').selectOption('de')
  await expect(page.locator('html')).toHaveAttribute('lang', 'de')
  await expect(page.getByRole('heading', { level: 1, name: 'Einstellungen' })).toBeVisible()
  await page.goto('/')
  await expect(page.locator('html')).toHaveAttribute('lang', 'de')
  await expect(page.getByRole('button', { name: member.name })).toBeVisible()
})

for (const [locale, expected] of [
  ['en-GB', 'en'],
  ['zh-HK', 'zh-tw'],
  ['zh-SG', 'zh-cn'],
  ['pt-BR', 'ja'],
] as const)
  test.describe(`a browser in ${locale}`, () => {
    test.use({ locale })
    test(`the login opens in ${expected} for a browser in ${locale}`, async ({ page }) => {
      await page.goto('/login')
      await expect(page.locator('html')).toHaveAttribute('lang', expected)
    })
  })

test('the theme follows the system until a member chooses a theme', async ({ page, member }) => {
  const ground = () => page.evaluate(() => getComputedStyle(document.documentElement).backgroundColor)
  await page.emulateMedia({ colorScheme: 'light' })
  await openAs(page, member, '/')
  const light = await ground()
  await page.emulateMedia({ colorScheme: 'dark' })
  expect(await ground()).not.toBe(light)

  await page.getByRole('button', { name: member.name }).click()
  await page.getByRole('menuitem', { name: 'ライトモード' }).click()
  await expect(page.locator('html')).toHaveAttribute('data-theme', 'light')
  expect(await ground()).toBe(light)
  await page.reload()
  await expect(page.locator('html')).toHaveAttribute('data-theme', 'light')
  expect(await ground()).toBe(light)
})
