import type { FastifyPluginAsyncZod } from 'fastify-type-provider-zod'
import * as z from 'zod/mini'
import type { Services } from '#server/services.ts'
import { exportMine } from './operations.ts'

export const personalExportRoutes: FastifyPluginAsyncZod<{ services: Services }> = async (app, { services }) => {
  app.get(
    '/users/me/export',
    {
      schema: {
        summary: 'Export everything that I have written or set, as a ZIP of JSON and CSV',
        produces: ['application/zip'],
        response: { 200: z.string() },
      },
    },
    async (request, reply) => {
      reply.type('application/zip').header('content-disposition', 'attachment; filename="asakai.zip"')
      // the schema describes a text, but the response is a stream
      return reply.send(exportMine(services, request.scope) as never)
    },
  )
}
