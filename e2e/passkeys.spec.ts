import type { Page } from '@playwright/test'
import { type Member, signIn, signUp } from './members.ts'
import { type Server, startServer } from './server.ts'
import { expect, ownContext as test } from './test.ts' // an authenticator stays with its page

// Passkeys are for names of hosts, not for addresses.
test.describe.configure({ mode: 'default' })
let server: Server
let url = ''
test.beforeAll(async () => {
  server = await startServer(async (address) => ({ PUBLIC_URL: address.replace('127.0.0.1', 'localhost') }))
  url = server.url.replace('127.0.0.1', 'localhost')
})
test.afterAll(() => server.stop())

/** A device with a screen lock, which its owner opens whenever they are asked to. */
async function lockable(page: Page) {
  const devtools = await page.context().newCDPSession(page)
  await devtools.send('WebAuthn.enable')
  const { authenticatorId } = await devtools.send('WebAuthn.addVirtualAuthenticator', {
    options: {
      protocol: 'ctap2',
      transport: 'internal',
      hasResidentKey: true,
      hasUserVerification: true,
      isUserVerified: true,
      automaticPresenceSimulation: true,
    },
  })
  return {
    /** Whether it is they, as the device sees it. */
    verifies: (isUserVerified: boolean) =>
      devtools.send('WebAuthn.setUserVerified', { authenticatorId, isUserVerified }),
    credentials: async () => (await devtools.send('WebAuthn.getCredentials', { authenticatorId })).credentials,
  }
}

/** A member in the settings, whose device has a passkey of theirs. */
async function withPasskey(page: Page): Promise<Member & { device: Awaited<ReturnType<typeof lockable>> }> {
  const member = await signUp({}, server.url)
  await signIn(page, member, url)
  await page.goto(`${url}/settings?tab=access`)
  const device = await lockable(page)
  await page.bringToFront()
  const name = page.getByRole('textbox', { name: '名前' })
  // A window that has not got the focus yet is refused by the browser, and its member presses again.
  await expect(async () => {
    if (!(await name.isVisible())) await page.getByRole('button', { name: 'パスキーを追加する' }).click()
    await expect(name).toBeVisible({ timeout: 3_000 })
  }).toPass()
  await name.fill('MacBookの指紋')
  await page.keyboard.press('Enter')
  await expect(page.getByText('MacBookの指紋')).toBeVisible()
  return { ...member, device }
}

/** The field would ask the device as well, which might answer before the link is pressed. */
const offerNothingInTheField = (page: Page) =>
  page.addInitScript(() => {
    PublicKeyCredential.isConditionalMediationAvailable = async () => false
  })

const logOut = async (page: Page) => {
  await page.evaluate(() => localStorage.clear())
  await page.goto(`${url}/login`)
}

test('a passkey is added, named, used from the login page and removed (N2.09)', async ({ page }) => {
  const { name, device } = await withPasskey(page)
  const [credential, ...others] = await device.credentials()
  expect({ ...credential, others }).toMatchObject({ isResidentCredential: true, rpId: 'localhost', others: [] })
  await expect(page.getByRole('button', { name: 'MacBookの指紋の名前を変える' })).toBeFocused()

  await offerNothingInTheField(page)
  await logOut(page)
  const link = page.getByRole('button', { name: 'パスキーでログイン' })
  await link.click()
  await expect(page.getByRole('button', { name })).toBeVisible()

  await page.goto(`${url}/settings?tab=access`)
  await expect(page.getByText(/^.+に追加 · 最終使用 今日 .+$/u)).toBeVisible()
  await page.getByRole('button', { name: 'MacBookの指紋を削除' }).click()
  await expect(page.getByText('MacBookの指紋を削除しました')).toBeVisible()

  await logOut(page)
  await link.click()
  await expect(page.getByText('このパスキーは登録されていません。')).toBeVisible()
})

test('the e-mail field offers it: who takes it there is signed in', async ({ page }) => {
  const { name } = await withPasskey(page)
  await logOut(page)
  await expect(page.getByLabel('メールアドレス')).toHaveAttribute('autocomplete', 'username webauthn')
  // The browser's list is its own; here its owner takes the one that is offered.
  await expect(page.getByRole('button', { name })).toBeVisible()
})

test('whom the device does not know stays out, and may try again', async ({ page }) => {
  const { name, device } = await withPasskey(page)
  await offerNothingInTheField(page)
  await device.verifies(false)
  await logOut(page)
  const link = page.getByRole('button', { name: 'パスキーでログイン' })
  await link.click()
  await expect(link).toBeEnabled()
  await expect(page).toHaveURL(`${url}/login`)
  await device.verifies(true)
  await link.click()
  await expect(page.getByRole('button', { name })).toBeVisible()
})

test('a device that has one adds no second, and a browser without passkeys says so', async ({ page }) => {
  const { device } = await withPasskey(page)
  const add = page.getByRole('button', { name: 'パスキーを追加する' })
  await add.click()
  await expect(page.getByText('この端末のパスキーは、すでに追加されています。')).toBeVisible()
  expect(await device.credentials()).toHaveLength(1)

  await page.addInitScript(() => Reflect.deleteProperty(window, 'PublicKeyCredential'))
  await page.reload()
  await add.click()
  await expect(page.getByText('このブラウザではパスキーを使えません')).toBeVisible()
  await logOut(page)
  await expect(page.getByRole('link', { name: 'アカウントを作成' })).toBeVisible()
  await expect(page.getByRole('button', { name: 'パスキーでログイン' })).toHaveCount(0)
})
