import type { FastifyPluginAsyncZod } from 'fastify-type-provider-zod'
import type { Services } from '#server/services.ts'
import { answerSigned } from './operations.ts'

/** What Slack itself calls: commands, presses, submissions and events, all at one address. */
export const slackRequestRoutes: FastifyPluginAsyncZod<{ services: Services }> = async (app, { services }) => {
  // What is signed is every byte as it came.
  app.removeAllContentTypeParsers()
  app.addContentTypeParser('*', { parseAs: 'buffer' }, (_request, body, done) => done(null, body))
  app.post('/slack/requests', { schema: { hide: true } }, async ({ headers, body }, reply) => {
    const answer = await answerSigned(services, { headers, body: Buffer.isBuffer(body) ? body : Buffer.alloc(0) })
    return answer ?? reply.send()
  })
}
