import { UnauthorizedError, type OAuthClientProvider } from '@modelcontextprotocol/sdk/client/auth.js'
import { Client } from '@modelcontextprotocol/sdk/client/index.js'
import { StreamableHTTPClientTransport } from '@modelcontextprotocol/sdk/client/streamableHttp.js'
import type { FetchLike } from '@modelcontextprotocol/sdk/shared/transport.js'
import { expect, test } from 'vitest'
import { afterwards } from '#server/testing/afterwards.ts'
import { openTeamServer, redirectUri } from './oauth.fixture.ts'

/** Returns a program for the SDK. The program stores its data in memory. */
function program() {
  const kept: Record<string, unknown> = {}
  const opened: URL[] = []
  const provider: OAuthClientProvider = {
    redirectUrl: redirectUri,
    clientMetadata: { client_name: 'Test program', redirect_uris: [redirectUri] },
    clientInformation: () => kept['client'] as never,
    saveClientInformation: (client) => void (kept['client'] = client),
    tokens: () => kept['tokens'] as never,
    saveTokens: (tokens) => void (kept['tokens'] = tokens),
    redirectToAuthorization: (url) => void opened.push(url),
    saveCodeVerifier: (verifier) => void (kept['verifier'] = verifier),
    codeVerifier: () => kept['verifier'] as string,
    invalidateCredentials: (what) => void delete kept[what],
  }
  return { provider, kept, opened }
}

async function connect(base: string, provider: OAuthClientProvider, fetch?: FetchLike) {
  const client = new Client({ name: 'test', version: '1.0.0' })
  const transport = new StreamableHTTPClientTransport(new URL(`${base}/api/mcp`), {
    authProvider: provider,
    ...(fetch && { fetch }),
  })
  afterwards(() => client.close())
  return { client, transport, connect: () => client.connect(transport) }
}

test.each(['', '/asakai'])(
  'the SDK’s client can discover, register, authorize, call, refresh and revoke below "%s" (N21.01)',
  async (path) => {
    const { publicUrl, member, allow, advanceClock, renewed } = await openTeamServer({}, path)
    await member.post('/daily-reports', {
      report_date: '2026-10-23',
      yesterday_work: '設計',
      today_plan: '',
      issues: '',
    })
    const { provider, kept, opened } = program()
    const first = await connect(publicUrl, provider)
    await expect(first.connect()).rejects.toThrow(UnauthorizedError)
    const answered = await allow(member, opened[0]!.href)
    expect(answered.searchParams.get('iss')).toBe(publicUrl)
    await first.transport.finishAuth(answered.searchParams.get('code')!)
    const second = await connect(publicUrl, provider)
    await second.connect()
    const call = (name: string, given: object) => second.client.callTool({ name, arguments: { ...given } })
    expect((await call('get_day', { date: '2026-10-23' })).isError).toBeUndefined()
    expect((await call('draft_report', { today_plan: '実装' })).isError).toBeUndefined()

    const before = kept['tokens'] as { access_token: string; refresh_token: string }
    advanceClock(16 * 60_000)
    expect((await call('get_day', {})).isError).toBeUndefined()
    const after = kept['tokens'] as { access_token: string; refresh_token: string }
    expect(after.refresh_token).not.toBe(before.refresh_token)

    const owner = await renewed()
    const { grants } = (await owner.get('/grants')).body
    expect(grants).toEqual([
      {
        id: expect.any(String),
        client_name: 'Test program',
        scopes: ['read', 'write'],
        expires_on: expect.any(String),
        last_used_at: expect.any(String),
      },
    ])
    expect((await owner.delete(`/grants/${grants[0].id}`)).status).toBe(204)
    await expect(call('get_day', {})).rejects.toThrow(UnauthorizedError)
    expect(opened).toHaveLength(2) // the SDK asks the member again
    expect((await owner.get('/grants')).body).toEqual({ grants: [] })
  },
)

test('the SDK’s client can connect if the proxy forwards only the path of PUBLIC_URL (N21.01)', async () => {
  const { publicUrl, member, allow } = await openTeamServer({}, '/asakai')
  const elsewhere: string[] = []
  const proxied: FetchLike = async (address, init) => {
    const { pathname } = new URL(address)
    if (pathname.startsWith('/asakai/')) return fetch(address, init)
    elsewhere.push(pathname)
    return new Response('not here', { status: 404 })
  }
  const { provider, opened } = program()
  const first = await connect(publicUrl, provider, proxied)
  await expect(first.connect()).rejects.toThrow(UnauthorizedError)
  const answered = await allow(member, opened[0]!.href)
  await first.transport.finishAuth(answered.searchParams.get('code')!)
  const second = await connect(publicUrl, provider, proxied)
  await second.connect()
  expect((await second.client.listTools()).tools).toHaveLength(4)
  expect(elsewhere).toContain('/.well-known/oauth-authorization-server/asakai')
})
