import { type Deployment, offerable } from '#contract/deployment.ts'
import { type Provider, providerIds, webhookProviders } from '#contract/providers.ts'

/** The services by purpose, in the order in which the page offers them. */
export const kinds = {
  slack: ['slack'],
  trackers: ['github', 'backlog', 'jira'],
  signIn: ['google', 'oidc'],
  profiles: ['microsoft', 'apple'], // shown in the settings only (S3.30)
  chats: ['slack', ...webhookProviders],
} as const satisfies Record<string, readonly Provider[]>
export type Kind = keyof typeof kinds

/** The owner of the connections: the member (own accounts) or the team (chats). */
export type ConnectionOwner = 'account' | 'team'
export const kindsOf: Record<ConnectionOwner, readonly Kind[]> = {
  account: ['slack', 'trackers', 'signIn', 'profiles'],
  team: ['chats'],
}

export const kindOf = (id: Provider): Kind =>
  (Object.keys(kinds) as Kind[]).find((kind) => kinds[kind].some((one) => one === id))!

export const isProvider = (id: string): id is Provider => providerIds.some((provider) => provider === id)
export const isWebhook = (id: string) => webhookProviders.some((provider) => provider === id)

/** Returns whether connecting leads to the service's own page. The operator has to configure such services. */
export const isElsewhere = (id: Provider): id is (typeof offerable)[number] =>
  offerable.some((provider) => provider === id)

/**
 * Splits the services of a kind that are not connected: `ready` if the operator has configured them, else `missing`.
 */
export function unconnected(kind: Kind, { oidc, providers }: Deployment, isConnected: (id: Provider) => boolean) {
  const left = kinds[kind].filter((id) => !isConnected(id) && (id !== 'oidc' || oidc))
  const isMissing = (id: Provider) => isElsewhere(id) && !providers.includes(id)
  return { ready: left.filter((id) => !isMissing(id)), missing: left.filter(isMissing) }
}
