import { beforeAll, beforeEach, expect, test } from 'vitest'
import { defaultSettings } from '#contract/users.ts'
import { withTeamTransaction } from '#server/db/database.ts'
import type { Fault } from '#server/testing/fault.ts'
import * as standIn from '#server/testing/stand-ins.ts'
import { requeueOverdue } from './operations.ts'
import { draft, notifiedTeam, redirectUri } from './testing/notified-team.ts'

let slack: Awaited<ReturnType<typeof standIn.slack>>
let discord: Awaited<ReturnType<typeof standIn.discord>>

beforeAll(async () => {
  slack = await standIn.slack({ redirectUris: [redirectUri], people: [] })
  discord = await standIn.discord()
})
beforeEach(() => {
  discord.fault = undefined
})

/** Returns Misaki. She has connected a channel, and her report has not been posted yet. */
async function filed() {
  const here = await notifiedTeam({ slack, discordUrl: discord.url, publicUrl: 'https://asakai.example' })
  const misaki = await here.member('佐伯', { first_name: '美咲' })
  const connect = () => misaki.post('/connections/discord', { webhook_url: discord.webhook('1') })
  expect((await connect()).status).toBe(200)
  await misaki.patch('/users/me/settings', {
    notifications: { ...defaultSettings.notifications, destination: 'discord' },
  })
  await misaki.post('/daily-reports', draft())
  discord.messages.length = 0
  const only = async () => (await here.deliveries())[0]!
  const list = async () => (await misaki.get('/notifications/deliveries', { 'accept-language': 'ja' })).body
  return { ...here, misaki, connect, only, list }
}

test('a report is posted to Discord once, with a link, and mentions no one', async () => {
  const { run, only } = await filed()
  await run()
  await run()
  expect(await only()).toMatchObject({ destination: 'discord', status: 'sent', attempts: 1 })
  expect(discord.messages.map(({ body }) => body)).toEqual([
    {
      content: '佐伯 美咲 · 10月19日(金)の日報',
      embeds: [
        {
          description: [
            '**昨日やったこと**\nレビュー',
            '**今日やること**\n設計',
            '[日報を開く](https://asakai.example/?date=2040-10-19)',
          ].join('\n\n'),
        },
      ],
      allowed_mentions: { parse: [] },
    },
  ])
})

test('a report is posted as soon as Discord’s rate limit allows it', async () => {
  const { run, only, clock, later } = await filed()
  const body = { message: 'You are being rate limited.', retry_after: 89.7, global: false }
  discord.fault = { status: 429, headers: { 'retry-after': '90' }, body }
  await run()
  expect(await only()).toMatchObject({ status: 'pending', failure: 'rate_limited' })
  expect((await only()).due_at).toEqual(new Date(clock.now.getTime() + 90_000))
  discord.fault = undefined
  later(90)
  await run()
  expect(await only()).toMatchObject({ status: 'sent', attempts: 2 })
  expect(discord.messages).toHaveLength(1)
})

test.each<[Fault, string]>([
  [{ status: 404, body: { code: 10015, message: 'Unknown Webhook' } }, 'がこの接続を受け付けません'],
  [{ status: 401, body: { code: 50027, message: 'Invalid Webhook Token' } }, 'がこの接続を受け付けません'],
  [{ status: 400, body: { code: 50035, message: 'Invalid Form Body' } }, 'がリクエストを拒否しました'],
  ['hanging up', 'に届いたかどうか分かりません'],
  [{ status: 500, body: {} }, 'に届いたかどうか分かりません'],
])('a report that Discord refused with %j is listed, and sent again on request', async (fault, words) => {
  const { misaki, run, only, list, connect } = await filed()
  discord.fault = fault
  await run()
  expect(await only()).toMatchObject({ status: 'dead', attempts: 1 })
  expect(await list()).toMatchObject([{ destination: 'discord', failure: expect.stringContaining(`Discord${words}`) }])
  discord.fault = undefined
  await connect()
  discord.messages.length = 0
  expect((await misaki.post(`/notifications/deliveries/${(await only()).id}/retry`)).status).toBe(204)
  await run()
  expect(await only()).toMatchObject({ status: 'sent' })
  expect(discord.messages).toHaveLength(1)
})

test('a report is listed as undelivered if its Discord channel is disconnected before the post', async () => {
  const { misaki, run, list } = await filed()
  await misaki.delete('/connections/discord')
  await run()
  expect(discord.messages).toEqual([])
  expect(await list()).toMatchObject([{ failure: expect.stringContaining('Discordとの接続が解除されています') }])
})

test('a message to Discord is not resent if the server stopped while sending it', async () => {
  const { services, database, teamId, clock, run, only, later } = await filed()
  await withTeamTransaction(database, { teamId }, (db) =>
    db
      .updateTable('outbox')
      .set({ status: 'sending', attempts: 1, tried_at: clock.now })
      .where('team_id', '=', teamId)
      .execute(),
  )
  later(6 * 60)
  await requeueOverdue(services)
  await run()
  expect(await only()).toMatchObject({ status: 'dead', failure: 'unknown_outcome' })
  expect(discord.messages).toEqual([])
})
