import type { FastifyInstance } from 'fastify'
import { lastEventHeader } from '#contract/event-names.ts'
import type { Changes } from './changes.ts'

/**
 * Names in each answer to a GET the team's last change that was heard before the answer was read. A reader who then asks
 * `GET /events?since=` hears of every change that the answer may lack. Must stand behind `requireSession`.
 */
export function nameLastChange(app: FastifyInstance, changes: Changes) {
  app.addHook('onRequest', async ({ method, claims }, reply) => {
    if (method !== 'GET' || !('team' in claims)) return
    const id = changes.lastId(claims.team)
    if (id !== undefined) reply.header(lastEventHeader, id)
  })
}
