import { generateKeyPairSync } from 'node:crypto'
import type { Page } from '@playwright/test'
import { freePort } from '../server/testing/free-port.ts'
import { appleSettings, openIdSettings, startOpenIdProvider } from '../server/testing/openid-provider.ts'
import { signIn, signUp } from './members.ts'
import { startServer } from './server.ts'
import { expect, test } from './test.ts'
import { chooseService } from './services.ts'

// Tests providers that connect in a tab of their own. The provider is on another site than the product, because
// browsers restrict what another site can store.

test.describe.configure({ mode: 'serial' })

let url = ''
const ends: (() => Promise<void>)[] = []

test.beforeAll(async () => {
  const port = await freePort()
  url = `http://localhost:${port}` // a different site than the provider's 127.0.0.1
  const provider = (name: string, acceptsSecret?: (secret: string) => Promise<boolean>) =>
    startOpenIdProvider({
      redirectUris: [`${url}/api/auth/${name}/callback`],
      ...(acceptsSecret ? { acceptsSecret } : {}),
    })
  const microsoft = await provider('microsoft')
  ends.push(microsoft.close)
  const apple = await provider('apple', async (secret) => secret.split('.').length === 3)
  ends.push(apple.close)
  const { privateKey } = generateKeyPairSync('ec', { namedCurve: 'P-256' })
  const server = await startServer({
    PORT: String(port),
    PUBLIC_URL: url,
    ...openIdSettings('MICROSOFT', microsoft),
    ...appleSettings(apple, privateKey.export({ type: 'pkcs8', format: 'pem' }).toString()),
  })
  ends.push(server.stop)
})
test.afterAll(async () => {
  for (const end of ends.reverse()) await end()
})

async function openSettings(page: Page) {
  await signIn(page, await signUp({}, url), url)
  await page.goto(`${url}/settings?tab=user-info`)
}

/** Presses the button and returns the provider's tab. */
async function beginIn(page: Page, provider: string) {
  const opened = page.waitForEvent('popup')
  await chooseService(page, provider)
  const tab = await opened
  await expect(tab.getByRole('heading', { name: 'Sign in' })).toBeVisible()
  return tab
}

for (const provider of ['Microsoft', 'Apple'])
  test(`a member connects ${provider} in a new tab, which then closes itself`, async ({ page }) => {
    await openSettings(page)
    const tab = await beginIn(page, provider)
    await tab.getByLabel('email', { exact: true }).fill('misaki@example.com')
    const closed = tab.waitForEvent('close')
    await tab.getByRole('button', { name: 'Continue' }).click()
    await closed
    await page.evaluate(() => window.dispatchEvent(new Event('visibilitychange')))
    await expect(page.getByText('misaki@example.com')).toBeVisible()
    await expect(page.getByRole('button', { name: `${provider}の接続を解除` })).toBeVisible()
  })

test('the provider’s tab says that nothing was connected after the member cancelled', async ({ page }) => {
  await openSettings(page)
  const tab = await beginIn(page, 'Microsoft')
  await tab.getByRole('button', { name: 'Cancel' }).click()
  await expect(tab.getByRole('heading', { name: 'Microsoftに接続できませんでした' })).toBeVisible()
  await expect(tab.getByText('このタブは閉じてかまいません。')).toBeVisible()
  await expect(page.getByRole('button', { name: 'Microsoftの接続を解除' })).toHaveCount(0)
  await tab.getByRole('link', { name: '設定に戻る' }).click()
  await expect(tab).toHaveURL(`${url}/settings`)
})
