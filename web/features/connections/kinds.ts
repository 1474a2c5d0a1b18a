import { type Deployment, offerable } from '#contract/deployment.ts'
import { type Provider, providerIds, webhookProviders } from '#contract/providers.ts'

/** The services by what they are connected for. The most used stand first. */
export const kinds = {
  slack: ['slack'],
  trackers: ['github', 'backlog', 'jira'],
  signIn: ['google', 'microsoft', 'apple', 'oidc'],
  chats: ['slack', ...webhookProviders],
} as const satisfies Record<string, readonly Provider[]>
export type Kind = keyof typeof kinds

/** The place of connections: the member's own accounts, or the team's chats. */
export type Place = 'account' | 'team'
export const kindsOf: Record<Place, readonly Kind[]> = { account: ['slack', 'trackers', 'signIn'], team: ['chats'] }

/** Returns the benefit of a connected service. */
export const kindOf = (id: Provider): Kind =>
  (Object.keys(kinds) as Kind[]).find((kind) => kinds[kind].some((one) => one === id))!

export const isProvider = (id: string): id is Provider => providerIds.some((provider) => provider === id)
export const isWebhook = (id: string) => webhookProviders.some((provider) => provider === id)

/** Whether it is connected on a page of its own. The operator has to set those up. */
export const isElsewhere = (id: Provider): id is (typeof offerable)[number] =>
  offerable.some((provider) => provider === id)

/** Splits the services of a kind that are not connected yet by whether the operator has set them up. */
export function unconnected(kind: Kind, { oidc, providers }: Deployment, isConnected: (id: Provider) => boolean) {
  const left = kinds[kind].filter((id) => !isConnected(id) && (id !== 'oidc' || oidc))
  const isMissing = (id: Provider) => isElsewhere(id) && !providers.includes(id)
  return { ready: left.filter((id) => !isMissing(id)), missing: left.filter(isMissing) }
}
