import { PassThrough } from 'node:stream'
import type { FastifyPluginAsyncZod } from 'fastify-type-provider-zod'
import { Change } from '#contract/events.ts'
import { accessTokenLife } from '#server/access/access-token.ts'
import { membership } from '#server/access/membership.ts'
import type { Services } from '#server/services.ts'
import type { Changes, News } from './changes.ts'

/** A comment so often keeps gateways from ending a quiet stream, and finds readers who have gone. */
const heartbeat = 25_000 // milliseconds

/** More windows than anybody looks at: beyond them the member's oldest stream ends. */
const mostOfOne = 20

/** `GET /events` (decisions): says what kind of thing has changed in the caller's team, for as long as they listen. */
export const eventRoutes: FastifyPluginAsyncZod<{ services: Services; changes: Changes }> = async (
  app,
  { services: { database, metrics, now }, changes },
) => {
  /** The readers, the oldest first, each with its member. */
  const open = new Map<PassThrough, string>()
  app.addHook('preClose', async () => {
    for (const stream of open.keys()) stream.end()
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
      const say = (text: string) => {
        if (!stream.writableEnded) stream.write(text)
      }
      const tell = (news: News) => {
        if (news === 'session' || news === 'member' || news === 'gap')
          unless().catch((error: unknown) => stream.destroy(error as Error))
        if (news === 'gap') say('event: gap\ndata: {}\n\n')
        else if (news !== 'session') say(`event: change\ndata: ${JSON.stringify({ kind: news })}\n\n`)
      }
      const stop = changes.subscribe(scope.teamId, tell)
      const beats = setInterval(() => say(':\n\n'), heartbeat)
      // A reader comes back with a fresh token, so none listens for longer than a token lives.
      const end = setTimeout(() => stream.end(), accessTokenLife * 1_000)
      const own = [...open].filter(([, reader]) => reader === scope.userId)
      if (own.length >= mostOfOne) own[0]![0].end()
      open.set(stream, scope.userId)
      metrics.streams.inc()
      stream.once('close', () => {
        open.delete(stream)
        metrics.streams.dec()
        clearInterval(beats)
        clearTimeout(end)
        stop()
      })
      say(':\n\n')
      // The connection ends with the stream: kept for another request, it would hold up a server that is closing.
      reply.type('text/event-stream').header('x-accel-buffering', 'no').header('connection', 'close')
      return reply.send(stream as never) // a stream in place of the described text
    },
  )
}
