import * as z from 'zod/mini'
import { type SignInProvider, type TabProvider, type WebhookProvider, webhookProviders } from '#contract/providers.ts'
import { ConfigError, type Reader } from './environment.ts'
import { AppError } from './errors.ts'
import { webhooks } from './providers/webhooks.ts'

type OpenIdProvider = { clientId: string; clientSecret: string; issuer: string }

/** The outside services that the operator has set up, and where they are (docs/operators.md). */
export interface Providers {
  google: OpenIdProvider | undefined
  github: { clientId: string; clientSecret: string; url: string; apiUrl: string } | undefined
  /** `channel`: its name or its id; reports go there. */
  slack: { clientId: string; clientSecret: string; apiUrl: string; channel: string } | undefined
  microsoft: OpenIdProvider | undefined
  /** Apple has no fixed secret: one is signed with `privateKey` (PKCS #8, PEM) for each exchange. */
  apple: { clientId: string; teamId: string; keyId: string; privateKey: string; issuer: string } | undefined
  /** Where the webhooks of each service are. */
  webhookHomes: Record<WebhookProvider, string>
  /** Origins that members may name in place of a Backlog space or a Jira domain; they may be anywhere, also inside. */
  trackerOrigins: string[]
  /** Origins of push services of one's own, which may be inside; all that are public are taken in any case. */
  pushOrigins: string[]
}

const Url = z.url({ protocol: /^https?$/u })
const Origins = z.string().check(z.refine((list) => list.split(',').every((origin) => isOrigin(origin.trim()))))

/** What the operator has set up for it. @throws AppError provider_not_set_up */
export function requireProvider<Id extends SignInProvider | TabProvider>(
  { config: { providers } }: { config: { providers: Providers } },
  id: Id,
): NonNullable<Providers[Id]> {
  const provider = providers[id]
  if (!provider) throw new AppError('provider_not_set_up')
  return provider
}

/** @throws ConfigError */
export function readProviders({ read, text }: Reader): Providers {
  const url = (name: string, otherwise: string) =>
    read(name, Url, otherwise, 'an http:// or https:// address').replace(/\/+$/u, '')
  /** What a provider needs, all or nothing. */
  const together = <Name extends string>(...names: Name[]): Record<Name, string> | undefined => {
    const values = names.map((name) => [name, text(name, '')] as const)
    if (values.every(([, value]) => value === '')) return undefined
    const missing = values.find(([, value]) => value === '')
    if (missing)
      throw new ConfigError(`${missing[0]} must be set too, beside ${values.find(([, value]) => value)![0]}.`)
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
  const origins = (name: string, example: string) =>
    read(name, Origins, undefined, `a list of origins such as ${example}`)
      ?.split(',')
      .map((origin) => origin.trim()) ?? []
  const github = together('GITHUB_CLIENT_ID', 'GITHUB_CLIENT_SECRET')
  const slack = together('SLACK_CLIENT_ID', 'SLACK_CLIENT_SECRET')
  const apple = together('APPLE_CLIENT_ID', 'APPLE_TEAM_ID', 'APPLE_KEY_ID', 'APPLE_PRIVATE_KEY')
  const webhookHomes = Object.fromEntries(
    webhookProviders.map((id) => [id, url(webhooks[id].variable, webhooks[id].home)]),
  ) as Record<WebhookProvider, string>
  return {
    google: openId('GOOGLE', 'https://accounts.google.com'),
    github: github && {
      clientId: github.GITHUB_CLIENT_ID,
      clientSecret: github.GITHUB_CLIENT_SECRET,
      url: url('GITHUB_URL', 'https://github.com'),
      apiUrl: url('GITHUB_API_URL', 'https://api.github.com'),
    },
    slack: slack && {
      clientId: slack.SLACK_CLIENT_ID,
      clientSecret: slack.SLACK_CLIENT_SECRET,
      apiUrl: url('SLACK_API_URL', 'https://slack.com/api'),
      channel: text('SLACK_CHANNEL', 'general').replace(/^#/u, ''),
    },
    microsoft: openId('MICROSOFT', 'https://login.microsoftonline.com/common/v2.0'),
    apple: apple && {
      clientId: apple.APPLE_CLIENT_ID,
      teamId: apple.APPLE_TEAM_ID,
      keyId: apple.APPLE_KEY_ID,
      // A variable of one line has \n for its line ends.
      privateKey: apple.APPLE_PRIVATE_KEY.replaceAll(String.raw`\n`, '\n'),
      issuer: url('APPLE_ISSUER', 'https://appleid.apple.com'),
    },
    webhookHomes,
    trackerOrigins: origins('TRACKER_ORIGINS', 'https://jira.example.com'),
    pushOrigins: origins('PUSH_ORIGINS', 'https://push.example.com'),
  }
}

function isOrigin(text: string): boolean {
  return URL.canParse(text) && /^https?:/u.test(text) && new URL(text).origin === text
}
