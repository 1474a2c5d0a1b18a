import type { FastifyPluginAsyncZod } from 'fastify-type-provider-zod'
import * as z from 'zod/mini'
import { ImportedReports, ReportImportQuery } from '#contract/import.ts'
import { goneSignal } from '#server/http/requests/gone.ts'
import { languageFrom } from '#server/http/requests/language.ts'
import type { Services } from '#server/services.ts'
import { openImports } from './operations.ts'

const largest = 8 * 1_024 * 1_024 // bytes

export const csvImportRoutes: FastifyPluginAsyncZod<{ services: Services }> = async (app, { services }) => {
  const imports = openImports(services)
  app.addHook('onClose', imports.end)
  app.addContentTypeParser(
    'text/csv',
    { parseAs: 'buffer', bodyLimit: largest },
    // The bytes as a string: each character is one byte. `decode` finds the encoding later.
    (_request, body, done) => done(null, (body as Buffer).toString('latin1')),
  )
  app.post(
    '/import',
    {
      bodyLimit: largest,
      schema: {
        summary: 'Import reports from a CSV file, one per row; a long import continues after the answer',
        querystring: ReportImportQuery,
        consumes: ['text/csv'],
        body: z.string(),
        problems: ['csv_unreadable', 'encoding_unknown', 'too_large', 'not_json', 'too_many_imports'],
        response: { 200: ImportedReports, 202: ImportedReports },
      },
    },
    async (request, reply) => {
      const asked = { ...request.query, language: languageFrom(request) }
      const { answer, isDone } = await imports.importFile(request.scope, request.body, asked, goneSignal(reply))
      if (!isDone) return reply.code(202).header('location', `/api/import/${answer.id}`).send(answer)
      return answer
    },
  )
}
