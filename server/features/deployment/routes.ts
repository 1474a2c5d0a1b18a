import type { FastifyPluginAsyncZod } from 'fastify-type-provider-zod'
import { Deployment, offerable } from '#contract/deployment.ts'
import type { Services } from '#server/services.ts'

export const deploymentRoutes: FastifyPluginAsyncZod<{ services: Services }> = async (
  app,
  { services: { config } },
) => {
  const offered = offerable.filter((provider) => config.providers[provider])
  app.get(
    '/deployment',
    { schema: { summary: 'What this deployment offers', response: { 200: Deployment } } },
    async () => ({ sign_up: config.signUp, mail: config.mail !== undefined, providers: offered }),
  )
}
