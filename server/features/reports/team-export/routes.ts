import type { FastifyPluginAsyncZod } from 'fastify-type-provider-zod'
import * as z from 'zod/mini'
import { exportFileName, ExportQuery } from '#contract/export.ts'
import type { Services } from '#server/services.ts'
import { exportTeam } from './operations.ts'

const types = {
  csv: 'text/csv; charset=utf-8',
  json: 'application/json; charset=utf-8',
  xlsx: 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet',
}

export const teamExportRoutes: FastifyPluginAsyncZod<{ services: Services }> = async (app, { services }) => {
  app.get(
    '/export',
    {
      schema: {
        summary: 'Reports, insights and comments of my team, as a table or as JSON',
        querystring: ExportQuery,
        produces: Object.values(types).map((type) => type.split(';')[0]!),
        response: { 200: z.string() },
      },
    },
    async (request, reply) => {
      const name = exportFileName(request.query)
      reply.type(types[request.query.format]).header('content-disposition', `attachment; filename="${name}"`)
      // the schema describes a text, but the response is a stream
      return reply.send(exportTeam(services, request.scope, request.query) as never)
    },
  )
}
