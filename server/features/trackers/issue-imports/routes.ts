import type { FastifyPluginAsyncZod } from 'fastify-type-provider-zod'
import * as z from 'zod/mini'
import { ImportResult, IssueImport, sources } from '#contract/backlogs.ts'
import { uuid } from '#contract/fields.ts'
import { answering } from '#server/http/responses/answering.ts'
import { languageFrom } from '#server/http/requests/language.ts'
import type { Services } from '#server/services.ts'
import { askForImport, readImport, readImports } from './operations.ts'

export const issueImportRoutes: FastifyPluginAsyncZod<{ services: Services }> = async (app, { services }) => {
  const ending = new AbortController()
  app.addHook('preClose', async () => ending.abort())

  app.post(
    '/backlogs/:source/issues/import',
    {
      schema: {
        summary: 'Import my open issues from a connected tracker; a long import continues after the answer',
        params: z.object({ source: z.enum(sources) }),
        problems: ['connection_refused', 'provider_not_set_up', 'not_connected', 'provider_unavailable'],
        response: { 200: ImportResult, 202: IssueImport },
      },
    },
    async (request, reply) => {
      const { teamId, userId, writer } = request.scope
      const asked = { teamId, userId, writer, ...request.params, language: languageFrom(request) }
      const answer = await askForImport(services, asked, ending.signal)
      if ('id' in answer) return reply.code(202).header('location', `/api/backlogs/imports/${answer.id}`).send(answer)
      return answer
    },
  )

  app.get(
    '/backlogs/imports',
    answering('My running imports of issues, and the last one of each tracker', z.array(IssueImport)),
    async (request) => readImports(services, request.scope, languageFrom(request)),
  )

  app.get(
    '/backlogs/imports/:id',
    answering('The progress or the result of my import of issues', IssueImport, {
      params: z.object({ id: uuid }),
      problems: ['not_found'],
    }),
    async (request) => readImport(services, request.scope, request.params.id, languageFrom(request)),
  )
}
