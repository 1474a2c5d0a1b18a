import { startDiscord } from '../server/testing/discord.ts'
import { startGoogleChat } from '../server/testing/google-chat.ts'
import { slackClient, startSlack } from '../server/testing/slack.ts'
import { signIn, signUp } from './members.ts'
import { type Server, startServer } from './server.ts'
import { expect, test } from './test.ts'

let slack: Awaited<ReturnType<typeof startSlack>>
let chat: Awaited<ReturnType<typeof startGoogleChat>>
let discord: Awaited<ReturnType<typeof startDiscord>>
let server: Server

/** A deployment whose operator has set up Slack. */
test.beforeAll(async () => {
  chat = await startGoogleChat()
  discord = await startDiscord()
  server = await startServer(async (url) => {
    slack = await startSlack({
      redirectUris: [`${url}/api/auth/slack/callback`],
      people: [
        { name: 'misaki', real_name: '佐伯 美咲', email: 'misaki@hinode.example' },
        { name: 'naoki', real_name: '早川 直樹', email: 'naoki@hinode.example' },
        { name: 'yui', real_name: '小林 結衣', email: 'yui@hinode.example' },
      ],
    })
    return {
      SIGNUP: 'join',
      SLACK_CLIENT_ID: slackClient.clientId,
      SLACK_CLIENT_SECRET: slackClient.clientSecret,
      SLACK_API_URL: slack.apiUrl,
      GOOGLE_CHAT_URL: chat.url,
      DISCORD_URL: discord.url,
    }
  })
})
test.afterAll(async () => {
  await server.stop()
  await slack.close()
  await chat.close()
  await discord.close()
})

test('Slack is connected in a tab; a member is linked, somebody else invited by a message that lets them in', async ({
  page,
  context,
}) => {
  await signIn(page, await signUp({ email: 'misaki@hinode.example' }, server.url), server.url)
  await signUp({ family_name: '早川', first_name: '直樹', email: 'naoki@hinode.example' }, server.url)
  await page.goto(`${server.url}/team`)
  await expect(page.getByRole('button', { name: '招待' }).first()).toBeVisible()
  await expect(page.getByRole('button', { name: 'Slackで招待' })).toHaveCount(0)

  await page.goto(`${server.url}/settings?tab=user-info`)
  const opened = context.waitForEvent('page')
  await page.getByRole('button', { name: 'Slackに接続' }).click()
  const tab = await opened
  await tab.getByRole('button', { name: 'misaki' }).click()
  await expect(page.getByRole('listitem').filter({ hasText: '日の出システム' })).toBeVisible()

  await page.goto(`${server.url}/team`)
  await page.getByRole('button', { name: 'Slackで招待' }).click()
  const people = page.getByRole('table', { name: 'Slackのユーザー' })
  await expect(people.getByRole('row', { name: /misaki@hinode/u })).toContainText('アカウントあり')
  await people.getByRole('button', { name: 'naokiさんをSlackと連携' }).click()
  await expect(page.getByText('naokiさんをSlackと連携しました')).toBeVisible()
  await people.getByRole('button', { name: 'yuiさんを招待' }).click()
  await expect(page.getByText('yuiさんをSlackで招待しました')).toBeVisible()
  await page.getByRole('tab', { name: /招待中/u }).click()
  await expect(page.getByText('yui@hinode.example').last()).toBeVisible()

  const [message] = slack.sent('chat.postMessage')
  const link = /<(http[^>|]+\/invitation\?token=[^>|]+)>/u.exec(message!['text']!)![1]!
  const invited = await context.browser()!.newContext()
  const theirs = await invited.newPage()
  await theirs.goto(link)
  await expect(theirs.getByText('yui@hinode.example')).toBeVisible()
  await invited.close()

  await page.goto(`${server.url}/settings?tab=user-info`)
  await page.getByRole('button', { name: 'Slackの接続を解除' }).click()
  await expect(page.getByRole('button', { name: 'Slackに接続' })).toBeVisible()
})

test('a space of Google Chat is connected by its webhook, once a message has appeared in it', async ({ page }) => {
  await signIn(page, await signUp({}, server.url), server.url)
  await page.goto(`${server.url}/settings?tab=user-info`)
  await page.getByRole('button', { name: 'Google Chatに接続' }).click()
  const dialog = page.getByRole('dialog')
  await dialog.getByLabel('WebhookのURL', { exact: false }).first().fill('https://example.com/hook')
  await dialog.getByRole('button', { name: '接続する' }).click()
  await expect(dialog.getByText('正しく入力してください')).toBeVisible()
  chat.fault = { status: 404, body: {} }
  await dialog.getByLabel('WebhookのURL', { exact: false }).first().fill(chat.webhook('AAQA'))
  await dialog.getByRole('button', { name: '接続する' }).click()
  await expect(dialog.locator('form').getByRole('alert')).toContainText('Google Chatに見つかりません')
  chat.fault = undefined
  chat.displayName = '朝会の部屋'
  await dialog.getByRole('button', { name: '接続する' }).click()
  await expect(page.getByRole('listitem').filter({ hasText: '朝会の部屋' })).toBeVisible()
  expect(chat.messages).toHaveLength(1)
})

test('a channel of Discord is connected by its webhook, chosen for notifications and disconnected', async ({
  page,
}) => {
  await signIn(page, await signUp({ email: 'discord@hinode.example' }, server.url), server.url)
  await page.goto(`${server.url}/settings?tab=notifications`)
  await page.getByRole('radio', { name: 'Discord' }).check()
  await expect(page.getByText('Discordに接続していないため、通知は届きません。')).toBeVisible()

  await page.goto(`${server.url}/settings?tab=user-info`)
  await page.getByRole('button', { name: 'Discordに接続' }).click()
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
  await page.goto(`${server.url}/settings?tab=user-info`)
  await page.getByRole('button', { name: 'Discordの接続を解除' }).click()
  await expect(page.getByRole('button', { name: 'Discordに接続' })).toBeVisible()
})
