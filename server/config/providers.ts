import { createPrivateKey } from 'node:crypto'
import * as z from 'zod/mini'
import {
  eachWebhookProvider,
  providers,
  type SignInProvider,
  type TabProvider,
  type WebhookProvider,
} from '#contract/providers.ts'
import { type CompanyRules, readCompanyRules } from './oidc.ts'
import { ConfigError, type Reader } from './environment.ts'
import { AppError } from '#server/errors.ts'
import { chatWebhooks } from '#server/providers/chat-webhooks.ts'
import type { Variable } from './variables.ts'

type OpenIdProvider = { clientId: string; clientSecret: string; issuer: string }

/** The external services that the operator has configured (docs/operators/en-settings.md). */
export interface Providers {
  google: OpenIdProvider | undefined
  /**
   * The operator's own provider. `emailClaim`: the claim with the email. `isOnly`: all other ways to sign in are
   * disabled.
   */
  oidc: (OpenIdProvider & CompanyRules & { name: string; emailClaim: string }) | undefined
  /** `issueScope`: the extra OAuth scope to import issues; '' if the sign-in scope is enough. */
  github: { clientId: string; clientSecret: string; url: string; apiUrl: string; issueScope: 'repo' | '' } | undefined
  /**
   * `channel`: the name or id of the channel for reports. `signingSecret`: for requests from Slack to this server.
   * `appToken`: for Socket Mode. If both are missing, members cannot file reports in Slack.
   */
  slack:
    | {
        clientId: string
        clientSecret: string
        apiUrl: string
        channel: string
        signingSecret: string | undefined
        appToken: string | undefined
      }
    | undefined
  microsoft: OpenIdProvider | undefined
  /** Apple has no fixed client secret: each exchange signs one with `privateKey` (PKCS #8, PEM). */
  apple: { clientId: string; teamId: string; keyId: string; privateKey: string; issuer: string } | undefined
  webhookHomes: Record<WebhookProvider, string>
  /** Origins that members may use instead of a Backlog space or a Jira domain. They may be in a private network. */
  trackerOrigins: string[]
  /** Webhook receivers that may be in a private network: origins, optionally with a path prefix. */
  webhookOrigins: string[]
  /** Origins at which programs may publish their descriptions. They may be in a private network. */
  programOrigins: string[]
  /** Origins of self-hosted push services that may be in a private network. Public ones are always allowed. */
  pushOrigins: string[]
}

const Url = z.url({ protocol: /^https?$/u })
/** Replaces each `\n` of a one-line variable by a line end. */
const inLines = (key: string) => key.replaceAll(String.raw`\n`, '\n')
const PrivateKey = z.string().check(z.refine((key) => isPrivateKey(inLines(key))))
const AppToken = z.string().check(z.regex(/^xapp-/u))
const Origins = z.string().check(z.refine((list) => list.split(',').every((origin) => isOrigin(origin.trim()))))
const TrackerOrigins = z
  .string()
  .check(z.refine((list) => list.split(',').every((place) => isTrackerOrigin(place.trim()))))

/** Returns the configuration of a provider. @throws AppError provider_not_set_up */
export function requireProvider<Id extends SignInProvider | TabProvider>(
  { config: { providers } }: { config: { providers: Providers } },
  id: Id,
): NonNullable<Providers[Id]> {
  const provider = providers[id]
  if (!provider) throw new AppError('provider_not_set_up')
  return provider
}

/** Throws if members may sign in with the operator's own provider only. @throws AppError company_sign_in_only */
export function refuseWhereOidcOnly({ config }: { config: { providers: Providers } }): void {
  if (config.providers.oidc?.isOnly) throw new AppError('company_sign_in_only')
}

/** @throws ConfigError */
export function readProviders(reader: Reader): Providers {
  const { read, text } = reader
  const url = (name: Variable, otherwise: string) =>
    read(name, Url, otherwise, 'an http:// or https:// address').replace(/(?<!\/)\/+$/u, '')
  /** Reads variables that must be set together, or not at all. */
  const together = <Name extends Variable>(...names: Name[]): Record<Name, string> | undefined => {
    const values = names.map((name) => [name, text(name, '')] as const)
    if (values.every(([, value]) => value === '')) return undefined
    const missing = values.find(([, value]) => value === '')
    if (missing)
      throw new ConfigError(`${values.find(([, value]) => value)![0]} is set, so ${missing[0]} must be set, too.`)
    return Object.fromEntries(values) as Record<Name, string>
  }
  const openId = (name: 'GOOGLE' | 'MICROSOFT', issuer: string): OpenIdProvider | undefined => {
    const given = together(`${name}_CLIENT_ID`, `${name}_CLIENT_SECRET`)
    return (
      given && {
        clientId: given[`${name}_CLIENT_ID`],
        clientSecret: given[`${name}_CLIENT_SECRET`],
        issuer: url(`${name}_ISSUER`, issuer),
      }
    )
  }
  const oidc = together('OIDC_ISSUER', 'OIDC_CLIENT_ID', 'OIDC_CLIENT_SECRET')
  const rules = readCompanyRules(reader, oidc !== undefined)
  const origins = (name: Variable, example: string, schema = Origins) =>
    read(name, schema, undefined, `a list of origins such as ${example}`)
      ?.split(',')
      .map((origin) => origin.trim()) ?? []
  const github = together('GITHUB_CLIENT_ID', 'GITHUB_CLIENT_SECRET')
  const slack = together('SLACK_CLIENT_ID', 'SLACK_CLIENT_SECRET')
  const apple = together('APPLE_CLIENT_ID', 'APPLE_TEAM_ID', 'APPLE_KEY_ID', 'APPLE_PRIVATE_KEY')
  const webhookHomes = eachWebhookProvider((id) => url(providers[id].variable, chatWebhooks[id].home))
  return {
    google: openId('GOOGLE', 'https://accounts.google.com'),
    oidc: oidc && {
      // Issuers are compared exactly, including a trailing slash (OpenID Connect Discovery 1.0, 4.3).
      issuer: read('OIDC_ISSUER', Url, oidc.OIDC_ISSUER, 'an http:// or https:// address'),
      clientId: oidc.OIDC_CLIENT_ID,
      clientSecret: oidc.OIDC_CLIENT_SECRET,
      name: text('OIDC_NAME', '') || new URL(oidc.OIDC_ISSUER).hostname,
      emailClaim: text('OIDC_EMAIL_CLAIM', 'email'),
      ...rules,
    },
    github: github && {
      clientId: github.GITHUB_CLIENT_ID,
      clientSecret: github.GITHUB_CLIENT_SECRET,
      url: url('GITHUB_URL', 'https://github.com'),
      apiUrl: url('GITHUB_API_URL', 'https://api.github.com'),
      issueScope:
        read('GITHUB_ISSUES', z.enum(['private', 'public']), 'private', 'private or public') === 'private'
          ? 'repo'
          : '',
    },
    slack: slack && {
      clientId: slack.SLACK_CLIENT_ID,
      clientSecret: slack.SLACK_CLIENT_SECRET,
      apiUrl: url('SLACK_API_URL', 'https://slack.com/api'),
      channel: text('SLACK_CHANNEL', 'general').replace(/^#/u, ''),
      signingSecret: text('SLACK_SIGNING_SECRET', '') || undefined,
      appToken: read('SLACK_APP_TOKEN', AppToken, undefined, 'an app-level token of Slack, which begins with xapp-'),
    },
    microsoft: openId('MICROSOFT', 'https://login.microsoftonline.com/common/v2.0'),
    apple: apple && {
      clientId: apple.APPLE_CLIENT_ID,
      teamId: apple.APPLE_TEAM_ID,
      keyId: apple.APPLE_KEY_ID,
      privateKey: inLines(
        read(
          'APPLE_PRIVATE_KEY',
          PrivateKey,
          '',
          'what is in the .p8 file of Apple, from -----BEGIN PRIVATE KEY----- on',
        ),
      ),
      issuer: url('APPLE_ISSUER', 'https://appleid.apple.com'),
    },
    webhookHomes,
    trackerOrigins: origins('TRACKER_ORIGINS', 'https://jira.example.com'),
    webhookOrigins: origins(
      'WEBHOOK_ORIGINS',
      'https://hooks.example.com or https://example.com/hooks',
      TrackerOrigins,
    ),
    programOrigins: origins('MCP_CLIENT_ORIGINS', 'https://assistant.example.com'),
    pushOrigins: origins('PUSH_ORIGINS', 'https://push.example.com'),
  }
}

function isPrivateKey(pem: string): boolean {
  try {
    return createPrivateKey(pem).asymmetricKeyType === 'ec'
  } catch {
    return false
  }
}

function isOrigin(text: string): boolean {
  return URL.canParse(text) && /^https?:/u.test(text) && new URL(text).origin === text
}

/** Returns whether the text is an origin, optionally with a path. */
function isTrackerOrigin(text: string): boolean {
  if (isOrigin(text)) return true
  const url = URL.parse(text)
  return url !== null && isOrigin(url.origin) && url.pathname !== '/' && url.origin + url.pathname === text
}
