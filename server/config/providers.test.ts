import { generateKeyPairSync } from 'node:crypto'
import { expect, test } from 'vitest'
import { eachWebhookProvider } from '#contract/providers.ts'
import { chatWebhooks } from '#server/providers/chat-webhooks.ts'
import { readProviders } from './providers.ts'
import { ConfigError, readerOf } from './environment.ts'

const read = (environment: Record<string, string>) => readProviders(readerOf(environment))

test('no sign-in provider is configured by default', () => {
  expect(read({})).toEqual({
    google: undefined,
    oidc: undefined,
    github: undefined,
    slack: undefined,
    microsoft: undefined,
    apple: undefined,
    webhookHomes: eachWebhookProvider((id) => chatWebhooks[id].home),
    trackerOrigins: [],
    webhookOrigins: [],
    programOrigins: [],
    pushOrigins: [],
  })
})

test('a provider has its public address unless a setting has another one', () => {
  const own = read({
    GOOGLE_CLIENT_ID: 'id',
    GOOGLE_CLIENT_SECRET: 'secret',
    GITHUB_CLIENT_ID: 'id',
    GITHUB_CLIENT_SECRET: 'secret',
    SLACK_CLIENT_ID: 'id',
    SLACK_CLIENT_SECRET: 'secret',
  })
  expect(own.google?.issuer).toBe('https://accounts.google.com')
  expect(own.github).toMatchObject({ url: 'https://github.com', apiUrl: 'https://api.github.com' })
  expect(own.slack).toMatchObject({ apiUrl: 'https://slack.com/api', channel: 'general' })

  const other = read({
    GITHUB_CLIENT_ID: 'id',
    GITHUB_CLIENT_SECRET: 'secret',
    GITHUB_URL: 'https://git.example.com/',
    GITHUB_API_URL: 'https://git.example.com/api/v3/',
    SLACK_CLIENT_ID: 'id',
    SLACK_CLIENT_SECRET: 'secret',
    SLACK_CHANNEL: '#朝会',
  })
  expect(other.github).toMatchObject({ url: 'https://git.example.com', apiUrl: 'https://git.example.com/api/v3' })
  expect(other.slack?.channel).toBe('朝会')
})

test('a private key with escaped line ends is accepted', () => {
  const apple = { APPLE_CLIENT_ID: 'id', APPLE_TEAM_ID: 'team', APPLE_KEY_ID: 'key' }
  const { privateKey } = generateKeyPairSync('ec', { namedCurve: 'P-256' })
  const lines = privateKey.export({ type: 'pkcs8', format: 'pem' }).toString().trim()
  for (const key of [lines, lines.replaceAll('\n', String.raw`\n`)])
    expect(read({ ...apple, APPLE_PRIVATE_KEY: key }).apple?.privateKey).toBe(lines)
})

const oidc = { OIDC_ISSUER: 'https://id.example.com/o/asakai/', OIDC_CLIENT_ID: 'id', OIDC_CLIENT_SECRET: 'secret' }

test('an OpenID provider has its host as its default name, and keeps its exact issuer', () => {
  expect(read(oidc).oidc).toEqual({
    issuer: 'https://id.example.com/o/asakai/',
    clientId: 'id',
    clientSecret: 'secret',
    name: 'id.example.com',
    emailClaim: 'email',
    isOnly: false,
    scope: 'openid email profile',
    requiredClaim: undefined,
    adminClaim: undefined,
    maxAgeDays: undefined,
  })
  const more = { OIDC_NAME: '会社アカウント', OIDC_EMAIL_CLAIM: 'upn', OIDC_ONLY: 'true' }
  expect(read({ ...oidc, ...more }).oidc).toMatchObject({ name: '会社アカウント', emailClaim: 'upn', isOnly: true })
  expect(() => read({ OIDC_ONLY: 'true' })).toThrow('OIDC_ISSUER')
  expect(() => read({ ...oidc, OIDC_ISSUER: 'id.example.com' })).toThrow('OIDC_ISSUER')
})

test('the settings of the company’s sign-in have claims, scopes and a maximum age', () => {
  const rules = { OIDC_REQUIRED_CLAIM: 'groups:asakai', OIDC_ADMIN_CLAIM: 'realm_access.roles:admin' }
  expect(read({ ...oidc, ...rules, OIDC_SCOPES: 'openid email groups' }).oidc).toMatchObject({
    requiredClaim: { name: 'groups', value: 'asakai' },
    adminClaim: { name: 'realm_access.roles', value: 'admin' },
    scope: 'openid email groups',
  })
  const daysOf = (more: Record<string, string>) => read({ ...oidc, ...more }).oidc?.maxAgeDays
  expect(daysOf({ OIDC_ONLY: 'true' })).toBe(7)
  expect(daysOf({ OIDC_ONLY: 'true', OIDC_MAX_AGE_DAYS: 'off' })).toBeUndefined()
  expect(daysOf({ OIDC_MAX_AGE_DAYS: '30' })).toBe(30)
})

test.each([
  ['OIDC_REQUIRED_CLAIM', 'groups'],
  ['OIDC_ADMIN_CLAIM', ':admins'],
  ['OIDC_SCOPES', 'email profile'],
  ['OIDC_MAX_AGE_DAYS', '0'],
  ['OIDC_MAX_AGE_DAYS', '367'],
  ['OIDC_MAX_AGE_DAYS', '1.5'],
])('the wrong provider setting %s=%s is refused', (name, value) => {
  expect(() => read({ ...oidc, [name]: value })).toThrow(name)
  expect(() => read({ [name]: value })).toThrow(name)
})

test.each([
  ['OIDC_REQUIRED_CLAIM', 'groups:asakai'],
  ['OIDC_ADMIN_CLAIM', 'groups:admins'],
  ['OIDC_MAX_AGE_DAYS', '7'],
  ['OIDC_SCOPES', 'openid'],
])('the setting %s is refused without an OpenID provider, because it would protect nothing', (name, value) => {
  expect(() => read({ [name]: value })).toThrow(`${name} is set, so OIDC_ISSUER must be set, too.`)
})

test.each([
  ['GOOGLE_CLIENT_SECRET', { GOOGLE_CLIENT_ID: 'id' }],
  ['GITHUB_CLIENT_ID', { GITHUB_CLIENT_SECRET: 'secret' }],
  ['OIDC_CLIENT_SECRET', { OIDC_ISSUER: 'https://id.example.com', OIDC_CLIENT_ID: 'id' }],
  ['APPLE_KEY_ID', { APPLE_CLIENT_ID: 'id', APPLE_TEAM_ID: 'team', APPLE_PRIVATE_KEY: 'key' }],
])('a provider without the setting %s is refused', (missing, given) => {
  expect(() => read(given)).toThrow(ConfigError)
  expect(() => read(given)).toThrow(missing)
})

test.each([
  ['TRACKER_ORIGINS', 'jira.example.com'],
  ['TRACKER_ORIGINS', 'https://jira.example.com/'],
  ['TRACKER_ORIGINS', 'https://jira.example.com,ftp://x'],
  ['TRACKER_ORIGINS', 'https://user@jira.example.com'],
  ['TRACKER_ORIGINS', 'https://jira.example.com/path'],
  ['WEBHOOK_ORIGINS', 'https://hooks.example.com/?query'],
  ['WEBHOOK_ORIGINS', 'https://hooks.example.com/a/../b'],
  ['WEBHOOK_ORIGINS', 'https://user@hooks.example.com/a'],
  ['WEBHOOK_ORIGINS', 'ftp://hooks.example.com/a'],
  ['GOOGLE_CHAT_URL', 'chat.example.com'],
])('the wrong provider setting %s=%s is refused without showing a secret', (name, value) => {
  expect(() => read({ [name]: value })).toThrow(name)
})

test('a list of origins can have spaces', () => {
  expect(read({ TRACKER_ORIGINS: 'https://jira.example.com, http://10.0.0.5:8080' }).trackerOrigins).toEqual([
    'https://jira.example.com',
    'http://10.0.0.5:8080',
  ])
})
