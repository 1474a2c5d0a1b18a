import { STATUS_CODES } from 'node:http'
import swagger from '@fastify/swagger'
import swaggerUi from '@fastify/swagger-ui'
import type { FastifyInstance } from 'fastify'
import { createJsonSchemaTransform, createJsonSchemaTransformObject } from 'fastify-type-provider-zod'
import * as z from 'zod/mini'
import { basePath, type Config } from '#server/config/config.ts'
import { describing } from './description.ts'
import { describedWebhooks } from './described-webhooks.ts'
import { namedSchemas, nameIn, type OpenApi, withoutTwins } from './named-schemas.ts'
import { scimErrorAnswers } from '#server/http/auth/scim.ts'
import { problemAnswers, problemExamples, problemsOf } from './problem-answers.ts'

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

type Shape = { $ref?: string; type?: string; anyOf?: unknown; required?: unknown }
type Operation = {
  requestBody?: { required: boolean; content: Record<string, { schema: Shape }> }
  responses: Record<string, { description?: string; $ref?: string }>
}
type Described = OpenApi & {
  components: { examples: Record<string, unknown> }
  paths: Record<string, Record<string, Operation>>
  webhooks: typeof describedWebhooks
}

/**
 * Describes once the server errors that any call may return. Does not use `default`, which generators treat as a
 * success.
 */
const serverError = {
  description: 'A failure: `code` is stable, `message` a sentence in the language of `Accept-Language`.',
  content: { 'application/problem+json': { schema: { $ref: '#/components/schemas/Problem' } } },
}
const ofServer = ['500', '503']

const named = createJsonSchemaTransform({ schemaRegistry: namedSchemas })
const unnamed = createJsonSchemaTransform({ schemaRegistry: z.registry<{ id: string }>() })
const nameSchemas = createJsonSchemaTransformObject({ schemaRegistry: namedSchemas })

/** Turns `PUT /daily-reports/:id/read` into `putDailyReportsByIdRead`. */
const operationOf = (method: string, url: string) =>
  method.toLowerCase() +
  url
    .replaceAll(/:(\w)/gu, (_, first: string) => `by-${first}`)
    .replaceAll(/(?<![^a-z0-9])[^a-z0-9]+([a-z0-9])/giu, (_, first: string) => first.toUpperCase())

/**
 * Serves `openapi.json` and `docs`, generated from the validating schemas, unless `API_DOCS=false`. Must be registered
 * before the routes.
 */
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
        license: { name: 'MIT', identifier: 'MIT' },
      },
      servers: [{ url: `${base}/api` }],
      components: {
        securitySchemes: {
          bearer: {
            type: 'http',
            scheme: 'bearer',
            bearerFormat: 'JWT',
            description: 'The `access_token` of a session.',
          },
          token: {
            type: 'http',
            scheme: 'bearer',
            bearerFormat: 'asakai_pat_…',
            description: 'A token of `POST /tokens`: reading asks for the scope `read`, everything else for `write`.',
          },
          provisioning: {
            type: 'http',
            scheme: 'bearer',
            bearerFormat: 'asakai_scim_…',
            description: 'The token of `POST /provisioning/token`, for the calls of SCIM only.',
          },
        },
        responses: { ServerError: serverError },
        examples: problemExamples,
      },
    },
    transform: (route) => {
      const { schema, url: full } = named(route)
      const url = full.replace(/^\/api/u, '')
      if (!schema || schema['hide']) return { schema, url }
      const method = String(route.route.method).toUpperCase()
      // Parameters must be inlined, because the plugin does not resolve references in them.
      const { params, querystring, headers } = unnamed(route).schema
      const problems = route.schema.isScim ? scimErrorAnswers() : problemAnswers(problemsOf(method, route.schema))
      const response = {
        ...(schema['response'] ?? { 200: { description: 'OK' } }),
        ...problems,
      }
      const described = {
        security: [],
        ...schema,
        ...(params ? { params } : {}),
        ...(querystring ? { querystring } : {}),
        ...(headers ? { headers } : {}),
      }
      return {
        schema: { ...described, tags: [url.split('/')[1]!], operationId: operationOf(method, url), response },
        url,
      }
    },
    transformObject: (document) => {
      if (!('openapiObject' in document)) return document.swaggerObject
      const api = nameSchemas(document) as Described
      for (const operation of Object.values(api.paths).flatMap((path) => Object.values(path))) {
        for (const [status, answer] of Object.entries(operation.responses))
          if (Number(status) < 300) answer.description = STATUS_CODES[status] ?? status
        // An absent body is read as {}, so it is allowed if no field is required (D7.63).
        if (operation.requestBody)
          operation.requestBody.required = Object.values(operation.requestBody.content).some(({ schema }) => {
            const { type, anyOf, required } = schema.$ref
              ? (api.components.schemas[nameIn(schema.$ref)] as Shape)
              : schema
            return type === 'string' || (anyOf ?? required) !== undefined
          })
        for (const status of ofServer) operation.responses[status] ??= { $ref: '#/components/responses/ServerError' }
      }
      api.webhooks = describedWebhooks
      const written = JSON.stringify(api.paths)
      for (const code of Object.keys(api.components.examples))
        if (!written.includes(`/examples/${code}"`)) delete api.components.examples[code]
      return withoutTwins(api)
    },
  })
  const describe = describing(app)
  await app.register(swaggerUi, {
    routePrefix: '/api/docs',
    uiHooks: {
      preHandler: (request, reply, done) => {
        if (request.routeOptions.url === '/api/docs/json') describe(request, reply)
        else done()
      },
    },
    indexPrefix: base,
    staticCSP: true,
    // swagger-ui has one inline style element, which this page allows by its hash.
    transformStaticCSP: () => docsPolicy,
  })
  app.get('/api/openapi.json', { schema: { hide: true } }, describe)
}
