import { readFileSync } from 'node:fs'
import { once } from 'node:events'
import type { IncomingMessage, ServerResponse } from 'node:http'
import { createServer } from 'node:https'
import type { AddressInfo } from 'node:net'
import { getCACertificates, setDefaultCACertificates } from 'node:tls'
import { beforeEach, expect, test } from 'vitest'
import { readerOf } from '#server/config/environment.ts'
import { readProviders } from '#server/config/providers.ts'
import { afterwards } from '#server/testing/afterwards.ts'
import { allowedAs, authorizeUrl, openTeamServer, proofKey, redirectUri, refresh } from './oauth.fixture.ts'

// Tests of programs that publish their description at their client id (client-id metadata documents).

const pem = (name: string) => readFileSync(new URL(`../../../../fixtures/tls/${name}`, import.meta.url), 'utf8')
const known = getCACertificates('default')
setDefaultCACertificates([...known, pem('localhost.pem')])
afterwards(() => setDefaultCACertificates(known))

const asked: string[] = []
let answer: (request: IncomingMessage, response: ServerResponse) => void = () => {}
/** A host that publishes descriptions of programs by HTTPS, on the operator's own network. */
const host = createServer({ key: pem('localhost.key.pem'), cert: pem('localhost.pem') }, (request, response) => {
  asked.push(request.url!)
  answer(request, response)
}).listen(0, '127.0.0.1')
await once(host, 'listening')
afterwards(() => void host.close())
const origin = `https://localhost:${(host.address() as AddressInfo).port}`

const office = await openTeamServer({ providers: readProviders(readerOf({ MCP_CLIENT_ORIGINS: origin })) })
const { publicUrl, visit, member, requestOf } = office
const { challenge } = proofKey()

let count = 0
const newId = () => `${origin}/programs/${(count += 1)}.json`
const described = (client_id: string, more: object = {}) => ({
  client_id,
  client_name: 'Published',
  redirect_uris: [redirectUri],
  grant_types: ['authorization_code', 'refresh_token'],
  token_endpoint_auth_method: 'none',
  ...more,
})
const publish = (body: unknown, { status = 200, headers = {} }: { status?: number; headers?: object } = {}) => {
  answer = (_request, response) =>
    response.writeHead(status, { 'content-type': 'application/json', ...headers }).end(JSON.stringify(body))
}
const ask = (client_id: string, more: Record<string, string> = {}) =>
  visit(authorizeUrl(publicUrl, { client_id, code_challenge: challenge, ...more }))
const isRefused = async (client_id: string) => {
  const { location } = await ask(client_id)
  return new URL(location!).pathname === '/allow' && location!.includes('error=invalid_')
}
beforeEach(() => {
  asked.length = 0
})

test('a program can connect with the URL of its description, which is fetched once', async () => {
  const id = newId()
  publish(described(id), { headers: { 'cache-control': 'max-age=3600' } })
  const { location } = await ask(id)
  expect((await member.get(`/consents/${requestOf(location)}`)).body).toEqual({
    client_name: 'Published',
    client_host: new URL(origin).host,
    redirect_host: null,
    redirect_scheme: null,
    scopes: ['read', 'write'],
  })
  const { status, body } = await (await allowedAs(id, office)).exchange()
  expect(status).toBe(200)
  expect((await refresh(office, { client_id: id, refresh_token: body!['refresh_token']! })).status).toBe(200)
  expect(asked).toHaveLength(1)
  expect((await member.get('/grants')).body.grants[0]).toMatchObject({ client_name: 'Published' })
})

test('a connected program works while its host is unavailable', async () => {
  const id = newId()
  publish(described(id), { headers: { 'cache-control': 'no-store' } })
  const { body } = await (await allowedAs(id, office)).exchange()
  office.advanceClock(2 * 60 * 60_000)
  publish({}, { status: 503 })
  const again = await refresh(office, { client_id: id, refresh_token: body!['refresh_token']! })
  office.advanceClock(-2 * 60 * 60_000)
  expect(again.status).toBe(200)
  publish({}, { status: 404 }) // the host has removed the description
  office.advanceClock(4 * 60 * 60_000)
  const { refresh_token } = again.body as { refresh_token: string }
  expect((await refresh(office, { client_id: id, refresh_token })).body).toMatchObject({ error: 'invalid_client' })
  office.advanceClock(-4 * 60 * 60_000)
})

test.each<[string, (id: string) => unknown]>([
  ['that names another client id', (id) => described(`${id}x`)],
  ['with a secret', (id) => described(id, { client_secret: 'x' })],
  [
    'of a program that authenticates by a secret',
    (id) => described(id, { token_endpoint_auth_method: 'client_secret_basic' }),
  ],
  ['without addresses', (id) => described(id, { redirect_uris: undefined })],
  [
    'with an address by plain HTTP',
    (id) => described(id, { redirect_uris: ['http://app.example.com/x'], application_type: 'web' }),
  ],
  [
    'with an address that opens a browser',
    (id) => described(id, { redirect_uris: ['microsoft-edge:https://evil.example/'] }),
  ],
  ['with a script as address', (id) => described(id, { redirect_uris: ['javascript:alert(1)'] })],
  ['that is a list', (id) => [described(id)]],
  ['of more than 10 KiB', (id) => described(id, { client_uri: `https://example.com/${'x'.repeat(11_000)}` })],
])('a program’s description %s is refused', async (_what, bodyOf) => {
  const id = newId()
  publish(bodyOf(id))
  expect(await isRefused(id)).toBe(true)
})

test.each([
  [301, 'https://localhost:1/x'],
  [302, `${origin}/programs/other.json`],
  [404, ''],
  [500, ''],
])('a program’s description is refused if its URL answers with the status %i', async (status, location) => {
  const id = newId()
  publish(described(id), { status, headers: location ? { location } : {} })
  expect(await isRefused(id)).toBe(true)
  expect(asked).toHaveLength(1)
})

test.each([
  'https://127.0.0.1/client.json',
  'https://localhost/client.json',
  'https://10.0.0.5/client.json',
  'https://169.254.169.254/latest/meta-data',
  'https://[::1]/client.json',
  'https://[fd00::1]/client.json',
  'https://0x7f000001/client.json',
  `http://localhost:${new URL(origin).port}/client.json`,
  `https://user@localhost:${new URL(origin).port}/client.json`,
  'file:///etc/passwd',
])('the server fetches no program’s description from the internal or unencrypted URL %s (SSRF)', async (id) => {
  expect(await isRefused(id)).toBe(true)
  expect(asked).toEqual([])
})

test('fetching a program’s description times out after a few seconds', { timeout: 20_000 }, async () => {
  answer = () => {} // no response
  expect(await isRefused(newId())).toBe(true)
})

test('the server fetches at most 60 programs’ descriptions an hour for one network', async () => {
  publish({})
  const fetched = async (remoteAddress: string, id: string) => {
    asked.length = 0
    await office.app.inject({
      url: new URL(authorizeUrl(publicUrl, { client_id: id, code_challenge: challenge })).href.replace(publicUrl, ''),
      remoteAddress,
    })
    return asked.length
  }
  for (let each = 0; each < 60; each += 1) expect(await fetched('203.0.113.7', newId())).toBe(1)
  expect(await fetched('203.0.113.7', newId())).toBe(0)
  expect(await fetched('203.0.113.8', newId())).toBe(1)
})
