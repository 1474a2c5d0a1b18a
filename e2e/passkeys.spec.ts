import type { Page } from '@playwright/test'
import { atRest } from './at-rest.ts'
import { type Member, signIn, signUp } from './members.ts'
import { type Server, startServer } from './server.ts'
import { expect, ownContext as test } from './test.ts' // an authenticator belongs to its page

// Passkeys work on host names, not on IP addresses.
test.describe.configure({ mode: 'default' })
let server: Server
let url = ''
test.beforeAll(async () => {
  server = await startServer(async (address) => ({ PUBLIC_URL: address.replace('127.0.0.1', 'localhost') }))
  url = server.url.replace('127.0.0.1', 'localhost')
})
test.afterAll(() => server.stop())

/** Adds a virtual authenticator with a screen lock. `verifies` sets whether its owner unlocks it. */
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
    verifies: (isUserVerified: boolean) =>
      devtools.send('WebAuthn.setUserVerified', { authenticatorId, isUserVerified }),
    credentials: async () => (await devtools.send('WebAuthn.getCredentials', { authenticatorId })).credentials,
  }
}

async function withPasskey(page: Page): Promise<Member & { device: Awaited<ReturnType<typeof lockable>> }> {
  const member = await signUp({}, server.url)
  await signIn(page, member, url)
  await page.goto(`${url}/settings?tab=access`)
  const device = await lockable(page)
  await page.bringToFront()
  const name = page.getByRole('textbox', { name: '名前' })
  // The browser rejects a request for a passkey if its window does not have the focus yet. The test then presses again.
  await expect(async () => {
    if (!(await name.isVisible())) await page.getByRole('button', { name: 'パスキーを追加する' }).click()
    await expect(name).toBeVisible({ timeout: 3_000 })
  }).toPass()
  await name.fill('MacBookの指紋')
  await page.keyboard.press('Enter')
  await expect(page.getByText('MacBookの指紋')).toBeVisible()
  return { ...member, device }
}

/** Turns off the passkeys in the email field: the device could answer the field before the test presses the link. */
const offerNothingInTheField = (page: Page) =>
  page.addInitScript(() => {
    PublicKeyCredential.isConditionalMediationAvailable = async () => false
  })

const logOut = async (page: Page) => {
  await page.evaluate(() => localStorage.clear())
  await page.goto(`${url}/login`)
}

test('a member adds, names, uses and removes a passkey (N2.09)', async ({ page }) => {
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

test('a member signs in with the passkey that the email field offers', async ({ page }) => {
  const { name } = await withPasskey(page)
  await logOut(page)
  await expect(page.getByLabel('メールアドレス')).toHaveAttribute('autocomplete', 'username webauthn')
  // The browser draws the list of passkeys. The virtual authenticator accepts the offered passkey without a press.
  await expect(page.getByRole('button', { name })).toBeVisible()
})

test('a person whom the device does not recognise stays signed out, and can try again', async ({ page }) => {
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

test('a device with a passkey cannot add a second one', async ({ page }) => {
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

test('the sign-in dialog after a session’s end has at least 16 pixels between its links', async ({ page }) => {
  const member = await signUp({}, server.url)
  await signIn(page, member, url)
  await page.goto(url)
  await page.getByRole('button', { name: '日報を書く' }).last().click()
  await page.getByLabel('昨日やったこと').fill('設計')
  await member.call('POST', '/auth/logout', { refresh_token: member.tokens.refresh_token })
  const dialog = page.getByRole('dialog', { name: 'ログアウトされました' })
  await expect(dialog.getByRole('button', { name: 'パスキーでログイン' })).toBeVisible()
  await atRest(dialog)
  const [passkey, leave] = await Promise.all(
    ['パスキーでログイン', 'ログイン画面へ'].map((name) => dialog.getByRole('button', { name }).boundingBox()),
  )
  expect(leave!.x - (passkey!.x + passkey!.width)).toBeGreaterThanOrEqual(16)
})
