/**
 * Every external service that can be connected, in the order of the settings card. To add a destination for team
 * notifications, add a row with `connect: 'webhook'`. The compiler then reports what else is needed.
 *
 * - `connect`: by a form, by a webhook URL, on the provider's page (`page`), or on that page in a new tab (`tab`).
 * - `variable`: the operator's setting for another base address of the service's webhooks.
 */
export const providers = {
  slack: { name: 'Slack', connect: 'tab' },
  /** The operator's own provider. The operator sets its name (`Deployment.oidc`). */
  oidc: { name: 'OpenID Connect', connect: 'page' },
  google: { name: 'Google', connect: 'page' },
  github: { name: 'GitHub', connect: 'page' },
  backlog: { name: 'Backlog', connect: 'form' },
  jira: { name: 'Jira', connect: 'form' },
  microsoft: { name: 'Microsoft', connect: 'tab' },
  apple: { name: 'Apple', connect: 'tab' },
  'google-chat': {
    name: 'Google Chat',
    connect: 'webhook',
    variable: 'GOOGLE_CHAT_URL',
    help: 'https://developers.google.com/workspace/chat/quickstart/webhooks#create_a_webhook',
  },
  discord: {
    name: 'Discord',
    connect: 'webhook',
    variable: 'DISCORD_URL',
    help: 'https://support.discord.com/hc/articles/228383668',
  },
} as const

type Providers = typeof providers
export type Provider = keyof Providers
type ConnectedBy<Method> = { [Id in Provider]: Providers[Id]['connect'] extends Method ? Id : never }[Provider]

export const providerIds = Object.keys(providers) as Provider[]

const connectedBy = <Method extends Providers[Provider]['connect']>(method: Method) =>
  providerIds.filter((id): id is ConnectedBy<Method> => providers[id].connect === method)

export const signInProviders = connectedBy('page')
export type SignInProvider = (typeof signInProviders)[number]

export const tabProviders = connectedBy('tab')
export type TabProvider = (typeof tabProviders)[number]

export type FormProvider = ConnectedBy<'form'>

/** The services with a webhook. A team has at most one webhook per service: connecting another replaces the former. */
export const webhookProviders = connectedBy('webhook')
export type WebhookProvider = (typeof webhookProviders)[number]

/** Returns a value for each service that is connected by a webhook URL. */
export const eachWebhookProvider = <T>(valueOf: (id: WebhookProvider) => T) =>
  Object.fromEntries(webhookProviders.map((id) => [id, valueOf(id)])) as Record<WebhookProvider, T>

/** The destinations of the team's notifications. */
export const destinations = ['slack', ...webhookProviders] as const
export type Destination = (typeof destinations)[number]
