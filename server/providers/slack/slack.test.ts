import { readFile } from 'node:fs/promises'
import { beforeAll, expect, test } from 'vitest'
import { ProviderFailure } from '#server/errors.ts'
import type { Fault } from '#server/testing/fault.ts'
import { freePort } from '#server/testing/free-port.ts'
import { shortenTimeouts } from '#server/testing/shorten-timeouts.ts'
import { installAtSlack, slackClient } from '#server/testing/slack.ts'
import { prism, slack as standIn } from '#server/testing/stand-ins.ts'
import {
  exchangeCode,
  findPerson,
  installAddress,
  listPeople,
  openDirectMessage,
  postMessage,
  revoke,
} from './slack.ts'

const redirectUri = 'http://localhost:3000/api/auth/slack/callback'
const people = Array.from({ length: 1_050 }, (_, index) => ({
  name: `person-${index}`,
  real_name: `人 ${index}`,
  email: `person-${index}@hinode.example`,
}))

let slack: Awaited<ReturnType<typeof standIn>>
let botToken: string

beforeAll(async () => {
  slack = await standIn({ redirectUris: [redirectUri], people })
  botToken = (await install('person-7')).botToken
})

const app = () => ({ ...slackClient, apiUrl: slack.apiUrl })

async function install(name: string) {
  const { code } = await installAtSlack(installAddress(app(), { state: 'the state', redirectUri }), name)
  return exchangeCode(app(), { code: code!, redirectUri })
}

/** Makes the calls of a method fail. Returns the failure of a call. */
async function failing(method: string, fault: Fault, question: () => Promise<unknown>): Promise<ProviderFailure> {
  slack.setFault(method, fault)
  const error: unknown = await question().then(
    () => undefined,
    (reason: unknown) => reason,
  )
  slack.setFault(method, undefined)
  expect(error).toBeInstanceOf(ProviderFailure)
  expect(`${JSON.stringify(error)} ${String((error as Error).cause)} ${(error as Error).stack}`).not.toMatch(
    /xoxb-|127\.0\.0\.1:\d|secret of the stand-in/u,
  )
  return error as ProviderFailure
}
const listing = (fault: Fault) => failing('users.list', fault, () => listPeople(slack, botToken))
const posting = (fault: Fault) =>
  failing('chat.postMessage', fault, () => postMessage(slack, botToken, { channel: 'general', text: '朝会' }))

test("the connection to Slack requests only the necessary scopes at the API's own origin", () => {
  const address = installAddress(
    { ...slackClient, apiUrl: 'https://slack.com/api' },
    { state: 'the state', redirectUri },
  )
  expect(address.origin + address.pathname).toBe('https://slack.com/oauth/v2/authorize')
  expect(Object.fromEntries(address.searchParams)).toEqual({
    client_id: 'asakai',
    scope: 'chat:write,users:read,users:read.email,im:write,channels:read,channels:join',
    redirect_uri: redirectUri,
    state: 'the state',
  })
})

test('the documented Slack manifest requests the same scopes and allows direct messages', async () => {
  const page = await readFile(new URL('../../../docs/providers/slack.md', import.meta.url), 'utf8')
  const manifest = JSON.parse(/```json\n(.*?)```/su.exec(page)![1]!)
  const { searchParams } = installAddress({ ...slackClient, apiUrl: slack.apiUrl }, { state: 's', redirectUri })
  expect(manifest.oauth_config.scopes.bot).toEqual(expect.arrayContaining(searchParams.get('scope')!.split(',')))
  expect(manifest.features.app_home.messages_tab_enabled).toBe(true)
})

test('Slack’s code is exchanged for the bot token with the client secret in a header', async () => {
  const installation = await install('person-3')
  expect(installation).toMatchObject({ workspace: '日の出システム', workspaceId: 'T000000001' })
  const [sent] = slack.calls.filter(({ method }) => method === 'oauth.v2.access').slice(-1)
  expect(sent!.authorization).toMatch(/^Basic /u)
  expect(Object.keys(sent!.sent).toSorted()).toEqual(['code', 'redirect_uri'])
  const person = await findPerson(slack, installation.botToken, installation.userId)
  expect(person).toMatchObject({ name: 'person-3', profile: { email: 'person-3@hinode.example' } })
})

test('a code of Slack that was used before is rejected', async () => {
  const { code } = await installAtSlack(installAddress(app(), { state: 'x', redirectUri }), 'person-1')
  await exchangeCode(app(), { code: code!, redirectUri })
  await expect(exchangeCode(app(), { code: code!, redirectUri })).rejects.toMatchObject({ reason: 'refused' })
})

test('a grant of Slack that lacks scopes is reported', async () => {
  const granted = {
    ok: true,
    access_token: 'xoxb-1',
    scope: 'chat:write,users:read',
    team: { id: 'T1', name: '日の出' },
    authed_user: { id: 'U1' },
  }
  const exchange = () => exchangeCode(app(), { code: 'c', redirectUri })
  expect(await failing('oauth.v2.access', { body: granted }, exchange)).toMatchObject({ reason: 'missing_scope' })
  const nothing = { ...granted, access_token: undefined }
  expect(await failing('oauth.v2.access', { body: nothing }, exchange)).toMatchObject({ reason: 'invalid_response' })
  const organisation = { ...granted, team: null, is_enterprise_install: true }
  expect(await failing('oauth.v2.access', { body: organisation }, exchange)).toMatchObject({ reason: 'refused' })
})

test('all people of a Slack workspace are listed over several pages', async () => {
  const before = slack.sent('users.list').length
  const listed = await listPeople(slack, botToken)
  expect(listed.filter(({ name }) => name?.startsWith('person-'))).toHaveLength(1_050)
  expect(slack.sent('users.list').slice(before)).toMatchObject([{ limit: '1000' }, { limit: '1000' }])
})

test('the list of Slack’s people stops at a limit if its pages never end', async () => {
  slack.setFault('users.list', {
    body: { ok: true, members: [{ id: 'U1' }], response_metadata: { next_cursor: 'again' } },
  })
  expect(await listPeople(slack, botToken)).toHaveLength(100)
  slack.setFault('users.list', undefined)
})

test('Slack messages to a person or a channel have no link previews', async () => {
  const { userId } = await install('person-9')
  const channel = await openDirectMessage(slack, botToken, userId)
  await postMessage(slack, botToken, { channel, text: 'おはようございます' })
  await postMessage(slack, botToken, { channel: 'general', text: '日報', blocks: [] })
  const [direct, general] = slack.sent('chat.postMessage').slice(-2)
  expect(direct).toMatchObject({ channel, text: 'おはようございます', unfurl_links: 'false', unfurl_media: 'false' })
  expect(general).toMatchObject({ channel: 'general', text: '日報', blocks: '[]' })
})

test.each([
  ['missing_scope', 'missing_scope'],
  ['token_revoked', 'unauthorized'],
  ['account_inactive', 'unauthorized'],
  ['invalid_auth', 'unauthorized'],
  ['not_authed', 'unauthorized'],
  ['channel_not_found', 'not_found'],
  ['not_in_channel', 'not_in_channel'],
  ['messages_tab_disabled', 'messages_off'],
  ['bad_client_secret', 'misconfigured'],
  ['restricted_action', 'forbidden'],
  ['msg_too_long', 'refused'],
  ['constructor', 'refused'],
  ['service_unavailable', 'unavailable'],
  ['internal_error', 'unknown_outcome'],
])('Slack’s error %s means %s', async (error, reason) => {
  expect(await posting({ body: { ok: false, error } })).toMatchObject({ provider: 'Slack', reason, cause: error })
})

test.each([
  [401, 'unauthorized'],
  [403, 'forbidden'],
  [404, 'not_found'],
  [500, 'unknown_outcome'],
  [502, 'unknown_outcome'],
  [503, 'unavailable'],
  [504, 'unknown_outcome'],
])('Slack’s HTTP status %i means %s', async (status, reason) => {
  expect(await posting({ status, body: '<html>' })).toMatchObject({ reason })
})

test.each([500, 502, 503, 504])(
  'Slack’s HTTP status %i means an unavailable service if a repeat does no harm',
  async (status) => {
    expect(await listing({ status, body: '' })).toMatchObject({ reason: 'unavailable' })
  },
)

test('Slack’s rate limit gives the seconds to wait, by default one minute', async () => {
  const limited = (headers: Record<string, string>) =>
    listing({ status: 429, headers, body: { ok: false, error: 'ratelimited' } })
  expect(await limited({ 'retry-after': '37' })).toMatchObject({ reason: 'rate_limited', retryAfter: 37 })
  expect(await limited({})).toMatchObject({ reason: 'rate_limited', retryAfter: 60 })
  expect(await limited({ 'retry-after': 'soon' })).toMatchObject({ reason: 'rate_limited', retryAfter: 60 })
})

test('an unreadable response of Slack means an unknown outcome for a message', async () => {
  for (const fault of ['broken JSON', 'truncated', { body: 'null' }, { body: '<p>xoxb-1</p>' }] as const) {
    expect(await listing(fault)).toMatchObject({ reason: 'invalid_response' })
    expect(await posting(fault)).toMatchObject({ reason: 'unknown_outcome' })
  }
  for (const members of [undefined, 'all', [null], [{ id: 5 }], [{ id: 'U1', profile: { email: {} } }]])
    expect(await listing({ body: { ok: true, members } })).toMatchObject({ reason: 'invalid_response' })
})

test('a connection that Slack closes means an unknown outcome for a message', async () => {
  expect(await listing('hanging up')).toMatchObject({ reason: 'unavailable' })
  expect(await posting('hanging up')).toMatchObject({ reason: 'unknown_outcome' })
  const nobody = { apiUrl: `http://127.0.0.1:${await freePort()}/api` }
  await expect(listPeople(nobody, botToken)).rejects.toMatchObject({ reason: 'unavailable' })
  await expect(postMessage(nobody, botToken, { channel: 'general', text: 'x' })).rejects.toMatchObject({
    reason: 'unavailable',
  })
})

test('Slack counts as unavailable after five seconds of silence', async () => {
  const limits = shortenTimeouts()
  const [listed, posted] = await Promise.all([listing('silence'), posting('silence')])
  expect(listed).toMatchObject({ reason: 'unavailable', cause: 'TimeoutError' })
  expect(posted).toMatchObject({ reason: 'unknown_outcome' })
  expect(limits).toEqual([5_000, 5_000])
})

test("a call to Slack is aborted when the caller's time is over", async () => {
  const out = new AbortController()
  const inTime = { ...slack, signal: out.signal }
  slack.setFault('chat.postMessage', 'silence')
  const post = () => postMessage(inTime, botToken, { channel: 'general', text: '朝会' })
  const asked = slack.calls.length + 1
  const posted = expect(post()).rejects.toMatchObject({ reason: 'unknown_outcome' })
  await expect.poll(() => slack.calls).toHaveLength(asked)
  out.abort()
  await posted
  await expect(post()).rejects.toMatchObject({ reason: 'unavailable' })
  expect(slack.calls).toHaveLength(asked)
  slack.setFault('chat.postMessage', undefined)
})

test('Asakai can revoke its grant at Slack', async () => {
  await revoke(slack, botToken)
  expect(slack.calls.at(-1)).toMatchObject({ method: 'auth.revoke', authorization: `Bearer ${botToken}` })
})

test("requests to Slack are valid for Slack's API description", { timeout: 30_000 }, async () => {
  const described = { apiUrl: (await prism('slack.json')).url }
  const listed = await listPeople(described, botToken) // Slack's example always names a next page
  expect(listed.slice(0, 2)).toMatchObject([{ id: 'W012A3CDE' }, { id: 'W07QCRPA4' }])
  expect(await findPerson(described, botToken, 'W012A3CDE')).toMatchObject({ id: 'W012A3CDE' })
  expect(await openDirectMessage(described, botToken, 'W012A3CDE')).toBe('D069C7QFK')
  await postMessage(described, botToken, { channel: 'C1H9RESGL', text: '日報' })
  await expect(listPeople(described, '')).rejects.toMatchObject({ reason: 'unauthorized' })
  // The documented example of a grant has other scopes than we need.
  await expect(exchangeCode({ ...slackClient, ...described }, { code: 'c', redirectUri })).rejects.toMatchObject({
    reason: 'missing_scope',
  })
})
