import type { FastifyInstance, FastifySchemaCompiler } from 'fastify'
import { validatorCompiler } from 'fastify-type-provider-zod'
import { AppError } from '#server/errors.ts'

const utf8 = new TextDecoder('utf-8', { fatal: true, ignoreBOM: true })

/** Bodies are JSON in well-formed UTF-8, which Fastify would mend in silence; poisoned prototypes are refused. */
export function readJsonBodies(app: FastifyInstance) {
  const parse = app.getDefaultJsonParser('error', 'error')
  app.removeContentTypeParser(['application/json', 'text/plain'])
  app.addContentTypeParser('application/json', { parseAs: 'buffer' }, (request, body, done) => {
    // Clients name the type of a body with every call, also where they send none.
    if (body.length === 0) return done(null)
    const text = decoded(body as Buffer)
    if (text === undefined) return done(new AppError('invalid_json'))
    return parse(request, text, done)
  })
}

type Schema = Parameters<typeof validatorCompiler>[0]['schema']

/** Also bodies of that type, in well-formed UTF-8, are read, as the text they are; what else they are is refused as unreadable. */
export function readTextOf(app: FastifyInstance, type: string) {
  app.addContentTypeParser(type, { parseAs: 'buffer' }, (_request, body, done) => {
    const text = decoded(body as Buffer)
    return text === undefined ? done(new AppError('calendar_unreadable')) : done(null, text)
  })
}

/** A body that is absent or null is read as {}, so that each field which it lacks is named (D7.63). */
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
 * For a call of which the body is text or an object: what is wrong with an object is said field by field, as elsewhere,
 * which a choice of two schemas would not.
 */
export const compileTextOr =
  (object: Schema): FastifySchemaCompiler<unknown> =>
  ({ schema, ...route }) => {
    // Fastify compiles one part of the call after the other, each of them by a schema of ours.
    const validate = compileValidator({ ...route, schema: route.httpPart === 'body' ? object : (schema as Schema) })
    return (value: unknown) => (typeof value === 'string' ? { value } : validate(value))
  }
