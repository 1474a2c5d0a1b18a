import { spawnSync } from 'node:child_process'
import { generateKeyPairSync } from 'node:crypto'
import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, expect, test } from 'vitest'
import { readConfig } from './config.ts'
import { ConfigError } from './environment.ts'
import { type Variable, variables } from './variables.ts'

const folder = mkdtempSync(join(tmpdir(), 'asakai-wrong-'))
afterAll(() => rmSync(folder, { recursive: true }))

/** A value that is invalid for every setting, except for those with free text. */
const nonsense = ':: hidden words ::'
const ownWords: ReadonlySet<Variable> = new Set([
  'HOST', // checked when the server listens
  'DATA_DIR', // checked when the folder is used
  'BACKUP_DIR', // checked by `npm run check`, because the product works without backups
  'GOOGLE_CLIENT_ID',
  'GOOGLE_CLIENT_SECRET',
  'OIDC_CLIENT_ID',
  'OIDC_CLIENT_SECRET',
  'OIDC_NAME',
  'OIDC_EMAIL_CLAIM',
  'GITHUB_CLIENT_ID',
  'GITHUB_CLIENT_SECRET',
  'SLACK_CLIENT_ID',
  'SLACK_CLIENT_SECRET',
  'SLACK_SIGNING_SECRET',
  'SLACK_CHANNEL',
  'MICROSOFT_CLIENT_ID',
  'MICROSOFT_CLIENT_SECRET',
  'APPLE_CLIENT_ID',
  'APPLE_TEAM_ID',
  'APPLE_KEY_ID',
  'OTEL_SERVICE_NAME',
])

const { privateKey } = generateKeyPairSync('ec', { namedCurve: 'P-256' })
const APPLE_PRIVATE_KEY = privateKey.export({ type: 'pkcs8', format: 'pem' }).toString()

/** The other variables that must be set, so that a setting is read at all. */
const beside = {
  GOOGLE: { GOOGLE_CLIENT_ID: 'id', GOOGLE_CLIENT_SECRET: 'secret' },
  OIDC: { OIDC_ISSUER: 'https://id.example.com', OIDC_CLIENT_ID: 'id', OIDC_CLIENT_SECRET: 'secret' },
  GITHUB: { GITHUB_CLIENT_ID: 'id', GITHUB_CLIENT_SECRET: 'secret' },
  SLACK: { SLACK_CLIENT_ID: 'id', SLACK_CLIENT_SECRET: 'secret' },
  MICROSOFT: { MICROSOFT_CLIENT_ID: 'id', MICROSOFT_CLIENT_SECRET: 'secret' },
  APPLE: { APPLE_CLIENT_ID: 'id', APPLE_TEAM_ID: 'team', APPLE_KEY_ID: 'key', APPLE_PRIVATE_KEY },
  OTEL: { OTEL_EXPORTER_OTLP_ENDPOINT: 'http://localhost:4318' },
  SECRET: { SECRET_KEY: 'k'.repeat(32) },
}
const startWith = (name: Variable, value: string) =>
  readConfig({ DATA_DIR: folder, ...beside[name.split('_')[0] as keyof typeof beside], [name]: value })

test.each(variables.filter((name) => !ownWords.has(name)))(
  'an invalid value of %s is refused in one line that names the setting',
  (name) => {
    const start = () => startWith(name, nonsense)
    expect(start).toThrow(ConfigError)
    expect(start).toThrow(new RegExp(`^${name} must be [^\n]+$`, 'u'))
  },
)

test.each(
  variables.flatMap((name) =>
    ['hunter2', 'https://u:hunter2@h', 'ftp://u:hunter2@h', 'Bearer hunter2', 'a=hunter2', ':: hunter2 ::'].map(
      (value) => [name, value] as const,
    ),
  ),
)('the error for a wrong value of %s shows no part of the value %s', (name, value) => {
  let said = ''
  try {
    if (!/^(?:DATA_DIR|BACKUP_DIR)$/u.test(name) || value.includes('://')) startWith(name, value)
  } catch (error) {
    said = (error as Error).message
  }
  expect(said).not.toContain('hunter2')
})

test('SECRET_KEY_PREVIOUS is refused without SECRET_KEY', () => {
  expect(() => readConfig({ DATA_DIR: folder, SECRET_KEY_PREVIOUS: 'k'.repeat(32) })).toThrow(
    'SECRET_KEY_PREVIOUS is set, so SECRET_KEY must be set, too.',
  )
})

test.each([
  'asakai@example.com',
  'Asakai <asakai@example.com>',
  '"Asakai, 朝会" <asakai@example.com>',
  '朝会 <a@例え.jp>',
])('the configuration accepts MAIL_FROM=%s', (MAIL_FROM) => {
  const { mail } = readConfig({ DATA_DIR: folder, SMTP_URL: 'smtp://mail.example.com', MAIL_FROM })
  expect(mail?.from).toBe(MAIL_FROM)
})

test('the server exits with a status that systemd does not restart if a setting is wrong', () => {
  const { status, stderr } = spawnSync(process.execPath, ['server/main.ts'], {
    env: { DATA_DIR: folder, PORT: nonsense },
    encoding: 'utf8',
  })
  expect(stderr).toMatch(/^PORT .+\n$/u)
  expect(readFileSync('deploy/systemd/asakai.service', 'utf8')).toContain(`RestartPreventExitStatus=${status}\n`)
})
