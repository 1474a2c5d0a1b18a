import { uuid } from '#contract/fields.ts'
import type { FastifyPluginAsyncZod } from 'fastify-type-provider-zod'
import * as z from 'zod/mini'
import { ReportImport } from '#contract/import.ts'
import { answering } from '#server/http/responses/answering.ts'
import type { Services } from '#server/services.ts'
import { readReportImport, readReportImports, undoReportImport } from './operations.ts'

const params = z.object({ id: uuid })

export const reportImportRoutes: FastifyPluginAsyncZod<{ services: Services }> = async (app, { services }) => {
  app.get(
    '/import',
    answering(
      'My imports of reports of the last 24 hours; administrators get those of the team',
      z.array(ReportImport),
    ),
    async (request) => readReportImports(services, request.scope),
  )

  app.get(
    '/import/:id',
    answering('The progress and the result of an import of reports', ReportImport, {
      params,
      problems: ['not_found', 'not_yours'],
    }),
    async (request) => readReportImport(services, request.scope, request.params.id),
  )

  app.delete(
    '/import/:id',
    answering('Undo an import of reports within 24 hours; reports that were changed since stay', ReportImport, {
      params,
      problems: ['not_found', 'not_yours', 'admins_only', 'import_going_on', 'import_too_old'],
    }),
    async (request) => undoReportImport(services, request.scope, request.params.id),
  )
}
