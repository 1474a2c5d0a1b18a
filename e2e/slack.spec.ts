import { slackClient, startSlack } from '../server/testing/slack.ts'
import { signIn, signUp } from './members.ts'
import { type Server, startServer } from './server.ts'
import { expect, test } from './test.ts'
import { chooseService, lineOf } from './services.ts'

let slack: Awaited<ReturnType<typeof startSlack>>
let server: Server

test.beforeAll(async () => {
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
    }
  })
})
test.afterAll(async () => {
  await server.stop()
  await slack.close()
})

test('a member connects Slack and invites a person by a Slack message', async ({ page, context }) => {
  await signIn(page, await signUp({ email: 'misaki@hinode.example' }, server.url), server.url)
  await signUp({ family_name: '早川', first_name: '直樹', email: 'naoki@hinode.example' }, server.url)
  await page.goto(`${server.url}/team`)
  await expect(page.getByRole('button', { name: '招待' }).first()).toBeVisible()
  await expect(page.getByRole('button', { name: 'Slackで招待' })).toHaveCount(0)

  await page.goto(`${server.url}/settings?tab=user-info`)
  const opened = context.waitForEvent('page')
  await chooseService(page, 'Slack')
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

  // The first message went to the channel, as a test of the connection.
  const [tried, message] = slack.sent('chat.postMessage')
  expect(tried).toMatchObject({ channel: 'general' })
  const link = /<(http[^>|]+\/invitation\?token=[^>|]+)>/u.exec(message!['text']!)![1]!
  const invited = await context.browser()!.newContext()
  const theirs = await invited.newPage()
  await theirs.goto(link)
  await expect(theirs.getByText('yui@hinode.example')).toBeVisible()
  await invited.close()

  await page.goto(`${server.url}/settings?tab=user-info`)
  await page.getByRole('button', { name: 'Slackの接続を解除' }).click()
  await expect(lineOf(page, 'Slack')).toBeFocused()
})
