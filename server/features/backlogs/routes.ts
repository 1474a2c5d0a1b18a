import type { FastifyPluginAsyncZod } from 'fastify-type-provider-zod'
import * as z from 'zod/mini'
import { BacklogItem, ImportResult, Sync, sources } from '#contract/backlogs.ts'
import { Page } from '#contract/fields.ts'
import { answering } from '#server/http/answering.ts'
import { languageFrom } from '#server/http/language.ts'
import type { Services } from '#server/services.ts'
import { importIssues, readBacklog, readSyncs } from './operations.ts'

export const backlogRoutes: FastifyPluginAsyncZod<{ services: Services }> = async (app, { services }) => {
  app.get(
    '/backlogs',
    answering('My backlog, the urgent first', z.array(BacklogItem), { querystring: Page }),
    async (request) => readBacklog(services, request.scope, request.query),
  )

  app.post(
    '/backlogs/:source/issues/import',
    answering('Import my open issues from a connected tracker', ImportResult, {
      params: z.object({ source: z.enum(sources) }),
      problems: ['connection_refused', 'provider_not_set_up', 'not_connected', 'provider_away'],
    }),
    async (request) => importIssues(services, request.scope, request.params.source, languageFrom(request)),
  )

  app.get('/backlogs/syncs', answering('When my trackers were last read', z.array(Sync)), async (request) =>
    readSyncs(services, request.scope, languageFrom(request)),
  )
}
