import swagger from '@fastify/swagger'
import swaggerUi from '@fastify/swagger-ui'
import type { FastifyInstance } from 'fastify'
import { jsonSchemaTransform } from 'fastify-type-provider-zod'
import type * as z from 'zod/mini'
import { Problem } from '#contract/problem.ts'
import type { JsonText } from '#server/db/database.ts'

/** Documents an answer that PostgreSQL has already written: it is sent as the text it is. */
export const jsonText = (schema: z.ZodMiniType) => schema as unknown as z.ZodMiniType<JsonText>

/** `openapi.json` and `docs` under the base, from the schemas that validate. Registered before the routes it describes. */
export async function describeApi(app: FastifyInstance) {
  await app.register(swagger, {
    openapi: {
      openapi: '3.1.0',
      info: { title: 'Asakai', version: '1.0.0', description: 'Daily stand-up reports.' },
      servers: [{ url: '/api' }],
      components: { securitySchemes: { bearer: { type: 'http', scheme: 'bearer', bearerFormat: 'JWT' } } },
    },
    transform: (route) => {
      const answers = (route.schema?.response ?? {}) as Record<string, unknown>
      const response = { ...answers, '4xx': Problem, '5xx': Problem }
      const described = jsonSchemaTransform({ ...route, schema: { ...route.schema, response } })
      return { ...described, url: described.url.replace(/^\/api/u, '') }
    },
  })
  await app.register(swaggerUi, { routePrefix: '/api/docs', staticCSP: true })
  app.get('/api/openapi.json', { schema: { hide: true } }, async () => app.swagger())
}
