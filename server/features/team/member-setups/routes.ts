import { uuid } from '#contract/fields.ts'
import type { FastifyPluginAsyncZod } from 'fastify-type-provider-zod'
import * as z from 'zod/mini'
import { MemberSetups } from '#contract/member-setups.ts'
import { answering } from '#server/http/responses/answering.ts'
import type { Services } from '#server/services.ts'
import { readSetups } from './operations.ts'

export const memberSetupRoutes: FastifyPluginAsyncZod<{ services: Services }> = async (app, { services }) => {
  app.get(
    '/users/:id/setups',
    answering(
      'Webhooks, connections and open invitations that a member made for my team (administrators)',
      MemberSetups,
      {
        params: z.object({ id: uuid }),
        problems: ['admins_only'],
      },
    ),
    async (request) => readSetups(services, request.scope, request.params.id),
  )
}
