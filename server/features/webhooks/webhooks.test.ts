import { beforeAll, beforeEach, expect, test, vi } from 'vitest'
import { openKeyring } from '#server/access/sealed.ts'
import { readProviders } from '#server/config-providers.ts'
import { inTeam } from '#server/db/database.ts'
import { readerOf } from '#server/environment.ts'
import { webhooks } from '#server/providers/webhooks.ts'
import type { Services } from '#server/services.ts'
import type { Fault } from '#server/testing/fault.ts'
import { googleChat } from '#server/testing/stand-ins.ts'
import { team } from '#server/testing/team.ts'
import { webhookOf } from './operations.ts'

let chat: Awaited<ReturnType<typeof googleChat>>
beforeAll(async () => {
  chat = await googleChat()
})
beforeEach(() => {
  chat.messages.length = 0
  chat.fault = undefined
  chat.displayName = undefined
})

async function saeki(options: Parameters<typeof team>[0] = {}) {
  const providers = readProviders(readerOf({ GOOGLE_CHAT_URL: chat.url }))
  const here = await team({ providers, ...options })
  const { config, database, teamId } = here
  const known = { config, database, keyring: openKeyring(config.secretKey), logEvent: () => {} }
  const services = known as Partial<Services> as Services
  const me = await here.member('佐伯')
  return {
    ...here,
    me,
    services,
    connect: (webhook_url: string, headers?: Record<string, string>) =>
      me.post('/connections/google-chat', { webhook_url }, headers),
    space: () => webhookOf(services, teamId, 'google-chat'),
    rows: () =>
      inTeam(database, { teamId }, (db) =>
        db.selectFrom('connections').where('team_id', '=', teamId).selectAll().execute(),
      ),
  }
}

test('a space is connected once a message has appeared in it; its address is kept sealed', async () => {
  const { me, connect, space, rows } = await saeki()

  const answer = await connect(`  ${chat.webhook('AAQA')}\n`)

  expect(answer).toMatchObject({ status: 200, body: { provider: 'google-chat', account: 'AAQA' } })
  expect(chat.messages).toMatchObject([
    {
      query: { key: 'the-key', token: 'the-token', messageReplyOption: 'REPLY_MESSAGE_FALLBACK_TO_NEW_THREAD' },
      body: { text: 'Asakai（朝会）がこのスペースにつながりました。', thread: { threadKey: 'asakai' } },
    },
  ])
  expect(await space()).toBe(chat.webhook('AAQA'))
  expect((await rows())[0]!.secret!.toString('latin1')).not.toContain('the-token')
  const { body } = await me.get('/connections')
  expect(body).toMatchObject({
    connections: [{ provider: 'google-chat', account: 'AAQA' }],
    destinations: ['google-chat'],
  })
  expect(JSON.stringify([answer.body, body, (await me.get('/users/me')).body])).not.toMatch(/the-key|the-token/u)
})

test('the space is called as Google calls it, and the message is in the team’s language', async () => {
  const { connect, database, teamId } = await saeki()
  await inTeam(database, { teamId }, (db) =>
    db.updateTable('teams').set({ language: 'de' }).where('id', '=', teamId).execute(),
  )
  chat.displayName = ' 朝\u0000会 '
  expect((await connect(chat.webhook('A'), { 'accept-language': 'en' })).body.account).toBe('朝会')
  expect(chat.messages[0]!.body['text']).toBe('Asakai ist mit diesem Gruppenbereich verbunden.')
})

test('a team has one space: whoever connects another replaces it', async () => {
  const { me, connect, member, space, rows } = await saeki()
  await connect(chat.webhook('A'))
  const colleague = await member('早川')
  const refused = { status: 403, body: { code: 'admins_only' } }
  expect(await colleague.post('/connections/google-chat', { webhook_url: chat.webhook('B') })).toMatchObject(refused)
  expect(await colleague.delete('/connections/google-chat')).toMatchObject(refused)
  await me.patch(`/users/${colleague.user.id}`, { is_admin: true })
  await colleague.post('/connections/google-chat', { webhook_url: chat.webhook('B') })
  expect(await rows()).toMatchObject([{ user_id: colleague.user.id, account: 'B' }])
  expect(await space()).toBe(chat.webhook('B'))
})

test('disconnecting ends it, another team knows nothing of it', async () => {
  const { me, connect, space } = await saeki()
  const other = await saeki()
  await connect(chat.webhook('A'))
  expect(await other.space()).toBeUndefined()
  expect((await other.me.delete('/connections/google-chat')).status).toBe(204)
  expect(await space()).toBeDefined()
  expect((await me.delete('/connections/google-chat')).status).toBe(204)
  expect(await space()).toBeUndefined()
})

test.each(['https://evil.example/v1/spaces/A/messages?key=k&token=t', 'ftp://x', 'A', '\u0000'])(
  '%j is no webhook of a space: the field says so, and nothing is asked',
  async (typed) => {
    const { connect } = await saeki()
    const { status, body } = await connect(typed)
    expect([status, body.code, body.errors[0].field]).toEqual([400, 'invalid_input', 'webhook_url'])
    expect(chat.messages).toEqual([])
  },
)

test('without a session nothing is connected', async () => {
  const { visitor } = await team()
  const answer = await visitor().post('/connections/google-chat', { webhook_url: chat.webhook('A') })
  expect(answer.status).toBe(401)
})

const invalidKey = { error: { code: 400, message: 'API key not valid.', details: [{ reason: 'API_KEY_INVALID' }] } }
test.each<[Fault, number, string, string | undefined]>([
  [{ status: 400, body: invalidKey }, 400, 'Google Chatがこの接続を受け付けません', undefined],
  [{ status: 400, body: { error: { message: 'Invalid JSON' } } }, 400, 'Google Chatに断られました', undefined],
  [{ status: 401, body: {} }, 400, 'Google Chatがこの接続を受け付けません', undefined],
  [{ status: 403, body: {} }, 400, 'Google Chatのこのアカウントには権限がありません', undefined],
  [{ status: 404, body: {} }, 400, 'Google Chatに見つかりません', undefined],
  [{ status: 429, headers: { 'retry-after': '12' }, body: {} }, 503, 'Google Chatへの問い合わせが多すぎます', '12'],
  [{ status: 500, body: {} }, 503, 'Google Chatが応答しません', '60'],
  ['hanging up', 503, 'Google Chatが応答しません', '60'],
  ['silence', 503, 'Google Chatが応答しません', '60'],
  ['broken JSON', 503, 'Google Chatの応答を読み取れませんでした', '60'],
  ['truncated', 503, 'Google Chatの応答を読み取れませんでした', '60'],
  [{ body: 'null' }, 503, 'Google Chatの応答を読み取れませんでした', '60'],
])('%j: one sentence, and the space that was there stays', { timeout: 15_000 }, async (fault, status, words, retry) => {
  const { connect, rows } = await saeki()
  await connect(chat.webhook('A'))
  const before = await rows()
  chat.fault = fault
  const answer = await connect(chat.webhook('B'))
  expect([answer.status, answer.body.message, answer.headers['retry-after']?.toString()]).toEqual([
    status,
    expect.stringContaining(words),
    retry,
  ])
  expect(JSON.stringify(answer.body)).not.toMatch(/the-key|the-token/u)
  expect(await rows()).toEqual(before)
})

test('what is sent again with one request id appears once', async () => {
  const message = { id: 'a-report', text: '日報' }
  await webhooks['google-chat'].postText(chat.webhook('A'), message)
  await webhooks['google-chat'].postText(chat.webhook('A'), message)
  expect(chat.messages).toHaveLength(1)
})

test('the address is in no log, and nothing is sent where the operator no longer looks', async () => {
  const written = vi.spyOn(process.stdout, 'write').mockReturnValue(true)
  const { connect, services, space } = await saeki({ logLevel: 'debug' })
  await connect(chat.webhook('A'))
  for (const fault of [{ status: 500, body: {} }, 'hanging up', 'broken JSON'] as const) {
    chat.fault = fault
    await connect(chat.webhook('A'))
  }
  const lines = written.mock.calls.map(([line]) => String(line)).join('')
  written.mockRestore()
  expect(lines).toContain('/connections/google-chat')
  expect(lines).not.toMatch(/the-key|the-token/u)
  services.config.providers.webhookHomes['google-chat'] = 'https://chat.googleapis.com'
  expect(await space()).toBeUndefined()
})
