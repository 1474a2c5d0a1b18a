import { PassThrough } from 'node:stream'
import type { FastifyPluginAsyncZod } from 'fastify-type-provider-zod'
import { Change } from '#contract/events.ts'
import { accessTokenLife } from '#server/access/access-token.ts'
import { membership } from '#server/access/membership.ts'
import type { Services } from '#server/services.ts'
import type { Changes, News } from './changes.ts'

/** A comment so often keeps gateways from ending a quiet stream, and finds readers who have gone. */
const heartbeat = 25_000 // milliseconds

/** `GET /events` (decisions): says what kind of thing has changed in the caller's team, for as long as they listen. */
export const eventRoutes: FastifyPluginAsyncZod<{ services: Services; changes: Changes }> = async (
  app,
  { services: { database, now }, changes },
) => {
  const open = new Set<PassThrough>()
  app.addHook('preClose', async () => {
    for (const stream of open) stream.end()
  })

  app.get(
    '/events',
    {
      schema: {
        summary:
          'Server-sent events of my team, each `event: change` with this as data; `event: gap` when some were missed',
        produces: ['text/event-stream'],
        response: { 200: Change },
      },
    },
    async ({ scope }, reply) => {
      const stream = new PassThrough()
      const claims = { sub: scope.userId, team: scope.teamId, sid: scope.sessionId }
      const unless = async () => {
        if (!(await membership(database, claims, now()))) stream.end()
      }
      const tell = (news: News) => {
        if (news === 'session' || news === 'member') unless().catch((error: unknown) => stream.destroy(error as Error))
        if (news === 'gap') stream.write('event: gap\ndata: {}\n\n')
        else if (news !== 'session') stream.write(`event: change\ndata: ${JSON.stringify({ kind: news })}\n\n`)
      }
      const stop = changes.subscribe(scope.teamId, tell)
      const beats = setInterval(() => stream.write(':\n\n'), heartbeat)
      // A reader comes back with a fresh token, so none listens for longer than a token lives.
      const end = setTimeout(() => stream.end(), accessTokenLife * 1_000)
      open.add(stream)
      stream.once('close', () => {
        open.delete(stream)
        clearInterval(beats)
        clearTimeout(end)
        stop()
      })
      stream.write(':\n\n')
      reply.type('text/event-stream').header('x-accel-buffering', 'no')
      return reply.send(stream as never) // a stream in place of the described text
    },
  )
}
