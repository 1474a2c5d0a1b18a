import type { FastifyPluginAsyncZod } from 'fastify-type-provider-zod'
import type { Services } from '#server/services.ts'
import { answerSigned } from './operations.ts'

/** The route that Slack calls for commands, button presses, submissions and events. */
export const slackInteractionRoutes: FastifyPluginAsyncZod<{ services: Services }> = async (app, { services }) => {
  // The signature covers the raw bytes of the body.
  app.removeAllContentTypeParsers()
  app.addContentTypeParser('*', { parseAs: 'buffer' }, (_request, body, done) => done(null, body))
  app.post('/slack/requests', { schema: { hide: true } }, async ({ headers, body }, reply) => {
    const answer = await answerSigned(services, { headers, body: Buffer.isBuffer(body) ? body : Buffer.alloc(0) })
    return answer ?? reply.send()
  })
}
