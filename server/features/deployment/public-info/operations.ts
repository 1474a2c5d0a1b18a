import { channels, type Deployment, offerable } from '#contract/deployment.ts'
import { signUpForm } from '#server/access/email-address/sign-up-domains.ts'
import { hasAnyAccount, takesInvitedOnly } from '#server/features/sign-in/registration/operations.ts'
import type { Services } from '#server/services.ts'

export async function readDeployment(services: Services): Promise<Deployment> {
  const { config } = services
  const { oidc } = config.providers
  const { hasAccounts, isShut } = await readState(services)
  const exists = {
    mail: config.mail !== undefined,
    slack: config.providers.slack !== undefined,
    push: isSecure(new URL(config.publicUrl)),
  }
  return {
    sign_up: offeredSignUp(config, { hasAccounts, isShut }),
    has_accounts: hasAccounts,
    sign_up_form: signUpForm(config),
    mail: config.mail !== undefined,
    channels: channels.filter((channel) => exists[channel]),
    oidc: oidc
      ? { name: oidc.name, only: oidc.isOnly, ...(oidc.adminClaim && { names_administrators: true as const }) }
      : null,
    providers: offerable.filter((provider) => config.providers[provider]),
  }
}

type State = { hasAccounts: boolean; isShut: boolean }
const underWay = new WeakMap<Services['database'], Promise<State>>()

/**
 * Reads the state once for all requests that arrive while the query runs. Anybody may send such requests. If each
 * request ran its own query, the queries could take the connections that sign-ins need.
 */
function readState(services: Services): Promise<State> {
  const { database } = services
  const known = underWay.get(database)
  if (known) return known
  const read = async () => ({
    hasAccounts: await hasAnyAccount(services),
    isShut: await takesInvitedOnly(services),
  })
  const reading = read().finally(() => underWay.delete(database))
  underWay.set(database, reading)
  return reading
}

/** Returns how people can sign up. The first account can be made even if sign-up is closed. */
function offeredSignUp(
  { signUp }: Services['config'],
  { hasAccounts, isShut }: { hasAccounts: boolean; isShut: boolean },
): Deployment['sign_up'] {
  if (isShut) return 'closed'
  return signUp === 'closed' && !hasAccounts ? 'first' : signUp
}

/** Browsers treat these addresses as secure contexts (W3C Secure Contexts), which push messages need. */
const isSecure = ({ protocol, hostname }: URL) =>
  protocol === 'https:' || /^(?:localhost|.+\.localhost|127(?:\.\d+){3}|\[::1\])$/u.test(hostname)
