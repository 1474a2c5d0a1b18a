import { mkdtempSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, expect, test } from 'vitest'
import { readConfig } from './config.ts'
import { ConfigError } from './environment.ts'

const folder = mkdtempSync(join(tmpdir(), 'asakai-config-'))
afterAll(() => rmSync(folder, { recursive: true }))
const environment = { DATA_DIR: folder }

test('every setting has a default value', () => {
  expect(readConfig(environment)).toMatchObject({
    port: 3000,
    host: 'localhost',
    publicUrl: 'http://localhost:3000',
    databaseUrl: undefined,
    signUp: 'join',
    signUpDomains: [],
    timeZone: 'Asia/Tokyo',
    mail: undefined,
    trustProxy: false,
  })
})

test('the server creates its secret key once, readable by the owner only', () => {
  const first = readConfig(environment).secretKey

  expect(readConfig(environment).secretKey).toEqual(first)
  expect(first.length).toBeGreaterThanOrEqual(32)
  expect(statSync(join(folder, 'secret-key')).mode & 0o777).toBe(0o600)
  expect(readFileSync(join(folder, 'secret-key'), 'utf8')).toBe(first.toString())
})

test('the configuration lowercases domains and removes trailing slashes from addresses', () => {
  const config = readConfig({
    ...environment,
    SIGNUP_DOMAINS: 'Example.com,example.ORG',
    PUBLIC_URL: 'https://asakai.example.com/',
    SMTP_URL: 'smtp://mail.example.com',
  })

  expect(config).toMatchObject({
    signUpDomains: ['example.com', 'example.org'],
    publicUrl: 'https://asakai.example.com',
    mail: { url: 'smtp://mail.example.com', from: 'Asakai <asakai@asakai.example.com>' },
  })
})

test.each(['0.0.0.0', '::'])('the default public URL has the host localhost if HOST is %s', (HOST) => {
  expect(readConfig({ ...environment, HOST })).toMatchObject({ host: HOST, publicUrl: 'http://localhost:3000' })
})

test('the default DRAIN_SECONDS is 0 with the embedded database, and 5 with an external database', () => {
  expect(readConfig(environment).drainSeconds).toBe(0)
  const several = { DATABASE_URL: 'postgres://localhost/asakai', SECRET_KEY: 'x'.repeat(32) }
  expect(readConfig(several).drainSeconds).toBe(5)
  expect(readConfig({ ...several, DRAIN_SECONDS: '20' }).drainSeconds).toBe(20)
})

test.each([
  ['DRAIN_SECONDS', '-1'],
  ['PORT', '99999'],
  ['PORT', '3000x'],
  ['PORT', '0x1F'],
  ['PORT', '1e3'],
  ['DRAIN_SECONDS', '0b11'],
  ['BACKUP_KEEP', '0x1F'],
  ['HOST', '999.1.1.1'],
  ['HOST', 'asakai.example.com/path'],
  ['HOST', '[::1'],
  ['SMTP_URL', 'smtp://'],
  ['SMTP_URL', 'smtps://user:word@'],
  ['SIGNUP', 'open'],
  ['SIGNUP_DOMAINS', 'example.com, '],
  ['TIME_ZONE', 'Mars/Olympus'],
  ['PUBLIC_URL', 'asakai.example.com'],
  ['SMTP_URL', 'http://mail.example.com'],
  ['DATABASE_URL', 'mysql://localhost/asakai'],
  ['LOG_LEVEL', 'loud'],
  ['SECRET_KEY', 'short'],
  ['METRICS_TOKEN', 'short'],
  ['API_DOCS', 'maybe'],
  ['TRUST_PROXY', 'my-proxy'],
  ['TRUST_PROXY', '10.0.0.0/33'],
])('the configuration refuses the wrong setting %s=%s in one line', (name, value) => {
  const start = () => readConfig({ ...environment, [name]: value })

  expect(start).toThrow(ConfigError)
  expect(start).toThrow(new RegExp(`^${name} must be [^\n]+$`, 'u'))
})

test.each([
  ['true', true],
  ['false', false],
  ['127.0.0.1, 10.0.0.0/8,::1', '127.0.0.1, 10.0.0.0/8,::1'],
])('the configuration accepts TRUST_PROXY=%s', (value, expected) => {
  expect(readConfig({ ...environment, TRUST_PROXY: value }).trustProxy).toBe(expected)
})

test.each(['localhost', 'my_host', '0.0.0.0', '::', '::1', '[::1]', 'fe80::1%eth0', 'asakai.example.com'])(
  'the configuration accepts HOST=%s',
  (host) => {
    expect(readConfig({ ...environment, HOST: host }).host).toBe(host)
  },
)

test('a URL has its IPv6 address in brackets before the port', () => {
  const config = readConfig({ ...environment, HOST: '::1', SMTP_URL: 'smtp://mail.example.com' })

  expect(config.publicUrl).toBe('http://[::1]:3000')
})

test('the configuration refuses a truncated key file, or a file as data folder, in one line', () => {
  const data = mkdtempSync(join(folder, 'data-'))
  const file = join(data, 'secret-key')
  writeFileSync(file, '')

  expect(() => readConfig({ DATA_DIR: data })).toThrow(/^[^\n]+secret-key is damaged[^\n]+$/u)
  expect(() => readConfig({ DATA_DIR: file })).toThrow(/^DATA_DIR [^\n]+ is a file\. [^\n]+$/u)
})

test('the error for a wrong database URL does not show the password', () => {
  expect(() => readConfig({ ...environment, DATABASE_URL: 'mysql://app:secret@db/asakai' })).toThrow(
    expect.objectContaining({ message: expect.not.stringContaining('secret') }),
  )
})

test('the configuration requires SECRET_KEY with an external database', () => {
  expect(() => readConfig({ ...environment, DATABASE_URL: 'postgres://db/asakai' })).toThrow(
    /^DATABASE_URL is set, so SECRET_KEY must be set/u,
  )
})

test('the configuration refuses a data folder with a line feed in its name', () => {
  expect(() => readConfig({ DATA_DIR: '/tmp/a\nb' })).toThrow(/^DATA_DIR must be the path of a folder, in one line\.$/u)
})
