import type { FastifyPluginAsyncZod } from 'fastify-type-provider-zod'
import { clientHeader } from '#contract/event-names.ts'
import { Change, EventsQuery, clientId } from '#contract/events.ts'
import { accessTokenLife } from '#server/access/tokens/access-token.ts'
import type { GatheredMemberships } from '#server/access/gathered-memberships.ts'
import type { Services } from '#server/services.ts'
import type { Changes, News } from './changes.ts'
import { openStreams, writeToStream } from './streams.ts'

/** Keeps gateways from closing a quiet stream, and detects disconnected clients. */
const heartbeat = 25_000 // milliseconds

/** The kinds that only the affected member receives. */
const ofOneMember: ReadonlySet<News['kind']> = new Set(['read', 'mention', 'draft', 'import', 'month'])

/** `GET /events` (decision 14): streams the kinds of changes in the caller's team. */
export const eventRoutes: FastifyPluginAsyncZod<{
  services: Services
  changes: Changes
  ask: GatheredMemberships
}> = async (app, { services: { metrics }, changes, ask }) => {
  const streams = openStreams()
  app.addHook('preClose', async () => streams.endAll())

  app.get(
    '/events',
    {
      schema: {
        summary:
          'Server-sent events of my team, each `event: change` with this as data; `event: gap` when some were missed',
        description:
          'With `since`, first what changed meanwhile, or a `gap` if that is unknown. Of more than 20 streams of a member, the oldest ends with `event: end` and the reason `too_many_streams`.',
        produces: ['text/event-stream'],
        querystring: EventsQuery,
        response: { 200: Change },
      },
    },
    async ({ scope, query: { since }, headers }, reply) => {
      const stream = streams.add(scope.userId)
      const ownClient = clientId.safeParse(headers[clientHeader]).data
      const claims = { sub: scope.userId, team: scope.teamId, sid: scope.sessionId }
      const endUnlessMember = () =>
        ask(claims).then(
          (still) => still ?? stream.end(),
          (error: unknown) => stream.destroy(error as Error),
        )
      const send = ({ kind, id, clientId: author, userId = scope.userId }: News) => {
        const mayEnd = kind === 'session' || kind === 'member' || kind === 'gap'
        if (mayEnd && userId === scope.userId) void endUnlessMember()
        if (kind === 'gap') writeToStream(stream, `id: ${id}\nevent: gap\ndata: {}\n\n`)
        else if (ofOneMember.has(kind) && userId !== scope.userId) return
        else if (kind !== 'session') {
          const own = author !== undefined && author === ownClient
          writeToStream(stream, `id: ${id}\nevent: change\ndata: ${JSON.stringify({ kind, ...(own && { own }) })}\n\n`)
        }
      }
      const stop = changes.subscribe(scope.teamId, send)
      const ids = since?.split(',')
      const missed = ids && changes.since(scope.teamId, ids)
      const lastId = changes.lastId(scope.teamId)
      const beats = setInterval(() => writeToStream(stream, ':\n\n'), heartbeat)
      // A client reconnects with a new token, so no stream outlives its token.
      const end = setTimeout(() => stream.end(), accessTokenLife * 1_000)
      metrics.streams.inc()
      stream.once('close', () => {
        metrics.streams.dec()
        clearInterval(beats)
        clearTimeout(end)
        stop()
      })
      // The membership may have ended after its check, before this stream subscribed.
      void endUnlessMember()
      writeToStream(stream, ':\n\n')
      for (const change of missed ?? []) send(change)
      // If the LISTEN connection is not open, sends no gap here: every stream gets a gap when that connection opens.
      if (ids && !missed && lastId !== undefined) send({ kind: 'gap', id: lastId })
      // Closes the connection together with the stream. A kept-alive connection would delay a server that is closing.
      reply.type('text/event-stream').header('x-accel-buffering', 'no').header('connection', 'close')
      return reply.send(stream as never) // typed as text by the schema, but sent as a stream
    },
  )
}
