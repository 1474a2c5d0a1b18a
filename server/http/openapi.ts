import { STATUS_CODES } from 'node:http'
import swagger from '@fastify/swagger'
import swaggerUi from '@fastify/swagger-ui'
import type { FastifyInstance } from 'fastify'
import { jsonSchemaTransform } from 'fastify-type-provider-zod'
import * as z from 'zod/mini'
import { Problem } from '#contract/problem.ts'
import { basePath, type Config } from '#server/config.ts'
import type { JsonText } from '#server/db/database.ts'

/** Documents an answer that PostgreSQL has already written: it is sent as the text it is. */
export const jsonText = (schema: z.ZodMiniType) => schema as unknown as z.ZodMiniType<JsonText>

const docsPolicy = [
  "default-src 'none'",
  "script-src 'self'",
  "style-src 'self' 'sha256-RL3ie0nH+Lzz2YNqQN83mnU0J1ot4QL7b99vMdIX99w='",
  "img-src 'self' data:",
  "connect-src 'self'",
  "base-uri 'none'",
  "form-action 'none'",
  "frame-ancestors 'none'",
].join('; ')

/** Every operation can fail in the same form; described once. */
const problem = {
  description: 'A failure: `code` is stable, `message` a sentence in the language of `Accept-Language`.',
  content: { 'application/problem+json': { schema: { $ref: '#/components/schemas/Problem' } } },
}

/** `openapi.json` and `docs` under the base, from the schemas that validate; neither with `API_DOCS=false`. Registered before the routes it describes. */
export async function describeApi(app: FastifyInstance, config: Pick<Config, 'apiDocs' | 'publicUrl'>) {
  if (!config.apiDocs) return
  const base = basePath(config)
  await app.register(swagger, {
    openapi: {
      openapi: '3.1.0',
      info: {
        title: 'Asakai',
        version: '1.0.0',
        description: 'Daily stand-up reports. A body that is absent or null is read as {}.',
      },
      servers: [{ url: `${base}/api` }],
      components: {
        securitySchemes: { bearer: { type: 'http', scheme: 'bearer', bearerFormat: 'JWT' } },
        responses: { Problem: problem },
      },
    },
    transform: (route) => {
      const { schema, url: full } = jsonSchemaTransform(route)
      const url = full.replace(/^\/api/u, '')
      return { schema: { ...schema, tags: [url.split('/')[1]!] }, url }
    },
    transformObject: (document) => {
      if (!('openapiObject' in document)) return document.swaggerObject
      const { openapiObject: api } = document
      const { $schema: _, ...schema } = z.toJSONSchema(Problem)
      for (const path of Object.values(api.paths ?? {}))
        for (const operation of Object.values(path ?? {})) {
          if (typeof operation !== 'object' || !('responses' in operation)) continue
          for (const [status, answer] of Object.entries(operation.responses ?? {}))
            if ('description' in answer) answer.description = STATUS_CODES[status] ?? status
          const body = 'requestBody' in operation ? operation.requestBody : undefined
          // Of an object without one, each field is absent: where none is required that is enough (D7.63).
          if (body && 'content' in body)
            body.required = Object.values(body.content).some(
              ({ schema }) =>
                schema !== undefined && ('anyOf' in schema || ('required' in schema && schema.required !== undefined)),
            )
          operation.responses = { ...operation.responses, default: { $ref: '#/components/responses/Problem' } }
        }
      return { ...api, components: { ...api.components, schemas: { Problem: schema } } } as typeof api
    },
  })
  await app.register(swaggerUi, {
    routePrefix: '/api/docs',
    indexPrefix: base,
    staticCSP: true,
    // swagger-ui writes one style element of its own; its hash allows that one, on this page alone.
    transformStaticCSP: () => docsPolicy,
  })
  app.get('/api/openapi.json', { schema: { hide: true } }, async () => app.swagger())
}
