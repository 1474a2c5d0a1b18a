import { describe, expect, test, vi } from 'vitest'
import type { Provider } from '#contract/providers.ts'
import { readProviders } from '#server/config/providers.ts'
import { readerOf } from '#server/config/environment.ts'
import { withTeamTransaction } from '#server/db/database.ts'
import { shortenTimeouts } from '#server/testing/shorten-timeouts.ts'
import * as standIn from '#server/testing/stand-ins.ts'
import { team } from '#server/testing/team.ts'

/** Creates a member of a deployment with an internal tracker that the operator allows. */
async function saeki() {
  const tracker = await standIn.tracker()
  const { member, database, teamId } = await team({
    providers: readProviders(readerOf({ TRACKER_ORIGINS: tracker.url })),
  })
  const me = await member('佐伯')
  const secretOf = (provider: Provider) =>
    withTeamTransaction(database, { teamId }, (db) =>
      db.selectFrom('connections').where('provider', '=', provider).select(['account', 'subject', 'secret']).execute(),
    )
  return { tracker, me, member, secretOf }
}
const forms = {
  backlog: (place: string, key = 'right-key') => ({ space: place, apiKey: key }),
  jira: (place: string, key = 'right-key') => ({ domain: place, email: 'misaki@example.com', apiToken: key }),
}
const names = { backlog: 'Backlog', jira: 'Jira' }
const each = ['backlog', 'jira'] as const

describe.each(each)('%s', (provider) => {
  test('connecting a tracker stores its key encrypted and never returns the key', async () => {
    const { tracker, me, secretOf } = await saeki()
    const host = new URL(tracker.url).host

    const answer = await me.post(
      `/connections/${provider}`,
      forms[provider](`${tracker.url}/dashboard`, ' right-key\n'),
    )

    expect(answer).toMatchObject({ status: 200, body: { provider, account: host } })
    const connections = await secretOf(provider)
    expect(connections).toMatchObject([{ account: host, subject: expect.any(String) }])
    expect(connections[0]!.secret).not.toContain('right-key')
    const seen = [answer.body, (await me.get('/connections')).body, (await me.get('/users/me')).body]
    expect(JSON.stringify(seen)).not.toContain('right-key')
    expect(seen[1]).toMatchObject({ connections: [{ provider, account: host }] })
    expect(tracker.asked.map(({ query }) => String(query)).join('')).not.toContain('right-key')
  })

  test('a key that the tracker refuses keeps the existing connection', async () => {
    const { tracker, me, secretOf } = await saeki()
    await me.post(`/connections/${provider}`, forms[provider](tracker.url))
    const before = await secretOf(provider)

    const { status, body } = await me.post(`/connections/${provider}`, forms[provider](tracker.url, 'wrong-key'))

    expect([status, body.code, body.message]).toEqual([
      400,
      'connection_refused',
      `${names[provider]}がこの接続を受け付けませんでした。入力内容を確認するか、もう一度接続してください。`,
    ])
    expect(JSON.stringify(body)).not.toContain('wrong-key')
    expect(await secretOf(provider)).toEqual(before)
  })

  test.each([
    [404, {}, '[]', 400, '見つかりません'],
    [403, {}, '[]', 400, '権限がありません'],
    [429, { 'retry-after': '42' }, '[]', 503, '多すぎます'],
    [500, {}, '[]', 503, '応答しません'],
    [302, { location: 'http://127.0.0.1:1/' }, '', 503, '応答しません'],
    [200, {}, '{"id":', 503, '読み取れません'],
    [200, {}, '<html>', 503, '読み取れません'],
    [200, {}, '{"id":"yes","accountId":1}', 503, '読み取れません'],
    [200, {}, `"${'x'.repeat(1_100_000)}"`, 503, '読み取れません'],
  ])(
    'a tracker that answers %i with the headers %j is not connected',
    async (status, headers, text, expected, words) => {
      const { tracker, me, secretOf } = await saeki()
      tracker.instead = () => (_request, response) => response.writeHead(status, headers).end(text)
      const answer = await me.post(`/connections/${provider}`, forms[provider](tracker.url))
      expect([answer.status, answer.body.message]).toEqual([expected, expect.stringContaining(words)])
      if (status === 429) expect(answer.headers['retry-after']).toBe('42')
      expect(await secretOf(provider)).toEqual([])
    },
  )

  test('connecting a silent tracker ends before the browser gives up', async () => {
    const { tracker, me } = await saeki()
    tracker.instead = () => () => {}
    const limits = shortenTimeouts()
    expect(await me.post(`/connections/${provider}`, forms[provider](tracker.url))).toMatchObject({
      status: 503,
      body: { code: 'provider_unavailable' },
    })
    expect(Math.max(...limits)).toBeLessThan(9_000)
  })

  test.each(['', ' ', 'evil.com', 'hinode.evil.com', '127.0.0.1', 'http://169.254.169.254/latest', 'a b'])(
    'connecting a tracker refuses the site %j without sending a request',
    async (place) => {
      const { tracker, me } = await saeki()
      const { status, body } = await me.post(`/connections/${provider}`, forms[provider](place))
      expect([status, body.code, body.errors]).toEqual([
        400,
        'invalid_input',
        [expect.objectContaining({ field: provider === 'jira' ? 'domain' : 'space' })],
      ])
      expect(tracker.asked).toEqual([])
    },
  )

  test('a failed connection of a tracker logs no key', async () => {
    const tracker = await standIn.tracker()
    const written = vi.spyOn(process.stdout, 'write').mockReturnValue(true)
    const { member } = await team({
      logLevel: 'debug',
      providers: readProviders(readerOf({ TRACKER_ORIGINS: tracker.url })),
    })
    const me = await member()
    for (const instead of [undefined, () => () => {}]) {
      tracker.instead = instead
      await me.post(`/connections/${provider}`, forms[provider](tracker.url, 'very-secret-key'))
    }
    await me.post(`/connections/${provider}`, forms[provider]('evil.com', 'very-secret-key'))
    const lines = written.mock.calls.map(([line]) => String(line)).join('')
    written.mockRestore()
    expect(lines).toContain(`/connections/${provider}`)
    expect(lines).not.toContain('very-secret-key')
    expect(lines).not.toContain(Buffer.from('misaki@example.com:very-secret-key').toString('base64'))
  })

  test('a tracker cannot be connected without a session', async () => {
    const { visitor } = await team()
    expect((await visitor().post(`/connections/${provider}`, forms[provider]('hinode'))).status).toBe(401)
  })
})

test.each(['日本語', 'a b', 'é', 'a\nb', 'x\u0000'])('connecting Backlog refuses the key %j', async (key) => {
  const { tracker, me } = await saeki()
  const { status, body } = await me.post('/connections/backlog', forms.backlog(tracker.url, key))
  expect([status, body.errors]).toEqual([
    400,
    [expect.objectContaining({ field: 'apiKey', code: 'invalid_characters' })],
  ])
})

test('connecting Jira with an empty email reports an error at the field', async () => {
  const { me } = await saeki()
  const { body } = await me.post('/connections/jira', { domain: 'hinode', email: 'nobody', apiToken: 'x' })
  expect(body.errors).toMatchObject([{ field: 'email', code: 'invalid_email' }])
})

test('two members can connect the same site, and each keeps their own connection', async () => {
  const { tracker, me, member, secretOf } = await saeki()
  const colleague = await member('早川')
  for (const person of [me, colleague])
    expect((await person.post('/connections/backlog', forms.backlog(tracker.url))).status).toBe(200)
  expect(await secretOf('backlog')).toHaveLength(2)
})
