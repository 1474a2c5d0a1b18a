import { startDiscord } from '../server/testing/discord.ts'
import { startGoogleChat } from '../server/testing/google-chat.ts'
import { signIn, signUp } from './members.ts'
import { type Server, startServer } from './server.ts'
import { expect, test } from './test.ts'
import { chooseService, lineOf } from './services.ts'

// One server for all tests of this file, with fakes of both services.
test.describe.configure({ mode: 'default' })
let chat: Awaited<ReturnType<typeof startGoogleChat>>
let discord: Awaited<ReturnType<typeof startDiscord>>
let server: Server

test.beforeAll(async () => {
  chat = await startGoogleChat()
  discord = await startDiscord()
  // The member of each test is the first of a new team, and so its administrator.
  server = await startServer(async () => ({ SIGNUP: 'new-team', GOOGLE_CHAT_URL: chat.url, DISCORD_URL: discord.url }))
})
test.afterAll(async () => {
  await server.stop()
  await chat.close()
  await discord.close()
})

test('a Google Chat space is connected after a test message has appeared in the space', async ({ page }) => {
  await signIn(page, await signUp({}, server.url), server.url)
  await page.goto(`${server.url}/team?tab=settings`)
  await chooseService(page, 'Google Chat')
  const dialog = page.getByRole('dialog')
  await dialog.getByLabel('WebhookのURL', { exact: false }).first().fill('https://example.com/hook')
  await dialog.getByRole('button', { name: '接続する' }).click()
  await expect(dialog.getByText('正しく入力してください')).toBeVisible()
  chat.fault = { status: 404, body: {} }
  await dialog.getByLabel('WebhookのURL', { exact: false }).first().fill(chat.webhook('AAQA'))
  await dialog.getByRole('button', { name: '接続する' }).click()
  await expect(dialog.locator('form').getByRole('alert')).toContainText('Google Chatでこの名前が見つかりません')
  chat.fault = undefined
  chat.displayName = '朝会の部屋'
  await dialog.getByRole('button', { name: '接続する' }).click()
  await expect(page.getByRole('listitem').filter({ hasText: '朝会の部屋' })).toBeVisible()
  expect(chat.messages).toHaveLength(1)
})

test('an administrator connects a Discord channel, chooses it for notifications and disconnects it', async ({
  page,
}) => {
  await signIn(page, await signUp({}, server.url), server.url)
  await page.goto(`${server.url}/settings?tab=notifications`)
  await page.getByRole('radio', { name: 'Discord' }).check()
  await expect(page.getByText('Discordに接続していないため、日報は届きません。')).toBeVisible()

  await page.goto(`${server.url}/team?tab=settings`)
  await chooseService(page, 'Discord')
  const dialog = page.getByRole('dialog')
  const address = dialog.getByLabel('WebhookのURL', { exact: false }).first()
  await address.fill(discord.webhook('1').replace('the-token', 'another'))
  await dialog.getByRole('button', { name: '接続する' }).click()
  await expect(dialog.locator('form').getByRole('alert')).toContainText('Discordがこの接続を受け付けません')
  discord.displayName = '朝会のWebhook'
  await address.fill(discord.webhook('1'))
  await dialog.getByRole('button', { name: '接続する' }).click()
  await expect(page.getByRole('listitem').filter({ hasText: '朝会のWebhook' })).toBeVisible()
  expect(discord.messages).toHaveLength(1)

  await page.goto(`${server.url}/settings?tab=notifications`)
  await expect(page.getByRole('radio', { name: 'Discord 接続済み' })).toBeChecked()
  await page.goto(`${server.url}/team?tab=settings`)
  await page.getByRole('button', { name: 'Discordの接続を解除' }).click()
  await expect(lineOf(page, 'Discord')).toBeFocused()
})
