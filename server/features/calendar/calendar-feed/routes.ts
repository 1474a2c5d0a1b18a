import { createHash } from 'node:crypto'
import type { FastifyPluginAsyncZod } from 'fastify-type-provider-zod'
import * as z from 'zod/mini'
import { CalendarAddress } from '#contract/calendar-address.ts'
import { answering } from '#server/http/responses/answering.ts'
import type { Services } from '#server/services.ts'
import { isAddressAlive, readAddress, readCalendar, replaceAddress } from './operations.ts'

type Routes = FastifyPluginAsyncZod<{ services: Services }>

export const calendarFeedRoutes: Routes = async (app, { services }) => {
  app.get(
    '/calendar',
    answering("The address of one's own calendar file", CalendarAddress, { byToken: 'never' }),
    async (request) => readAddress(services, request.scope),
  )

  app.post(
    '/calendar',
    answering("Replace the address of one's own calendar file; the one before ends", CalendarAddress, {
      byToken: 'never',
      isSecretAlive: isAddressAlive,
    }),
    async (request) => replaceAddress(services, request.scope),
  )
}

/** Serves calendar clients, which know only the address and cannot sign in. */
export const calendarFileRoutes: Routes = async (app, { services }) => {
  app.get(
    '/calendar/:file',
    {
      schema: {
        summary: "The team's holidays and absences, for calendar programmes: {secret}.ics",
        params: z.object({ file: z.string() }),
        problems: ['not_found', 'sign_in_expired', 'too_many_attempts'],
        response: { 200: { content: { 'text/calendar': { schema: z.string() } } }, 304: z.null() },
      },
    },
    async (request, reply) => {
      const calendar = await readCalendar(services, request.params.file, request.ip)
      const etag = `"${createHash('sha256').update(calendar).digest('base64url')}"`
      reply.headers({ 'cache-control': 'private, no-cache', etag }).type('text/calendar; charset=utf-8')
      // The tag may be weak or one of several (RFC 9110, 13.1.2): a compressed response has a weak tag.
      if (request.headers['if-none-match']?.includes(etag)) return reply.code(304).send(null)
      return calendar
    },
  )
}
