import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, expect, test } from 'vitest'
import { readConfig } from './config.ts'
import { ConfigError, type Environment } from './environment.ts'
import { variables } from './variables.ts'

const folder = mkdtempSync(join(tmpdir(), 'asakai-environment-'))
afterAll(() => rmSync(folder, { recursive: true }))

let files = 0
function fileOf(content: string): string {
  const path = join(folder, `file-${++files}`)
  writeFileSync(path, content)
  return path
}
const read = (environment: Environment) => readConfig({ DATA_DIR: join(folder, 'data'), ...environment })
const readFileOf = (content: string) => read({ ASAKAI_CONFIG: fileOf(content) })

test('the file of settings can have quotes and comments', () => {
  const config = readFileOf(`# where we are
PORT=4000
export PUBLIC_URL="https://asakai.example.com"   # behind the proxy
MAIL_FROM='Asakai #1 <asakai@example.com>'
SMTP_URL=smtp://mail.example.com

SECRET_KEY="of several lines, of which
A=B
is one"
`)
  expect(config).toMatchObject({
    port: 4_000,
    publicUrl: 'https://asakai.example.com',
    mail: { from: 'Asakai #1 <asakai@example.com>' },
  })
  expect(String(config.secretKey)).toBe('of several lines, of which\nA=B\nis one')
})

test('a variable in the environment overrides the file of settings, unless it is empty', () => {
  const ASAKAI_CONFIG = fileOf('PORT=4000\nSECRET_KEY=the key of the file, 32 characters')
  const SECRET_KEY_FILE = fileOf('the key of another file, as a secret\n')
  expect(read({ ASAKAI_CONFIG, PORT: '5000' }).port).toBe(5_000)
  expect(read({ ASAKAI_CONFIG, PORT: '' }).port).toBe(4_000)
  expect(String(read({ ASAKAI_CONFIG, SECRET_KEY_FILE }).secretKey)).toBe('the key of another file, as a secret')
})

test.each([
  ['\n', ''],
  ['\r\n', ''],
  [' \n\n', ' \n'],
  ['', ''],
])('a value read from a file loses its last line end: %j', (end, rest) => {
  const SECRET_KEY_FILE = fileOf(`${'k'.repeat(32)}${end}`)
  expect(String(read({ SECRET_KEY_FILE }).secretKey)).toBe(`${'k'.repeat(32)}${rest}`)
  expect(String(readFileOf(`SECRET_KEY_FILE=${SECRET_KEY_FILE}`).secretKey)).toBe(`${'k'.repeat(32)}${rest}`)
})

test('every setting can be read from a file by a variable that ends in _FILE', () => {
  for (const name of variables) {
    if (name === 'DATA_DIR') continue // set by the test itself
    expect(() => read({ [`${name}_FILE`]: join(folder, 'none') })).not.toThrow(TypeError)
    expect(() => readFileOf(`${name}_FILE=\n${name}=`)).not.toThrow()
  }
})

/** Returns the message of the error, with `FILE` for the path of a file. */
function refusal(environment: Environment): string {
  try {
    read(environment)
  } catch (error) {
    if (error instanceof ConfigError) return error.message.replaceAll(/\/\S+file-\d+/gu, 'FILE')
    throw error
  }
  return 'none'
}

test.each([
  ['PROT=4000', 'PROT in FILE is not a setting of Asakai. The most similar one is PORT.'],
  ['smtp_url=smtp://a:secret@b', 'smtp_url in FILE is not a setting of Asakai. The most similar one is SMTP_URL.'],
  [
    'SECRET_KEYFILE=/run/secret',
    'SECRET_KEYFILE in FILE is not a setting of Asakai. The most similar one is SECRET_KEY_FILE.',
  ],
  [
    'PORT=1\nASAKAI_CONFIG=/etc/b',
    /^ASAKAI_CONFIG in FILE is not a setting of Asakai. The most similar one is \w+\.$/u,
  ],
  ['PORT=4000\n\nHOST secret', 'Line 3 of FILE must be NAME=value or a comment that begins with #.'],
  ['SECRET_KEY=abc#secret', 'SECRET_KEY in FILE contains a #. Put its value in quotes.'],
  ['PORT=x1', 'PORT in FILE must be a port number from 0 to 65535.'],
  ['DATABASE_URL=mysql://secret', 'DATABASE_URL in FILE must be a postgres:// address.'],
  ['PORT=1\nPORT_FILE=/run/port', 'PORT in FILE is set twice: also by PORT_FILE. Remove one of the two.'],
  ['PORT_FILE=/none/port', /^PORT_FILE in FILE names \/none\/port, but this file cannot be read: ENOENT/u],
])('a file of settings with %j is refused in one line that shows no secret', (content, line) => {
  const said = refusal({ ASAKAI_CONFIG: fileOf(content) })
  expect(said).toEqual(typeof line === 'string' ? line : expect.stringMatching(line))
  expect(said).not.toMatch(/\n|abc/u)
})

test('a file of a setting that is missing, empty or wrong is refused', () => {
  expect(refusal({ ASAKAI_CONFIG: '/none/env' })).toMatch(
    /^ASAKAI_CONFIG names \/none\/env, but this file cannot be read: /u,
  )
  expect(refusal({ ASAKAI_CONFIG: folder })).toContain('cannot be read: EISDIR')
  expect(refusal({ SECRET_KEY_FILE: fileOf('\n') })).toBe('SECRET_KEY_FILE names FILE, but this file is empty.')
  expect(refusal({ PORT_FILE: fileOf('a key by mistake') })).toBe('PORT in FILE must be a port number from 0 to 65535.')
  expect(refusal({ PORT: '1', PORT_FILE: '/run/port' })).toBe(
    'PORT is set twice: also by PORT_FILE. Remove one of the two.',
  )
})

test.each([
  ['OIDC_CLIENT_SECRETT', 'OIDC_CLIENT_SECRET'],
  ['OIDC_CLIENTSECRET', 'OIDC_CLIENT_SECRET'],
  ['SMTP_URI', 'SMTP_URL'],
  ['smtp_url', 'SMTP_URL'],
  ['DATABASE_URLS', 'DATABASE_URL'],
  ['SECRET_KEYFILE', 'SECRET_KEY_FILE'],
  ['ASAKAI_CONFG', 'ASAKAI_CONFIG'],
])('the misspelled variable %s is refused without showing its value', (name, meant) => {
  expect(refusal({ [name]: 'hunter2' })).toBe(`Unknown setting ${name} in the environment. Did you mean ${meant}?`)
})

test('a variable that lacks one letter of a setting’s name is refused', () => {
  for (const name of variables.filter(({ length }) => length >= 9))
    for (const at of Array.from(name).keys())
      expect(refusal({ [name.slice(0, at) + name.slice(at + 1)]: 'x' })).toContain('Unknown setting')
})

test.each([
  'PATH',
  'HOSTNAME',
  'PORTS',
  'GITHUB_SERVER_URL',
  'GITHUB_TOKEN',
  'XDG_DATA_DIRS',
  'OTEL_LOGS_EXPORTER',
  'SMTP_HOST',
])('the variable %s of other programs is ignored', (name) => expect(refusal({ [name]: 'x' })).toBe('none'))

test.each(['en', 'ja'])('the documents for operators in %s name every variable', (language) => {
  const pages = [`operators/${language}-settings`, 'telemetry']
  const page = pages.map((name) => readFileSync(`docs/${name}.md`, 'utf8')).join('')
  expect(variables.filter((name) => !page.includes(`\`${name}\``))).toEqual([])
})
