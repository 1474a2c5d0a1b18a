import { randomUUID } from 'node:crypto'
import type { Page } from '@playwright/test'
import { gitHubSettings, startGitHub } from '#server/testing/github.ts'
import { openIdSettings, type OpenIdPerson, startOpenIdProvider } from '#server/testing/openid-provider.ts'
import { expectAccessible } from './axe.ts'
import { signIn, signUp } from './members.ts'
import { startServer } from './server.ts'
import { expect, test } from './test.ts'
import { chooseService, lineOf } from './services.ts'

// One server for all tests of this file, with fake Google and GitHub services.
test.describe.configure({ mode: 'default' })
let server = ''
const stops: (() => Promise<void>)[] = []

test.beforeAll(async () => {
  const started = await startServer(async (url) => {
    const google = await startOpenIdProvider({
      redirectUris: [`${url}/google/callback`, `${url}/oidc/callback`],
    })
    stops.push(google.close)
    const github = await startGitHub({
      redirectUris: [`${url}/github/callback`],
      people: [
        { login: 'naoki-dev', name: '早川直樹', email: 'naoki-dev@example.com' },
        { login: 'misaki-saeki', name: '佐伯美咲', email: 'misaki-dev@example.com' },
      ],
    })
    stops.push(github.close)
    return {
      PUBLIC_URL: url,
      ...openIdSettings('GOOGLE', google),
      ...openIdSettings('OIDC', google),
      OIDC_NAME: '日の出ID',
      ...gitHubSettings(github),
    }
  })
  stops.push(started.stop)
  server = started.url
})
test.afterAll(async () => {
  for (const stop of stops.toReversed()) await stop()
})

const naoki = () => ({
  email: `naoki-${randomUUID()}@example.com`,
  name: '早川 直樹',
  givenName: '直樹',
  familyName: '早川',
})
async function newcomer(page: Page) {
  await page.goto(`${server}/login`)
  return naoki()
}
const button = (page: Page, name: string) => page.getByRole('button', { name, exact: true })
const menu = (page: Page, name: string) => page.getByRole('button', { name: new RegExp(`^${name}`, 'u') })
const home = (page: Page, name: string) => expect(menu(page, name)).toBeVisible()

async function signInAtGoogle(page: Page, person: OpenIdPerson) {
  for (const [name, value] of Object.entries(person)) await page.getByLabel(name, { exact: true }).fill(String(value))
  await button(page, 'Continue').click()
}

test('a new person signs in by the company’s sign-in, which the settings then list (N2.08)', async ({ page }) => {
  const person = await newcomer(page)
  await button(page, '日の出IDでログイン').click()
  await signInAtGoogle(page, person)
  await home(page, '早川 直樹')
  await page.goto(`${server}/settings`)
  await expect(page.getByRole('listitem').filter({ hasText: '日の出ID' })).toContainText(person.email)
})

test('a visitor creates an account with Google by keyboard only, and later signs in with Google', async ({ page }) => {
  const person = await newcomer(page)
  await button(page, 'Googleでログイン').focus()
  await page.keyboard.press('Enter')
  await signInAtGoogle(page, person)

  await expect(page.getByRole('heading', { name: 'アカウントを設定' })).toBeVisible()
  await expect(page).toHaveURL(`${server}/google/onboard`)
  await expect(page.getByText(person.email)).toBeVisible()
  await expect(page.getByLabel('姓')).toHaveValue('早川')
  await expectAccessible(page)
  await page.reload()
  await expect(page.getByLabel(/^表示名/u)).toHaveValue('早川 直樹')

  await expect(page.getByLabel(/^パスワード8/u)).toBeFocused()
  const tab = () => page.keyboard.press('Tab')
  await page.keyboard.type('kazagumo')
  await tab() // passes the button that shows the password
  await tab()
  await page.keyboard.type('kazagumo')
  await tab()
  await tab()
  await page.keyboard.press('Space')
  await page.keyboard.press('Tab') // passes the link to the terms
  await page.keyboard.press('Tab')
  await page.keyboard.press('Enter')
  await expect(page.getByText('オンボーディングが完了しました')).toBeVisible()
  await home(page, '早川 直樹')
  await expect(page).toHaveURL(`${server}/`)

  await menu(page, '早川 直樹').click()
  await page.getByRole('menuitem', { name: 'ログアウト' }).click()
  await button(page, 'Googleでログイン').click() // the person is still signed in at Google
  await home(page, '早川 直樹')
  await expect(page).toHaveURL(`${server}/`)
})

test('a visitor begins a new account with Google on the sign-up page', async ({ page }) => {
  await page.goto(`${server}/signup`)
  await button(page, 'Googleで登録').click()
  await signInAtGoogle(page, naoki())
  await expect(page.getByRole('heading', { name: 'アカウントを設定' })).toBeVisible()
})

test('a sign-in with Google begins a new account if an unconfirmed account has the address (E1.16)', async ({
  page,
}) => {
  await signUp({}, server) // so that the next team is not the server's first
  const misaki = await signUp({}, server)
  await page.goto(`${server}/login`)
  await button(page, 'Googleでログイン').click()
  await signInAtGoogle(page, { email: misaki.email })
  await expect(page.getByRole('heading', { name: 'アカウントを設定' })).toBeVisible()
  await expect(page.getByText(misaki.email)).toBeVisible()
})

test('a person who cancelled the sign-in at Google can try again', async ({ page }) => {
  await page.goto(`${server}/login`)
  await button(page, 'Googleでログイン').click()
  await button(page, 'Cancel').click()
  await expect(page.getByText('Googleでの認証はキャンセルされました。')).toBeVisible()
  await button(page, 'Googleでログイン').click()
  await expect(page.getByRole('heading', { name: 'Sign in' })).toBeVisible()
  await page.goBack()
  await expect(button(page, 'Googleでログイン')).toBeEnabled()
})

test('the page to set up a Google account opens only after a sign-in at Google', async ({ page }) => {
  await page.goto(`${server}/google/onboard`)
  await expect(page.getByText('Googleでの登録をやり直してください。')).toBeVisible()
  await expect(page).toHaveURL(`${server}/login`)
})

test('a new person signs in with GitHub, whose callback works once', async ({ page }) => {
  let back = ''
  page.on('framenavigated', (frame) => {
    if (frame.url().includes('/github/callback?code=')) back = frame.url()
  })
  await page.goto(`${server}/login`)
  await button(page, 'GitHubでログイン').click()
  await page.getByRole('button', { name: /naoki-dev/u }).click()
  await home(page, '早川直樹')
  await expect(page).toHaveURL(`${server}/`)

  expect(back).not.toBe('')
  await page.evaluate(() => localStorage.clear())
  await page.goto(back)
  await expect(page.getByText('GitHubログインに失敗しました')).toBeVisible()
  await expect(page.getByRole('main').getByRole('alert')).toContainText('もう一度お試しください')
  await expect(page).toHaveURL(`${server}/login`)
})

test('a member connects Google and GitHub in the settings, and disconnects them', async ({ page }) => {
  const misaki = await signUp({}, server)
  await signIn(page, misaki, server)
  await page.goto(`${server}/settings`)
  await chooseService(page, 'GitHub')
  await page.getByRole('button', { name: /misaki-saeki/u }).click()
  await expect(page.getByText('GitHubに接続しました')).toBeVisible()
  await expect(page).toHaveURL(`${server}/settings?tab=user-info`)
  await expect(page.getByText('misaki-saeki')).toBeVisible()

  const { email } = naoki()
  await chooseService(page, 'Google')
  await signInAtGoogle(page, { email })
  await expect(page.getByText('Googleに接続しました')).toBeVisible()
  await expect(page.getByText(email)).toBeVisible()

  for (const name of ['GitHub', 'Google']) {
    await button(page, `${name}の接続を解除`).click()
    await expect(page.getByText(`${name}の接続を解除しました`)).toBeVisible()
    await expect(lineOf(page, name)).toBeFocused()
  }
})
