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

/** A body that is absent or null is read as {}, so that each field which it lacks is named (D7.63). */
export const compileValidator: FastifySchemaCompiler<Parameters<typeof validatorCompiler>[0]['schema']> = (route) => {
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
