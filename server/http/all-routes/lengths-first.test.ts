import { expect, test } from 'vitest'
import type * as z from 'zod/mini'
import { mcpTools } from '#contract/mcp.ts'
import { routesOf } from '#server/testing/described.ts'
import { startApp } from '#server/testing/team.ts'

type Schema = z.core.$ZodType
type Check = { check: string; abort?: boolean }

/** Formats with a fixed length. Their patterns fail at the first wrong character, so they need no limit. */
const fixed = new Set(['uuid', 'date'])

/** Inputs that are limited in other ways. */
const elsewhere = [
  'POST /import body', // these files are measured while they are parsed
  'POST /holidays/import body',
  'GET /invitations querystring.include_expired', // one of a few fixed words; a URL has at most 16 KiB
]

/** Returns the paths of texts and lists that a schema validates before it limits their length. */
function unbounded(schema: Schema, path: string): string[] {
  const def = schema._zod.def as unknown as Record<string, unknown> & {
    type: string
    format?: string
    checks?: { _zod: { def: Check } }[]
  }
  const below = (key: string, at = path) => unbounded(def[key] as Schema, at)
  switch (def.type) {
    case 'object':
      return Object.entries(def['shape'] as Record<string, Schema>).flatMap(([key, each]) =>
        unbounded(each, `${path}.${key}`),
      )
    case 'string': {
      const first = def.checks?.[0]?._zod.def
      const isBounded = first?.check === 'max_length' && first.abort === true
      return isBounded || fixed.has(def.format ?? '') ? [] : [path]
    }
    case 'array':
      return [`${path}[]`]
    case 'pipe': {
      const isList =
        (def['in'] as Schema)._zod.def.type === 'transform' && (def['out'] as Schema)._zod.def.type === 'array'
      if (isList)
        return unbounded(((def['out'] as Schema)._zod.def as unknown as { element: Schema }).element, `${path}[]`)
      return [...below('in'), ...below('out')]
    }
    case 'union':
      return (def['options'] as Schema[]).flatMap((each) => unbounded(each, path))
    case 'optional':
    case 'nullable':
    case 'default':
    case 'nonoptional':
      return below('innerType')
    default:
      return []
  }
}

test('every call checks the lengths of texts and lists before anything else (E6.01)', async () => {
  const { app } = await startApp()
  const found = routesOf(app).flatMap(({ name, method, schema }) =>
    (['body', 'querystring'] as const).flatMap((part) =>
      method !== 'HEAD' && schema?.[part] ? unbounded(schema[part] as Schema, `${name} ${part}`) : [],
    ),
  )
  const tools = Object.entries(mcpTools).flatMap(([name, schema]) => unbounded(schema, `MCP ${name}`))
  expect([...found, ...tools].toSorted()).toEqual(elsewhere.toSorted())
})
