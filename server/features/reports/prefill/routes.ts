import type { FastifyPluginAsyncZod } from 'fastify-type-provider-zod'
import { DraftQuery, Prefill, PrefillQuery } from '#contract/prefill.ts'
import { answering, answeringNothing } from '#server/http/responses/answering.ts'
import { noContent } from '#server/http/responses/no-content.ts'
import type { Services } from '#server/services.ts'
import { readPrefill, takeDraft } from './operations.ts'

export const prefillRoutes: FastifyPluginAsyncZod<{ services: Services }> = async (app, { services }) => {
  app.get(
    '/daily-reports/draft',
    answering('Suggestions for my report of a day: the last plan, open blockers and more', Prefill, {
      querystring: PrefillQuery,
    }),
    async (request) => readPrefill(services, request.scope, request.query.date),
  )

  app.delete(
    '/daily-reports/draft',
    answeringNothing("Forget a program's draft: my form has taken it over", { querystring: DraftQuery }),
    async (request, reply) => noContent(reply, takeDraft(services, request.scope, request.query)),
  )
}
