import type { FastifyPluginAsyncZod } from 'fastify-type-provider-zod'
import * as z from 'zod/mini'
import { ImportedReports, ReportImportQuery } from '#contract/import.ts'
import { languageFrom } from '#server/http/language.ts'
import type { Services } from '#server/services.ts'
import { importReports } from './operations.ts'

const largest = 8 * 1_024 * 1_024 // bytes

export const importRoutes: FastifyPluginAsyncZod<{ services: Services }> = async (app, { services }) => {
  app.addContentTypeParser(
    'text/csv',
    { parseAs: 'buffer', bodyLimit: largest },
    (_request, body, done) => done(null, (body as Buffer).toString('latin1')), // a character a byte: which they mean, the operation finds out
  )
  app.post(
    '/import',
    {
      bodyLimit: largest,
      schema: {
        summary: 'Reports of a CSV, one a row: files what is new, changes what differs, and says what became of each',
        querystring: ReportImportQuery,
        consumes: ['text/csv'],
        body: z.string(),
        problems: ['csv_unreadable', 'too_large', 'not_json'],
        response: { 200: ImportedReports },
      },
    },
    async (request) =>
      importReports(services, request.scope, Buffer.from(request.body, 'latin1'), {
        ...request.query,
        language: languageFrom(request),
      }),
  )
}
