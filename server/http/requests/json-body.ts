import type { FastifyInstance, FastifySchemaCompiler } from 'fastify'
import { validatorCompiler } from 'fastify-type-provider-zod'
import { AppError } from '#server/errors.ts'
import { boundJson } from '#server/load/json-bound.ts'

const utf8 = new TextDecoder('utf-8', { fatal: true, ignoreBOM: true })

declare module 'fastify' {
  interface FastifyContextConfig {
    /** The most values of a JSON body, for routes with a stricter limit. */
    valuesAtMost?: number
  }
}

/**
 * The most values of a JSON body: schemas take too long for more (E6.01). The longest allowed list has half as many.
 */
export const valuesAtMost = 20_000

/** The most values of a message for `/mcp`, because its library processes each value several times. */
export const messageValuesAtMost = 500

/**
 * Accepts only JSON in well-formed UTF-8; Fastify would silently replace invalid bytes. Refuses excessive depth or
 * number of values, and prototype poisoning.
 */
export function readJsonBodies(app: FastifyInstance) {
  app.removeContentTypeParser(['application/json', 'text/plain'])
  readJsonAs(app, 'application/json')
}

/** Accepts another media type that is JSON, with the same limits. */
export function readJsonAs(app: FastifyInstance, type: string) {
  const parse = app.getDefaultJsonParser('error', 'error')
  app.addContentTypeParser<Buffer>(type, { parseAs: 'buffer' }, (request, body, done) => {
    // Clients send the content type with every request, even without a body.
    if (body.length === 0) return done(null)
    const excess = boundJson(request.routeOptions.config.valuesAtMost ?? valuesAtMost)(body)
    if (excess === 'too_many_values') return done(new AppError('too_large'))
    const text = excess ? undefined : decoded(body)
    if (text === undefined) return done(new AppError('invalid_json'))
    return parse(request, text, done)
  })
}

type Schema = Parameters<typeof validatorCompiler>[0]['schema']

/** Treats an absent or null body as {}, so that every missing field is reported (D7.63). */
export const compileValidator: FastifySchemaCompiler<Schema> = (route) => {
  const validate = validatorCompiler(route)
  return route.httpPart === 'body' ? (body: unknown) => validate(body ?? {}) : validate
}

function decoded(body: Buffer): string | undefined {
  try {
    return utf8.decode(body)
  } catch {
    return undefined
  }
}

/**
 * Validates a body that is text, or an object of one of several schemas. Each of the `others` has a key that no other
 * schema has, and this key identifies the schema. A union of the schemas would not report the wrong field.
 * @param object the schema of an object without such a key
 */
export const compileTextOr =
  (object: Schema, others: Record<string, Schema> = {}): FastifySchemaCompiler<unknown> =>
  ({ schema, ...route }) => {
    const compiled = (part: Schema) => compileValidator({ ...route, schema: part })
    // Fastify compiles each part of the request separately, always with our schemas.
    if (route.httpPart !== 'body') return compiled(schema as Schema)
    const validate = compiled(object)
    const keyed = Object.entries(others).map(([key, other]) => [key, compiled(other)] as const)
    return (value: unknown) => {
      if (typeof value === 'string') return { value }
      const isObject = typeof value === 'object' && value !== null
      const [, other] = keyed.find(([key]) => isObject && Object.hasOwn(value, key)) ?? []
      return (other ?? validate)(value)
    }
  }
