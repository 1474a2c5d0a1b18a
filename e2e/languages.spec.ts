import { type ConsoleMessage, expect, type Page, test } from '@playwright/test'
import { languages, type Language } from '#contract/languages.ts'
import { signIn, signUp } from './members.ts'

/** What a missing or broken text leaves: an error on the console, or its key on the page. */
async function expectTexts(page: Page, errors: string[]) {
  expect(errors).toEqual([])
  const words = await page.locator('body').innerText()
  expect(words).not.toMatch(/\b(common|fields|session|shell|calendar|dailyReport|settings|licence)\.[a-z]/u)
  expect(words).not.toMatch(/[{}]|<\/?[a-z]+>/u)
}

function consoleErrors(page: Page): string[] {
  const errors: string[] = []
  page.on('console', (message: ConsoleMessage) => {
    if (message.type() === 'error') errors.push(message.text())
  })
  page.on('pageerror', (error) => errors.push(error.message))
  return errors
}

const speak = (page: Page, language: Language) =>
  page.evaluate((chosen) => localStorage.setItem('app_language', chosen), language)

for (const language of languages)
  test(`every screen speaks ${language}`, async ({ page }) => {
    const errors = consoleErrors(page)
    const misaki = await signUp()
    await misaki.report({ yesterday_work: 'a', today_plan: 'b', issues: 'c' })
    await page.goto('/login')
    await speak(page, language)
    for (const path of ['/login', '/signup', '/password-reset', '/password-reset?token=x', '/licence']) {
      await page.goto(path)
      await expect(page.locator('html')).toHaveAttribute('lang', language)
      await expect(page.getByRole('heading', { level: 1 }).first()).toBeVisible()
      await expectTexts(page, errors)
    }
    await signIn(page, misaki)
    await expect(page.getByRole('table').filter({ hasText: 'b' }).first()).toBeVisible()
    await expectTexts(page, errors)
    for (const tab of ['user-info', 'language', 'app-info']) {
      await page.goto(`/settings?tab=${tab}`)
      await expect(page.getByRole('tabpanel')).toBeVisible()
      await expectTexts(page, errors)
    }
  })

test('choosing a language in the settings reloads in it and stays', async ({ page }) => {
  await signIn(page, await signUp())
  await page.goto('/settings?tab=language')
  const loaded = page.waitForEvent('load')
  await page.getByLabel('表示する言語').selectOption('de')
  await loaded
  await expect(page.locator('html')).toHaveAttribute('lang', 'de')
  await expect(page.getByRole('heading', { level: 1, name: 'Einstellungen' })).toBeVisible()
  expect(await page.evaluate(() => localStorage.getItem('app_language'))).toBe('de')
  await page.goto('/')
  await expect(page.locator('html')).toHaveAttribute('lang', 'de')
})

for (const [browser, expected] of [
  ['en-GB', 'en'],
  ['zh-HK', 'zh-tw'],
  ['zh-SG', 'zh-cn'],
  ['pt-BR', 'ja'],
] as const)
  test.describe(`a browser in ${browser}`, () => {
    test.use({ locale: browser })
    test(`is answered in ${expected}`, async ({ page }) => {
      await page.goto('/login')
      await expect(page.locator('html')).toHaveAttribute('lang', expected)
    })
  })

test('the theme follows the system until one is chosen, and then stays', async ({ page }) => {
  const ground = () => page.evaluate(() => getComputedStyle(document.body).backgroundColor)
  await page.emulateMedia({ colorScheme: 'light' })
  const misaki = await signUp()
  await signIn(page, misaki)
  const light = await ground()
  await page.emulateMedia({ colorScheme: 'dark' })
  const dark = await ground()
  expect(dark).not.toBe(light)

  await page.getByRole('button', { name: `${misaki.name}のメニュー` }).click()
  await page.getByRole('menuitem', { name: '明るい表示' }).click()
  await expect(page.locator('html')).toHaveAttribute('data-theme', 'light')
  expect(await ground()).toBe(light)
  await page.reload()
  await expect(page.locator('html')).toHaveAttribute('data-theme', 'light')
  expect(await ground()).toBe(light)
})
