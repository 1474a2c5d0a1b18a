import type { Page } from '@playwright/test'
import { findBrowser } from '../tools/test/browser.mjs'
import { type Member, signIn, signUp } from './members.ts'
import { type Server, startServer } from './server.ts'
import { expect, ownContext as test } from './test.ts'

// Simulates a server in an office, with a host name and without https, so that no context is secure. Starts its own
// browser, in which the host name resolves.
test.describe.configure({ mode: 'default' })
const asRoot = process.getuid?.() === 0
test.use({
  launchOptions: {
    executablePath: await findBrowser(),
    args: ['--host-resolver-rules=MAP asakai.test 127.0.0.1', ...(asRoot ? ['--no-sandbox'] : [])],
  },
})

let server: Server
let url: string
let administrator: Member
test.beforeAll(async () => {
  server = await startServer({ SIGNUP: 'join' })
  url = server.url.replace('127.0.0.1', 'asakai.test')
  administrator = await signUp({ family_name: '管理', first_name: '担当' }, server.url)
  await signUp({ family_name: '早川', first_name: '蓮' }, server.url)
})
test.afterAll(() => server.stop())

const press = (page: Page, name: string) => page.getByRole('button', { name, exact: true }).click()

/** The texts that a member can copy: how to open each, the name of its field, and its copy button. */
const texts: [name: string, open: (page: Page) => Promise<void>, field: RegExp, button: string][] = [
  ['the calendar address', (page) => open(page, '/team?tab=calendar'), /カレンダーのアドレス/u, 'アドレスをコピー'],
  [
    'an access token',
    async (page) => {
      await open(page, '/settings?tab=access')
      await press(page, '発行する')
      await page.getByRole('dialog').getByLabel('名前').fill('集計')
      await page.getByRole('dialog').getByRole('button', { name: '発行する' }).click()
    },
    /集計/u,
    'コピー',
  ],
  [
    'a password link',
    async (page) => {
      await open(page, '/team')
      await press(page, '早川 蓮さんのメニュー')
      await page.getByRole('menuitem', { name: 'パスワード設定用のリンクを作成' }).click()
      await press(page, 'リンクを作成')
    },
    /早川 蓮/u,
    'コピー',
  ],
  [
    'an invitation link',
    async (page) => {
      await open(page, '/team')
      await press(page, 'メンバーを招待')
      await page.getByRole('textbox').fill('chihiro@example.com')
      await press(page, 'リンクを作成')
    },
    /chihiro@example.comの招待リンク/u,
    'chihiro@example.comの招待リンクをコピー',
  ],
  [
    'the secret of a webhook',
    async (page) => {
      await open(page, '/team?tab=settings')
      await page.getByRole('button', { name: '追加する', exact: true }).last().click()
      await page.getByRole('dialog').getByLabel('送信先のURL').fill('https://93.184.215.14/asakai')
      await page.getByRole('dialog').getByRole('button', { name: '追加する' }).click()
    },
    /93.184.215.14/u,
    'コピー',
  ],
]

const open = async (page: Page, path: string) => {
  await signIn(page, administrator, url)
  await page.goto(url + path)
  expect(await page.evaluate(() => window.isSecureContext)).toBe(false)
}

for (const [name, openIt, field, button] of texts)
  test(`without https, a press copies ${name}`, async ({ page }) => {
    await openIt(page)
    const shown = page.getByRole('textbox', { name: field }).and(page.locator('[readonly]')).first()
    const text = await shown.inputValue()
    expect(text).not.toBe('')
    await shown.press('Control+a')
    expect(await page.evaluate(() => window.getSelection()?.toString())).toBe(text)

    // The page can have other fields to copy.
    const buttons = page.getByRole('button', { name: button, exact: true })
    const around = page.locator('*').filter({ has: shown }).filter({ has: buttons }).last()
    const copy = around.getByRole('button', { name: button, exact: true })
    await copy.click()
    await expect(page.getByText(/コピーしました/u)).toBeVisible()
    await expect(copy).toBeFocused()
    await page.goto(`${url}/search`)
    await page.getByRole('searchbox').press('Control+v')
    await expect(page.getByRole('searchbox')).toHaveValue(text)
  })

test('without a way to copy, the page selects the text', async ({ page }) => {
  await page.addInitScript(() => (document.execCommand = () => false))
  await open(page, '/team?tab=calendar')
  const address = await page.getByLabel('カレンダーのアドレス').inputValue()
  await press(page, 'アドレスをコピー')
  await expect(page.getByText('コピーできませんでした。選択してあるので、手動でコピーしてください。')).toBeVisible()
  await expect(page.getByLabel('カレンダーのアドレス')).toBeFocused()
  expect(await page.evaluate(() => window.getSelection()?.toString())).toBe(address)
})
