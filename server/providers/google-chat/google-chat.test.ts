import { expect, test } from 'vitest'
import { foreignAddresses } from '#server/testing/foreign-addresses.ts'
import { googleChat as startSpace, prism } from '#server/testing/stand-ins.ts'
import { googleChat } from './google-chat.ts'

const google = 'https://chat.googleapis.com'
const good = `${google}/v1/spaces/AAQA-b_1/messages?key=AIza&token=x_y%3D`

test('a webhook URL of Google Chat is accepted', () => {
  expect(googleChat.read(google, good)).toEqual({ url: good, place: 'AAQA-b_1' })
  const inside = 'http://proxy.example:8080/chat'
  expect(googleChat.read(inside, `${inside}/v1/spaces/A/messages?token=t&key=k`)).toMatchObject({ place: 'A' })
})

test.each([
  ...foreignAddresses(good, 'chat.googleapis.com', {
    '/v1/': ['/v2/'],
    '/messages': ['/messages/1', '/members'],
    'AAQA-b_1': ['..%2Fx', ''],
    'key=AIza&': [''],
    AIza: [''],
    '&token=x_y%3D': [''],
  }),
  ...['&requestId=1', '&key=other', '#x'].map((more) => good + more),
])('the URL %s is refused as a Google Chat webhook', (typed) => {
  expect(googleChat.read(google, typed)).toBeUndefined()
})

test('an internal address that looks like a Google Chat webhook is refused', async () => {
  const inside = 'https://127.0.0.1/v1/spaces/A/messages?key=k&token=t'
  expect(googleChat.read(google, inside)).toBeUndefined()
})

test("texts and cards for Google Chat are valid for Google's API description", { timeout: 30_000 }, async () => {
  const { url } = await prism('google-chat.json')
  const webhook = `${url}/v1/spaces/A/messages?key=k&token=t`
  expect(await googleChat.postText(webhook, { id: 'e1f0', text: '朝会' })).toBe('string')
  const words = {
    author: '佐伯 美咲',
    title: '10月23日（金）の日報',
    sections: [{ heading: '今日', text: '設計 https://example.com' }],
    link: 'https://asakai.example/activity',
    linkText: '日報を開く',
  }
  expect(await googleChat.postReport(webhook, { id: 'e1f0', day: '2026-10-23', words })).toBe('string')
  // The stand-in refuses an invalid request, so the requests above were valid.
  await expect(googleChat.postText(webhook, { id: 'e1f0', text: 5 as unknown as string })).rejects.toMatchObject({
    reason: 'refused',
  })
})

test('a day’s Google Chat messages are in one thread, and a repeated id is posted once', async () => {
  const chat = await startSpace()
  const message = { id: 'a-report', text: '日報' }
  await googleChat.postText(chat.webhook('A'), message)
  await googleChat.postText(chat.webhook('A'), message)
  expect(chat.messages).toMatchObject([
    {
      query: { key: 'the-key', token: 'the-token', messageReplyOption: 'REPLY_MESSAGE_FALLBACK_TO_NEW_THREAD' },
      body: { text: '日報', thread: { threadKey: 'asakai' } },
    },
  ])
})
