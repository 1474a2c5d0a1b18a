import type { FastifyPluginAsyncZod } from 'fastify-type-provider-zod'
import { Deployment } from '#contract/deployment.ts'
import { answering } from '#server/http/responses/answering.ts'
import type { Services } from '#server/services.ts'
import { readDeployment } from './operations.ts'

export const publicInfoRoutes: FastifyPluginAsyncZod<{ services: Services }> = async (app, { services }) => {
  app.get('/deployment', answering('The public configuration of this deployment', Deployment), async () =>
    readDeployment(services),
  )
}
