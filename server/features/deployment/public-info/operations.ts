import { channels, type Deployment, offerable } from '#contract/deployment.ts'
import { signUpForm } from '#server/access/email-address/sign-up-domains.ts'
import { hasAnyAccount, takesInvitedOnly } from '#server/features/sign-in/registration/operations.ts'
import type { Services } from '#server/services.ts'

export async function readDeployment(services: Services): Promise<Deployment> {
  const { config } = services
  const { oidc } = config.providers
  const hasAccounts = await hasAnyAccount(services)
  const exists = {
    mail: config.mail !== undefined,
    slack: config.providers.slack !== undefined,
    push: isSecure(new URL(config.publicUrl)),
  }
  return {
    sign_up: offeredSignUp(config, { hasAccounts, isShut: await takesInvitedOnly(services) }),
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

/** Returns how people can sign up. Even if sign-up is closed, the first account can be made. */
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
