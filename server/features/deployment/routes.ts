import type { FastifyPluginAsyncZod } from 'fastify-type-provider-zod'
import { Deployment } from '#contract/deployment.ts'
import type { Services } from '#server/services.ts'

export const deploymentRoutes: FastifyPluginAsyncZod<{ services: Services }> = async (
  app,
  { services: { config } },
) => {
  app.get(
    '/deployment',
    { schema: { summary: 'What this deployment offers', response: { 200: Deployment } } },
    async () => ({ sign_up: config.signUp, mail: config.mail !== undefined, providers: [] }),
  )
}
