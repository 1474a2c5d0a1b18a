import { type Deployment, offerable } from '#contract/deployment.ts'
import { signUpForm } from '#server/access/sign-up-domains.ts'
import { offeredSignUp } from '#server/features/registration/operations.ts'
import type { Services } from '#server/services.ts'

export async function readDeployment(services: Services): Promise<Deployment> {
  const { config } = services
  return {
    sign_up: await offeredSignUp(services),
    sign_up_form: signUpForm(config),
    mail: config.mail !== undefined,
    providers: offerable.filter((provider) => config.providers[provider]),
  }
}
