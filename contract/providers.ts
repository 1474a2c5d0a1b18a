/**
 * Every service outside that can be connected, in the order of the settings card. `connect` says how: a
 * form here, the address of a webhook, the provider's own page in place of ours, or that page in a tab of its own. A place
 * for the team's notifications is a row `webhook`; the compiler then asks for the rest.
 */
export const providers = {
  slack: { name: 'Slack', connect: 'tab' },
  /** The operator's own provider, which has the name that they give it (`Deployment.oidc`). */
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
    help: 'https://developers.google.com/workspace/chat/quickstart/webhooks#create_a_webhook',
  },
  discord: { name: 'Discord', connect: 'webhook', help: 'https://support.discord.com/hc/articles/228383668' },
} as const

type Providers = typeof providers
export type Provider = keyof Providers
type ConnectedBy<Way> = { [Id in Provider]: Providers[Id]['connect'] extends Way ? Id : never }[Provider]

export const providerIds = Object.keys(providers) as Provider[]

const connectedBy = <Way extends Providers[Provider]['connect']>(way: Way) =>
  providerIds.filter((id): id is ConnectedBy<Way> => providers[id].connect === way)

/** What one can sign in with, too. */
export const signInProviders = connectedBy('page')
export type SignInProvider = (typeof signInProviders)[number]

export const tabProviders = connectedBy('tab')
export type TabProvider = (typeof tabProviders)[number]

export type FormProvider = ConnectedBy<'form'>

/** The team's, one of each: whoever connects another replaces it. */
export const webhookProviders = connectedBy('webhook')
export type WebhookProvider = (typeof webhookProviders)[number]

/** Where the team's notifications can go. */
export const destinations = ['slack', ...webhookProviders] as const
export type Destination = (typeof destinations)[number]
