import { type Deployment, offerable } from '#contract/deployment.ts'
import { signUpForm } from '#server/access/sign-up-domains.ts'
import { offeredSignUp } from '#server/features/registration/operations.ts'
import type { Services } from '#server/services.ts'

export async function readDeployment(services: Services): Promise<Deployment> {
  const { config } = services
  const { oidc } = config.providers
  return {
    sign_up: await offeredSignUp(services),
    sign_up_form: signUpForm(config),
    mail: config.mail !== undefined,
    oidc: oidc ? { name: oidc.name, only: oidc.isOnly } : null,
    providers: offerable.filter((provider) => config.providers[provider]),
  }
}
