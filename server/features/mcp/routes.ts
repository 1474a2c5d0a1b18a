import type { FastifyPluginAsyncZod } from 'fastify-type-provider-zod'
import { McpMessage } from '#contract/mcp.ts'
import { resourcePath } from '#server/access/tokens/grant-token.ts'
import { goneSignal } from '#server/http/requests/gone.ts'
import { messageValuesAtMost } from '#server/http/requests/json-body.ts'
import { languageFrom } from '#server/http/requests/language.ts'
import type { Services } from '#server/services.ts'
import { answerMcp } from './operations.ts'

export const mcpRoutes: FastifyPluginAsyncZod<{ services: Services }> = async (app, { services }) => {
  const { publicUrl } = services.config
  const metadata = `resource_metadata="${publicUrl}/.well-known/oauth-protected-resource${resourcePath}"`
  // Names the metadata that tells programs where to ask a member for access (RFC 9728, 5.1; RFC 6750, 3.1).
  app.addHook('onSend', (request, reply, payload, done) => {
    const isRefused = reply.statusCode === 401 && request.headers.authorization !== undefined
    const error = isRefused ? 'error="invalid_token", ' : ''
    if (reply.statusCode === 401) reply.header('www-authenticate', `Bearer ${error}${metadata}, scope="read write"`)
    done(null, payload)
  })

  app.post(
    '/mcp',
    {
      config: { valuesAtMost: messageValuesAtMost },
      schema: {
        summary: 'The Model Context Protocol, streamable HTTP without sessions',
        body: McpMessage,
        byToken: 'read', // the only tool that writes checks for the write scope itself
        byGrant: true,
        response: { 200: McpMessage },
      },
    },
    async (request, reply) => {
      const { status, headers, body } = await answerMcp(services, request.scope, {
        headers: request.headers,
        message: request.body,
        language: languageFrom(request),
        gone: goneSignal(reply),
      })
      reply.code(status as 200).headers(headers)
      return reply.send(body as never) // already serialised as JSON
    },
  )
}
