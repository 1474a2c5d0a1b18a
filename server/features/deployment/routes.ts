import type { FastifyPluginAsyncZod } from 'fastify-type-provider-zod'
import { Deployment } from '#contract/deployment.ts'
import type { Services } from '#server/services.ts'
import { readDeployment } from './operations.ts'

export const deploymentRoutes: FastifyPluginAsyncZod<{ services: Services }> = async (app, { services }) => {
  app.get(
    '/deployment',
    { schema: { summary: 'What this deployment offers', response: { 200: Deployment } } },
    async () => readDeployment(services),
  )
}
