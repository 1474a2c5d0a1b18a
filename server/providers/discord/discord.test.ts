import { beforeEach, expect, test } from 'vitest'
import { foreignAddresses } from '#server/testing/foreign-addresses.ts'
import { words } from '#server/testing/report-text.ts'
import { discord as standIn } from '#server/testing/stand-ins.ts'
import { discord } from './discord.ts'

const home = 'https://discord.com'
const good = `${home}/api/webhooks/223704706495545344/3d89bb75-72e0_fb30`
const webhook = { url: good.replace('/api/', '/api/v10/'), place: '223704706495545344' }

test.each([
  good,
  webhook.url,
  `${home}/api/v9/webhooks/223704706495545344/3d89bb75-72e0_fb30`,
  good.replace('discord.com', 'discordapp.com'),
  `  ${good}\n`,
])('the URL %j is accepted as a Discord webhook', (typed) => {
  expect(discord.read(home, typed)).toEqual(webhook)
})

test('a Discord webhook can be at the proxy that the operator has configured', () => {
  const inside = 'http://proxy.example:8080/discord'
  expect(discord.read(inside, `${inside}/api/webhooks/1/t`)).toEqual({
    url: `${inside}/api/v10/webhooks/1/t`,
    place: '1',
  })
  expect(discord.read(inside, good)).toBeUndefined()
})

test.each([
  ...foreignAddresses(good, 'discord.com', {
    'discord.com': ['discordapp.com.evil.example'],
    '/api/': ['/', '/api/x/'],
    '223704706495545344': ['general', '..%2F1'],
    '3d89bb75-72e0_fb30': [''],
  }),
  ...['/messages/1', '/slack', '?thread_id=1', '#x'].map((more) => good + more),
])('the URL %s is refused as a Discord webhook', (typed) => {
  expect(discord.read(home, typed)).toBeUndefined()
})

const there = await standIn()
beforeEach(() => {
  there.messages.length = 0
  there.fault = undefined
})
const url = discord.read(there.url, there.webhook('1'))!.url
const post = () => discord.postReport(url, { id: 'e1f0', day: '2026-10-23', words })

test('a post to Discord waits until the message is stored, and mentions no member', async () => {
  await post()
  expect(there.messages).toMatchObject([{ query: { wait: 'true' }, body: { allowed_mentions: { parse: [] } } }])
})

test('Discord must be connected again if its webhook was removed or its URL is wrong', async () => {
  for (const broken of [url.replace('the-token', 'another'), url.replace('/1/', '/x/')])
    await expect(discord.postText(broken, { id: 'e1f0', text: '朝会' })).rejects.toMatchObject({
      reason: 'unauthorized',
    })
})

test("Discord's rate limit gives the seconds to wait", async () => {
  const body = { message: 'You are being rate limited.', retry_after: 64.57, global: false }
  there.fault = { status: 429, headers: { 'retry-after': '65' }, body }
  await expect(post()).rejects.toMatchObject({ reason: 'rate_limited', retryAfter: 65 })
})

test.each([500, 504])(
  'the status %d of Discord means an unknown outcome, so that only people repeat the message',
  async (status) => {
    there.fault = { status, body: {} }
    await expect(post()).rejects.toMatchObject({ reason: 'unknown_outcome', isTransient: false })
    await expect(discord.postText(url, { id: 'e1f0', text: '朝会' })).rejects.toMatchObject({ reason: 'unavailable' })
  },
)
