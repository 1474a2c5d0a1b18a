import { expect, test } from 'vitest'
import { mcpTools } from '#contract/mcp.ts'
import { routesOf } from '#server/testing/described.ts'
import { partsOf, type Schema } from '#server/testing/schema-parts.ts'
import { startApp } from '#server/testing/team.ts'

type Check = { check: string; abort?: boolean }
type Def =
  | { type: 'string'; format?: string; checks?: { _zod: { def: Check } }[] }
  | { type: 'pipe'; in: Schema; out: Schema }
  | { type: 'array' | 'object' }

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
  const def = schema._zod.def as unknown as Def
  if (def.type === 'string') {
    const first = def.checks?.[0]?._zod.def
    const isBounded = first?.check === 'max_length' && first.abort === true
    return isBounded || fixed.has(def.format ?? '') ? [] : [path]
  }
  if (def.type === 'array') return [`${path}[]`]
  if (def.type === 'pipe' && def.in._zod.def.type === 'transform' && def.out._zod.def.type === 'array')
    return unbounded((def.out._zod.def as unknown as { element: Schema }).element, `${path}[]`)
  return partsOf(schema, path).flatMap(([at, part]) => unbounded(part, at))
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
