import type { FastifyPluginAsyncZod } from 'fastify-type-provider-zod'
import { Deployment } from '#contract/deployment.ts'
import { answering } from '#server/http/responses/answering.ts'
import type { Services } from '#server/services.ts'
import { readDeployment } from './operations.ts'

export const publicInfoRoutes: FastifyPluginAsyncZod<{ services: Services }> = async (app, { services }) => {
  app.get('/deployment', answering('What this deployment offers', Deployment), async () => readDeployment(services))
}
