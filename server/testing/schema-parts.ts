import type * as z from 'zod/mini'

export type Schema = z.core.$ZodType

/** Returns the schemas directly inside a schema, with the path of each. */
export function partsOf(schema: Schema, path: string): [path: string, part: Schema][] {
  const def = schema._zod.def as unknown as Record<string, unknown> & { type: string }
  const part = (key: string): [string, Schema] => [path, def[key] as Schema]
  switch (def.type) {
    case 'object':
      return Object.entries(def['shape'] as Record<string, Schema>).map(([key, each]) => [`${path}.${key}`, each])
    case 'record':
      return [part('valueType')]
    case 'array':
      return [part('element')]
    case 'pipe':
      return [part('in'), part('out')]
    case 'union':
      return (def['options'] as Schema[]).map((each) => [path, each])
    case 'optional':
    case 'nullable':
    case 'default':
    case 'nonoptional':
      return [part('innerType')]
    default:
      return []
  }
}
