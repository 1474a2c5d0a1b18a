import { isIP } from 'node:net'
import { resolve } from 'node:path'
import * as z from 'zod/mini'
import { timeZone } from '#contract/fields.ts'
import { type Providers, readProviders } from './config-providers.ts'
import { readTracing, type Tracing } from './config-tracing.ts'
import { type Environment, type Reader, readerOf } from './environment.ts'
import { readSecretKeys } from './secret-key.ts'

/** What the operator has set, parsed once (docs/operators/en-settings.md). */
export interface Config extends Settings {
  /** At least 32 bytes; every key is derived from it by HKDF. */
  secretKey: Buffer
  /** The key before `secretKey`: what it sealed can still be opened, until `npm run rotate-secrets` has run. */
  previousSecretKey: Buffer | undefined
}

/** All but the keys, which may first have to be made. */
export interface Settings {
  port: number
  host: string
  /** Without a trailing slash, perhaps with a path (`basePath`); links in mails start with it. */
  publicUrl: string
  dataDir: string
  /** Absent: the embedded database in `dataDir`. */
  databaseUrl: string | undefined
  signUp: 'join' | 'new-team' | 'closed'
  /** Lower case; empty: every domain. */
  signUpDomains: string[]
  /** IANA name; the zone of a new team. */
  timeZone: string
  /** Absent: no mail is sent. */
  mail: { url: string; from: string } | undefined
  /** For how long the server goes on answering when it is told to end, so that proxies can look elsewhere. */
  drainSeconds: number
  /** Whose `X-Forwarded-For` counts: nobody's, everybody's, or these addresses'. */
  trustProxy: boolean | string
  /** What `/api/metrics` asks for; absent: it answers this machine alone. */
  metricsToken: string | undefined
  /** Whether `/api/openapi.json` and `/api/docs` are there. */
  apiDocs: boolean
  logLevel: 'fatal' | 'error' | 'warn' | 'info' | 'debug' | 'silent'
  /** Where nightly back-ups go, and how many are kept; absent: none are made. */
  backups: { folder: string; keep: number } | undefined
  /** Where the newest version's number stands; absent: nobody is asked. */
  updatesUrl: string | undefined
  providers: Providers
  /** Where traces go; absent: none are recorded. */
  tracing: Tracing | undefined
}

/** What stands before every path of ours where `PUBLIC_URL` has one: `/asakai`, else empty. */
export const basePath = ({ publicUrl }: Pick<Config, 'publicUrl'>): string =>
  new URL(publicUrl).pathname.replace(/(?<!\/)\/+$/u, '')

const Port = z.coerce.number().check(z.int(), z.minimum(0), z.maximum(65_535))
const Seconds = z.coerce.number().check(z.minimum(0), z.maximum(300))
const BackupCount = z.coerce.number().check(z.int(), z.minimum(1))
const HttpUrl = z.url({ protocol: /^https?$/u })
/** An address and at most a path, of characters that stand for themselves everywhere. */
const PublicUrl = HttpUrl.check(z.regex(/^[^/]+\/\/[^/?#@]+(?:\/[\w.~-]+)*\/*$/u))
const SmtpUrl = z.url({ protocol: /^smtps?$/u })
const PostgresUrl = z.url({ protocol: /^postgres(?:ql)?$/u })
/** Messages name the folder. */
const Folder = z.string().check(z.regex(/^(?!.*:\/\/)\P{Cc}*$/u))
const YesNo = z.stringbool({ truthy: ['true'], falsy: ['false'] })
/** `true`, `false`, or the proxies' addresses with commas. */
const Trust = z.union([YesNo, z.string().check(z.refine((list) => list.split(',').every(isAddress)))])
const Token = z.string().check(z.regex(/^\S{16,}$/u))
/** An address, or a name with one: `Asakai <asakai@example.com>`. */
const Sender = z.string().check(z.regex(/^(?:[^<>\n]*<[^\s<>@]+@[^\s<>@]+>|[^\s<>@]+@[^\s<>@]+)$/u))
const Domains = z.string().check(z.regex(/^[^\s@,]+(?:,[^\s@,]+)*$/u))

/** @throws ConfigError */
export function readConfig(environment: Environment): Config {
  const reader = readerOf(environment)
  const settings = readSettings(reader)
  return { ...settings, ...readSecretKeys(reader, settings) }
}

/** Makes nothing. @throws ConfigError */
export function readSettings(reader: Reader): Settings {
  const { read, text } = reader
  const port = read('PORT', Port, 3_000, 'a port number from 0 to 65535')
  const host = text('HOST', 'localhost')
  const { dataDir, databaseUrl } = databasePlace(reader)
  const publicUrl = read(
    'PUBLIC_URL',
    PublicUrl,
    addressOf(host, port),
    'an http:// or https:// address, perhaps with a path such as /asakai',
  )
  const smtp = read('SMTP_URL', SmtpUrl, undefined, 'an smtp:// or smtps:// address')
  const from = read(
    'MAIL_FROM',
    Sender,
    `Asakai <asakai@${new URL(publicUrl).hostname}>`,
    'an address, or a name with one: Asakai <asakai@example.com>',
  )
  return {
    port,
    host,
    publicUrl: publicUrl.replace(/(?<!\/)\/+$/u, ''),
    dataDir,
    databaseUrl,
    signUp: read('SIGNUP', z.enum(['join', 'new-team', 'closed']), 'join', 'join, new-team or closed'),
    signUpDomains:
      read('SIGNUP_DOMAINS', Domains, undefined, 'a list of domains such as example.com,example.org')
        ?.toLowerCase()
        .split(',') ?? [],
    timeZone: read('TIME_ZONE', timeZone, 'Asia/Tokyo', 'an IANA time zone such as Asia/Tokyo'),
    mail: smtp ? { url: smtp, from } : undefined,
    drainSeconds: read('DRAIN_SECONDS', Seconds, databaseUrl ? 5 : 0, 'a number of seconds from 0 to 300'),
    trustProxy: read('TRUST_PROXY', Trust, false, 'true, false or the addresses of your proxies with commas'),
    metricsToken: read('METRICS_TOKEN', Token, undefined, 'at least 16 characters without spaces'),
    apiDocs: read('API_DOCS', YesNo, true, 'true or false'),
    logLevel: read(
      'LOG_LEVEL',
      z.enum(['fatal', 'error', 'warn', 'info', 'debug', 'silent']),
      'warn',
      'fatal, error, warn, info, debug or silent',
    ),
    backups: readBackups(reader),
    updatesUrl: read('UPDATES_URL', HttpUrl, undefined, 'an http:// or https:// address'),
    providers: readProviders(reader),
    tracing: readTracing(reader),
  }
}

function readBackups({ read }: Reader): Config['backups'] {
  const folder = read('BACKUP_DIR', Folder, '', 'the path of a folder, in one line')
  const keep = read('BACKUP_KEEP', BackupCount, 14, 'how many back-ups to keep, from 1 on')
  return folder ? { folder: resolve(folder), keep } : undefined
}

/** Where the database is, for commands that need no more; nothing is made in the data folder. @throws ConfigError */
export const readDatabasePlace = (environment: Environment) => databasePlace(readerOf(environment))

const databasePlace = ({ read }: Reader) => ({
  dataDir: resolve(read('DATA_DIR', Folder, './data', 'the path of a folder, in one line')),
  databaseUrl: read('DATABASE_URL', PostgresUrl, undefined, 'a postgres:// address'),
})

/** Whether `host` is every address of this machine, and so none that anybody could open. */
export const isEveryAddress = (host: string) => /^(?:0\.0\.0\.0|\[?(?:::|::0|0:0:0:0:0:0:0:0)\]?)$/u.test(host)

/** Where a browser on this machine finds what listens there. */
export const addressOf = (host: string, port: number) =>
  `http://${isEveryAddress(host) ? 'localhost' : isIP(host) === 6 ? `[${host}]` : host}:${port}`

/** An IP address, a range of them (10.0.0.0/8), or a name that Fastify knows for one. */
function isAddress(text: string): boolean {
  if (['loopback', 'linklocal', 'uniquelocal'].includes(text.trim())) return true
  const [address = '', bits, ...rest] = text.trim().split('/')
  const version = isIP(address)
  if (version === 0 || rest.length > 0) return false
  return (
    bits === undefined || (/^\d{1,3}$/u.test(bits) && Number(bits) > 0 && Number(bits) <= (version === 4 ? 32 : 128))
  )
}
