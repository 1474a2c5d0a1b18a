import type { FastifyInstance, FastifySchemaCompiler } from 'fastify'
import { validatorCompiler } from 'fastify-type-provider-zod'
import { AppError } from '#server/errors.ts'

const utf8 = new TextDecoder('utf-8', { fatal: true, ignoreBOM: true })

declare module 'fastify' {
  interface FastifyContextConfig {
    /** Values of a JSON body, where a call takes fewer than the others. */
    valuesAtMost?: number
  }
}

/** Values of a JSON body: schemas would look at more of them for too long (E6.01). The longest list has half as many. */
export const valuesAtMost = 20_000

/** Values of a message for `/mcp`, whose library looks at each several times. */
export const messageValuesAtMost = 500

/**
 * Bodies are JSON in well-formed UTF-8, which Fastify would mend in silence. Those with more depth or values than any client
 * needs, and poisoned prototypes, are refused.
 */
export function readJsonBodies(app: FastifyInstance) {
  const parse = app.getDefaultJsonParser('error', 'error')
  app.removeContentTypeParser(['application/json', 'text/plain'])
  app.addContentTypeParser<Buffer>('application/json', { parseAs: 'buffer' }, (request, body, done) => {
    // Clients name the type of a body with every call, also where they send none.
    if (body.length === 0) return done(null)
    const refusal = refusalOf(body, request.routeOptions.config.valuesAtMost ?? valuesAtMost)
    const text = refusal ? undefined : decoded(body)
    if (text === undefined) return done(new AppError(refusal ?? 'invalid_json'))
    return parse(request, text, done)
  })
}

const deepest = 100 // arrays and objects within each other
const [quote, backslash, bracket, brace, bracketEnd, braceEnd, comma] = Array.from('"\\[{]},', (sign) =>
  sign.charCodeAt(0),
)

/**
 * Looks at the signs of JSON alone. What is nested deeply is the slowest to parse, and overflows the stack of recursive
 * code; each value takes schemas far longer than its bytes take the parser.
 */
function refusalOf(json: Buffer, valuesMost: number): 'invalid_json' | 'too_large' | undefined {
  let [depth, values, isText] = [0, 0, false]
  for (let at = 0; at < json.length; at += 1) {
    const sign = json[at]
    if (sign === quote) isText = !isText
    else if (isText) at += sign === backslash ? 1 : 0
    else if (sign === bracket || sign === brace) [depth, values] = [depth + 1, values + 1]
    else if (sign === comma) values += 1
    else if (sign === bracketEnd || sign === braceEnd) depth -= 1
    if (depth > deepest) return 'invalid_json'
    if (values > valuesMost) return 'too_large'
  }
  return undefined
}

type Schema = Parameters<typeof validatorCompiler>[0]['schema']

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
 * For a call whose body is text or one of several objects, each told by a key that only it has.
 * A union of the schemas would not name the wrong field.
 * @param object is taken if no key fits
 */
export const compileTextOr =
  (object: Schema, others: Record<string, Schema> = {}): FastifySchemaCompiler<unknown> =>
  ({ schema, ...route }) => {
    const compiled = (part: Schema) => compileValidator({ ...route, schema: part })
    // Fastify compiles one part of the call after the other, each of them by a schema of ours.
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
