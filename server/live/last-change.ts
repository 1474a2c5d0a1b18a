import type { FastifyInstance } from 'fastify'
import { lastEventHeader } from '#contract/event-names.ts'
import type { Changes } from './changes.ts'

/**
 * Adds to each GET response the id of the team's last change from before the data was read. A client that then calls
 * `GET /events?since=` gets every change that the response may lack. Must be registered after `requireSession`.
 */
export function nameLastChange(app: FastifyInstance, changes: Changes) {
  app.addHook('onRequest', async ({ method, claims }, reply) => {
    if (method !== 'GET' || !('team' in claims)) return
    const id = changes.lastId(claims.team)
    if (id !== undefined) reply.header(lastEventHeader, id)
  })
}
