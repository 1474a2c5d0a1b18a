import type { FastifyPluginAsyncZod } from 'fastify-type-provider-zod'
import * as z from 'zod/mini'
import { Week, WeekQuery } from '#contract/week.ts'
import { answering, answeringNothing } from '#server/http/responses/answering.ts'
import { readForms } from '#server/http/requests/form-body.ts'
import { noContent } from '#server/http/responses/no-content.ts'
import type { Services } from '#server/services.ts'
import { readWeek, stopMail } from './operations.ts'

type Routes = FastifyPluginAsyncZod<{ services: Services }>

export const weeklySummaryRoutes: Routes = async (app, { services }) => {
  app.get(
    '/week',
    answering("My week, with the team's blockers, Keeps and Tries", Week, { querystring: WeekQuery }),
    async (request) => readWeek(services, request.scope, request.query.date),
  )
}

/** The unsubscribe routes for mail programs, which know only the address in the email's header. */
export const weeklyEmailRoutes: Routes = async (app, { services }) => {
  await readForms(app)
  const params = z.object({ token: z.string() })

  app.post(
    '/week-mail/:token',
    answeringNothing('Send me my week no more', { params, problems: ['link_invalid'] }),
    async (request, reply) => noContent(reply, stopMail(services, request.params.token)),
  )

  // Link scanners and other programs open the address with GET. A GET must not stop the email, so it redirects to the
  // settings.
  app.get('/week-mail/:token', { schema: { hide: true, params } }, async (_request, reply) =>
    reply.redirect(`${services.config.publicUrl}/settings?tab=notifications`, 303),
  )
}
