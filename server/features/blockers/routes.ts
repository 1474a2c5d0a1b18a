import type { FastifyPluginAsyncZod } from 'fastify-type-provider-zod'
import * as z from 'zod/mini'
import { Blocker, BlockerChange, Blockers, BlockersQuery } from '#contract/blockers.ts'
import { uuid } from '#contract/fields.ts'
import { answering } from '#server/http/responses/answering.ts'
import type { Services } from '#server/services.ts'
import { changeBlocker, readBlockers } from './operations.ts'

const params = z.object({ id: uuid })

export const blockerRoutes: FastifyPluginAsyncZod<{ services: Services }> = async (app, { services }) => {
  app.get('/blockers', answering("The team's blockers", Blockers, { querystring: BlockersQuery }), async (request) => ({
    blockers: await readBlockers(services, request.scope, request.query),
  }))

  app.patch(
    '/blockers/:id',
    answering('Take on, release, resolve or reopen a blocker', Blocker, {
      params,
      body: BlockerChange,
      problems: ['only_oneself', 'blocker_taken', 'blocker_resolved', 'blocker_changed'],
    }),
    async (request) => changeBlocker(services, request.scope, request.params.id, request.body),
  )
}
