import { beforeEach, describe, expect, test, vi } from 'vitest'
import { providers, type WebhookProvider, webhookProviders } from '#contract/providers.ts'
import { openKeyring } from '#server/access/keys/sealed.ts'
import { readProviders } from '#server/config/providers.ts'
import { withTeamTransaction } from '#server/db/database.ts'
import { readerOf } from '#server/config/environment.ts'
import { chatWebhooks } from '#server/providers/chat-webhooks.ts'
import type { Services } from '#server/services.ts'
import type { Fault } from '#server/testing/fault.ts'
import * as standIn from '#server/testing/stand-ins.ts'
import { team } from '#server/testing/team.ts'
import { chatWebhookOf } from './operations.ts'

const invalidKey = { error: { code: 400, message: 'API key not valid.', details: [{ reason: 'API_KEY_INVALID' }] } }
const limited = (body: unknown): Fault => ({ status: 429, headers: { 'retry-after': '12' }, body })

type ChatService = {
  standIn: Awaited<ReturnType<typeof standIn.googleChat> | ReturnType<typeof standIn.discord>>
  name: string
  said: string
  inGerman: string
  wrong: string[]
  failures: [Fault, number, string, string | undefined][]
}
const services: Record<WebhookProvider, ChatService> = {
  'google-chat': {
    standIn: await standIn.googleChat(),
    name: 'Google Chat',
    said: 'Asakai(朝会)がこのスペースに接続されました。',
    inGerman: 'Asakai ist mit diesem Gruppenbereich verbunden.',
    wrong: ['https://evil.example/v1/spaces/A/messages?key=k&token=t', 'ftp://x', 'A', '\u0000'],
    failures: [
      [{ status: 400, body: invalidKey }, 400, 'がこの接続を受け付けません', undefined],
      [{ status: 400, body: { error: { message: 'Invalid JSON' } } }, 400, 'がリクエストを拒否しました', undefined],
      [{ status: 401, body: {} }, 400, 'がこの接続を受け付けません', undefined],
      [{ status: 403, body: {} }, 400, 'のこのアカウントには権限がありません', undefined],
      [{ status: 404, body: {} }, 400, 'でこの名前が見つかりません', undefined],
      [limited({}), 503, 'へのリクエストが多すぎます', '12'],
    ],
  },
  discord: {
    standIn: await standIn.discord(),
    name: 'Discord',
    said: 'Asakai(朝会)がこのチャンネルに接続されました。',
    inGerman: 'Asakai ist mit diesem Kanal verbunden.',
    wrong: ['https://evil.example/api/webhooks/1/t', 'https://127.0.0.1/api/webhooks/1/t'],
    failures: [
      [
        { status: 400, body: { code: 50035, message: 'Invalid Form Body' } },
        400,
        'がリクエストを拒否しました',
        undefined,
      ],
      [{ status: 401, body: { code: 50027 } }, 400, 'がこの接続を受け付けません', undefined],
      [{ status: 404, body: { code: 10015 } }, 400, 'がこの接続を受け付けません', undefined],
      [limited({ retry_after: 11.4, global: false }), 503, 'へのリクエストが多すぎます', '12'],
    ],
  },
}
const silence: ChatService['failures'] = [
  [{ status: 500, body: {} }, 503, 'が応答しません', '60'],
  ['hanging up', 503, 'が応答しません', '60'],
  ['silence', 503, 'が応答しません', '60'],
  ['broken JSON', 503, 'の応答を読み取れませんでした', '60'],
  ['truncated', 503, 'の応答を読み取れませんでした', '60'],
  [{ body: 'null' }, 503, 'の応答を読み取れませんでした', '60'],
]

describe.each(Object.entries(services) as [WebhookProvider, ChatService][])('%s', (provider, place) => {
  const chat = place.standIn
  beforeEach(() => {
    chat.messages.length = 0
    chat.fault = undefined
    chat.displayName = undefined
  })

  async function saeki(options: Parameters<typeof team>[0] = {}) {
    const configured = readProviders(readerOf({ [providers[provider].variable]: chat.url }))
    const here = await team({ providers: configured, ...options })
    const { config, database, teamId } = here
    const known = { config, database, keyring: openKeyring(config.secretKey), logEvent: () => {} }
    const services = known as Partial<Services> as Services
    const me = await here.member('佐伯')
    return {
      ...here,
      me,
      services,
      connect: (webhook_url: string, headers?: Record<string, string>) =>
        me.post(`/connections/${provider}`, { webhook_url }, headers),
      address: () => chatWebhookOf(services, teamId, provider),
      rows: () =>
        withTeamTransaction(database, { teamId }, (db) =>
          db.selectFrom('connections').where('team_id', '=', teamId).selectAll().execute(),
        ),
    }
  }
  const addressOf = (id: string) => chatWebhooks[provider].read(chat.url, chat.webhook(id))!.url

  test('a webhook is connected after a test message, and its address is stored encrypted', async () => {
    const { me, connect, address, rows } = await saeki()

    const answer = await connect(`  ${chat.webhook('11')}\n`)

    expect(answer).toMatchObject({ status: 200, body: { provider, account: '11' } })
    expect(chat.messages).toHaveLength(1)
    expect(JSON.stringify(chat.messages[0]!.body)).toContain(place.said)
    expect(await address()).toBe(addressOf('11'))
    expect((await rows())[0]!.secret).not.toContain('the-token')
    const { body } = await me.get('/connections')
    expect(body).toMatchObject({ connections: [{ provider, account: '11' }], destinations: [provider] })
    expect(JSON.stringify([answer.body, body, (await me.get('/users/me')).body])).not.toMatch(/the-key|the-token/u)
  })

  test('a connected webhook shows its name in the service and posts in the team’s language', async () => {
    const { connect, database, teamId } = await saeki()
    await withTeamTransaction(database, { teamId }, (db) =>
      db.updateTable('teams').set({ language: 'de' }).where('id', '=', teamId).execute(),
    )
    chat.displayName = ' 朝\u0000会 '
    expect((await connect(chat.webhook('1'), { 'accept-language': 'en' })).body.account).toBe('朝会')
    expect(JSON.stringify(chat.messages[0]!.body)).toContain(place.inGerman)
  })

  test('a webhook that another administrator connects replaces the team’s webhook', async () => {
    const { me, connect, member, address, rows } = await saeki()
    await connect(chat.webhook('1'))
    const colleague = await member('早川')
    const path = `/connections/${provider}`
    const refused = { status: 403, body: { code: 'admins_only' } }
    expect(await colleague.post(path, { webhook_url: chat.webhook('2') })).toMatchObject(refused)
    expect(await colleague.delete(path)).toMatchObject(refused)
    await me.patch(`/users/${colleague.user.id}`, { is_admin: true })
    await colleague.post(path, { webhook_url: chat.webhook('2') })
    expect(await rows()).toMatchObject([{ user_id: colleague.user.id, account: '2' }])
    expect(await address()).toBe(addressOf('2'))
  })

  test('disconnecting removes the team’s webhook, but not another team’s', async () => {
    const { me, connect, address } = await saeki()
    const other = await saeki()
    await connect(chat.webhook('1'))
    expect(await other.address()).toBeUndefined()
    expect((await other.me.delete(`/connections/${provider}`)).status).toBe(204)
    expect(await address()).toBeDefined()
    expect((await me.delete(`/connections/${provider}`)).status).toBe(204)
    expect(await address()).toBeUndefined()
  })

  test.each(place.wrong)('the webhook address %j is rejected without a request to the address', async (typed) => {
    const { connect } = await saeki()
    const { status, body } = await connect(typed)
    expect([status, body.code, body.errors[0].field]).toEqual([400, 'invalid_input', 'webhook_url'])
    expect(chat.messages).toEqual([])
  })

  test('connecting a webhook requires a session', async () => {
    const { visitor } = await team()
    const answer = await visitor().post(`/connections/${provider}`, { webhook_url: chat.webhook('1') })
    expect(answer.status).toBe(401)
  })

  test('a webhook that fails its test does not replace the earlier webhook', { timeout: 30_000 }, async () => {
    const { connect, rows } = await saeki()
    await connect(chat.webhook('1'))
    const before = await rows()
    for (const [fault, status, words, retry] of [...place.failures, ...silence]) {
      chat.fault = fault
      const answer = await connect(chat.webhook('2'))
      expect(
        [answer.status, answer.body.message, answer.headers['retry-after']?.toString()],
        JSON.stringify(fault),
      ).toEqual([status, expect.stringContaining(place.name + words), retry])
      expect(JSON.stringify(answer.body)).not.toMatch(/the-key|the-token/u)
    }
    expect(await rows()).toEqual(before)
  })

  test('the address of a webhook is never logged, and unused if the operator disallows its host', async () => {
    const written = vi.spyOn(process.stdout, 'write').mockReturnValue(true)
    const { connect, services, address } = await saeki({ logLevel: 'debug' })
    await connect(chat.webhook('1'))
    for (const fault of [{ status: 500, body: {} }, 'hanging up', 'broken JSON'] as const) {
      chat.fault = fault
      await connect(chat.webhook('1'))
    }
    const lines = written.mock.calls.map(([line]) => String(line)).join('')
    written.mockRestore()
    expect(lines).toContain(`/connections/${provider}`)
    expect(lines).not.toMatch(/the-key|the-token/u)
    services.config.providers.webhookHomes[provider] = chatWebhooks[provider].home
    expect(await address()).toBeUndefined()
  })
})

test('a team can connect one webhook of each service', async () => {
  const urls = webhookProviders.map((id) => [providers[id].variable, services[id].standIn.url])
  const { member } = await team({ providers: readProviders(readerOf(Object.fromEntries(urls))) })
  const me = await member('佐伯')
  for (const [provider, { standIn: chat }] of Object.entries(services)) {
    chat.fault = undefined
    expect((await me.post(`/connections/${provider}`, { webhook_url: chat.webhook('1') })).status).toBe(200)
  }
  const { body } = await me.get('/connections')
  expect(body.destinations.toSorted()).toEqual(Object.keys(services).toSorted())
})
