import type { FastifyPluginAsyncZod } from 'fastify-type-provider-zod'
import * as z from 'zod/mini'
import { BacklogItem, Sync } from '#contract/backlogs.ts'
import { Page } from '#contract/fields.ts'
import { answering } from '#server/http/responses/answering.ts'
import { languageFrom } from '#server/http/requests/language.ts'
import type { Services } from '#server/services.ts'
import { readBacklog, readSyncs } from './operations.ts'

export const backlogRoutes: FastifyPluginAsyncZod<{ services: Services }> = async (app, { services }) => {
  app.get(
    '/backlogs',
    answering('My backlog, the most urgent first', z.array(BacklogItem), { querystring: Page }),
    async (request) => readBacklog(services, request.scope, request.query),
  )

  app.get(
    '/backlogs/syncs',
    answering('The time of the last import from each of my trackers', z.array(Sync)),
    async (request) => readSyncs(services, request.scope, languageFrom(request)),
  )
}
