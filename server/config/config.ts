import { isIP } from 'node:net'
import { resolve } from 'node:path'
import * as z from 'zod/mini'
import { timeZone } from '#contract/fields.ts'
import { type Providers, readProviders } from './providers.ts'
import { readTracing, type Tracing } from './tracing.ts'
import { type Environment, type Reader, readerOf } from './environment.ts'
import { decimal } from './decimal.ts'
import { readSecretKeys } from './secret-key.ts'

/** The operator's settings, parsed once (docs/operators/en-settings.md). */
export interface Config extends Settings {
  /** At least 32 bytes. All other keys are derived from it by HKDF. */
  secretKey: Buffer
  /** The former `secretKey`. It decrypts old secrets until `npm run rotate-secrets` has run. */
  previousSecretKey: Buffer | undefined
}

/** The settings without the keys, which may have to be created first. */
export interface Settings {
  port: number
  host: string
  /** Without a trailing slash, optionally with a path (`basePath`). Prefix of links in emails. */
  publicUrl: string
  dataDir: string
  /** Undefined: the embedded database in `dataDir`. */
  databaseUrl: string | undefined
  signUp: 'join' | 'new-team' | 'closed'
  /** In lower case; empty: every domain. */
  signUpDomains: string[]
  /** The IANA name of the time zone for new teams. */
  timeZone: string
  /** Undefined: no emails are sent. */
  mail: { url: string; from: string } | undefined
  /** The time for which a stopping server still answers, so that proxies can switch to another server. */
  drainSeconds: number
  /** Proxies with a trusted `X-Forwarded-For`: none, all, or these addresses. */
  trustProxy: boolean | string
  /** The token for `/api/metrics`; undefined: only this machine may read it. */
  metricsToken: string | undefined
  apiDocs: boolean
  logLevel: 'fatal' | 'error' | 'warn' | 'info' | 'debug' | 'silent'
  /** The folder of nightly backups and the number to keep; undefined: no backups are made. */
  backups: { folder: string; keep: number } | undefined
  /** The URL with the newest version number; undefined: updates are not checked. */
  updatesUrl: string | undefined
  providers: Providers
  /** Undefined: tracing is disabled. */
  tracing: Tracing | undefined
}

/** Returns the path of `PUBLIC_URL`, such as `/asakai`, or ''. */
export const basePath = ({ publicUrl }: Pick<Config, 'publicUrl'>): string =>
  new URL(publicUrl).pathname.replace(/(?<!\/)\/+$/u, '')

const Port = decimal.check(z.int(), z.minimum(0), z.maximum(65_535))
const Seconds = decimal.check(z.minimum(0), z.maximum(300))
const BackupCount = decimal.check(z.int(), z.minimum(1))
const HttpUrl = z.url({ protocol: /^https?$/u })
/** An address with an optional path, without characters that need escaping. */
const PublicUrl = HttpUrl.check(z.regex(/^[^/]+\/\/[^/?#@]+(?:\/[\w.~-]+)*\/*$/u))
const SmtpUrl = z.url({ protocol: /^smtps?$/u, hostname: /./u })
/** A host name or an IP address. An IPv6 address may have brackets and a zone. */
const Host = z.string().check(
  z.regex(/^[\w.:%[\]-]+$/u),
  z.refine((host) => URL.canParse(addressOf(host, 0))),
)
const PostgresUrl = z.url({ protocol: /^postgres(?:ql)?$/u })
/** Excludes control characters, because messages show the folder. */
const Folder = z.string().check(z.regex(/^(?!.*:\/\/)\P{Cc}*$/u))
const YesNo = z.stringbool({ truthy: ['true'], falsy: ['false'] })
/** `true`, `false`, or the proxies' addresses, separated by commas. */
const Trust = z.union([YesNo, z.string().check(z.refine((list) => list.split(',').every(isAddress)))])
const Token = z.string().check(z.regex(/^\S{16,}$/u))
/** An email address, optionally with a name: `Asakai <asakai@example.com>`. */
const Sender = z.string().check(z.regex(/^(?:[^<>\n]*<[^\s<>@]+@[^\s<>@]+>|[^\s<>@]+@[^\s<>@]+)$/u))
const Domains = z.string().check(z.regex(/^[^\s@,]+(?:,[^\s@,]+)*$/u))

/** @throws ConfigError */
export function readConfig(environment: Environment): Config {
  const reader = readerOf(environment)
  const settings = readSettings(reader)
  return { ...settings, ...readSecretKeys(reader, settings) }
}

/** Reads the settings without creating files. @throws ConfigError */
export function readSettings(reader: Reader): Settings {
  const { read } = reader
  const port = read('PORT', Port, 3_000, 'a port number from 0 to 65535')
  const host = read('HOST', Host, 'localhost', 'a host name or an IP address, such as localhost or 0.0.0.0')
  const { dataDir, databaseUrl } = databaseLocation(reader)
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
  const keep = read('BACKUP_KEEP', BackupCount, 14, 'how many backups to keep, from 1 on')
  return folder ? { folder: resolve(folder), keep } : undefined
}

/** Reads the location of the database for commands that need no other setting. Creates no files. @throws ConfigError */
export const readDatabaseLocation = (environment: Environment) => databaseLocation(readerOf(environment))

const databaseLocation = ({ read }: Reader) => ({
  dataDir: resolve(read('DATA_DIR', Folder, './data', 'the path of a folder, in one line')),
  databaseUrl: read('DATABASE_URL', PostgresUrl, undefined, 'a postgres:// address'),
})

/** Returns whether `host` is the wildcard address, which browsers cannot open. */
export const isEveryAddress = (host: string) => /^(?:0\.0\.0\.0|\[?(?:::|::0|0:0:0:0:0:0:0:0)\]?)$/u.test(host)

/** Returns the URL by which a browser on this machine reaches the server. */
export const addressOf = (host: string, port: number) =>
  `http://${isEveryAddress(host) ? 'localhost' : isIP(host) === 6 ? `[${host.split('%')[0]}]` : host}:${port}`

/** Accepts an IP address, a CIDR range (10.0.0.0/8) or one of Fastify's names. */
function isAddress(text: string): boolean {
  if (['loopback', 'linklocal', 'uniquelocal'].includes(text.trim())) return true
  const [address = '', bits, ...rest] = text.trim().split('/')
  const version = isIP(address)
  if (version === 0 || rest.length > 0) return false
  return (
    bits === undefined || (/^\d{1,3}$/u.test(bits) && Number(bits) > 0 && Number(bits) <= (version === 4 ? 32 : 128))
  )
}
