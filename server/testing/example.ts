import * as z from 'zod/mini'

type Example = { type?: string; format?: string; enum?: unknown[]; anyOf?: Example[]; minimum?: number } & {
  properties?: Record<string, Example>
  items?: Example
  minItems?: number
}

/** Returns a value that a schema accepts. @param id used for every id */
export function exampleOf(schema: unknown, id: string): unknown {
  return schema === undefined
    ? undefined
    : fill(z.toJSONSchema(schema as z.ZodMiniType, { io: 'input' }) as Example, id)
}

function fill(
  { type, format, enum: choices, anyOf, properties, items, minItems, minimum }: Example,
  id: string,
  name = '',
): unknown {
  if (choices) return choices[0]
  if (anyOf) return fill(anyOf[0]!, id, name)
  if (type === 'object')
    return Object.fromEntries(Object.entries(properties ?? {}).map(([key, value]) => [key, fill(value, id, key)]))
  if (type === 'array') return items && minItems ? [fill(items, id)] : []
  if (type === 'boolean') return true
  if (type === 'integer' || type === 'number') return minimum ?? 1
  if (format === 'uuid' || /(?:^|_)id$/u.test(name)) return id
  if (format === 'email' || name.includes('email')) return 'somebody@example.com'
  if (name === 'time_zone') return 'Asia/Tokyo'
  return /date|^(?:since|until|from|to|day)$/u.test(name) ? '2026-10-23' : 'asanoasanoasa'
}
