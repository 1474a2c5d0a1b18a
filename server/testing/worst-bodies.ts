import { valuesAtMost } from '#server/http/json-body.ts'

/** A JSON schema as Zod writes it. */
export type Schema = {
  type?: string
  format?: string
  const?: unknown
  enum?: unknown[]
  anyOf?: Schema[]
  oneOf?: Schema[]
  properties?: Record<string, Schema>
  items?: Schema
  additionalProperties?: unknown
  minimum?: number
  maxLength?: number
  maxItems?: number
}
type Path = readonly (string | number)[]

/** Texts of a length that work badly with searching, splitting, trimming, folding and comparing. */
const fills: Record<string, (length: number) => string> = {
  'an email almost': (length) => `a@${'a.'.repeat(Math.max(0, length / 2 - 2))}@`.slice(0, length),
  blanks: (length) => ' '.repeat(length),
  lines: (length) => 'a\n'.repeat(length / 2),
  'different lines': (length) =>
    Array.from({ length: length / 8 }, (_, index) => `${(index * 7_919).toString(36).padStart(7, 'ab')}\n`).join(''),
  'characters that grow': (length) => 'ﷺ'.repeat(length), // 18 characters each in NFKC
  // Their order is not the one of a normalized text.
  marks: (length) => `a${'\u0345\u0315\u0300\u05b0\u0591'.repeat(Math.max(0, (length - 1) / 5))}`,
  markup: (length) => '[*`<@_('.repeat(length / 7),
}

const leaf = (schema: Schema, name: string, text: string): unknown => {
  if (schema.const !== undefined) return schema.const
  if (schema.enum) return schema.enum[0]
  if (schema.type === 'string') return schema.format ? byFormat(schema.format) : (byName[name] ?? text)
  if (schema.type === 'integer' || schema.type === 'number') return schema.minimum ?? 1
  return schema.type === 'boolean' ? true : null
}

/** Without these, the others of the body would not be looked at. */
const byName: Record<string, string> = {
  time_zone: 'Asia/Tokyo',
  email: 'somebody@example.com',
  month: '2026-11',
  country: 'JP',
  webhook_url: 'https://example.com/',
  url: 'https://example.com/',
}

const byFormat = (format: string) =>
  ({ date: '2026-11-20', uuid: '019ab0c0-0000-7000-8000-000000000000', uri: 'https://example.com/' })[format] ?? format

/** The first of several. */
const chosen = (schema: Schema): Schema => {
  const first = (schema.anyOf ?? schema.oneOf)?.[0]
  return first ? chosen(first) : schema
}

/** Every leaf and every array of a schema. */
function placesIn(schema: Schema, path: Path = []): { path: Path; schema: Schema }[] {
  const plain = chosen(schema)
  const own = plain.properties ? [] : [{ path, schema: plain }]
  const below = Object.entries(plain.properties ?? {}).flatMap(([name, each]) => placesIn(each, [...path, name]))
  return [...own, ...below, ...(plain.items ? placesIn(plain.items, [...path, 0]) : [])]
}

/** A body of the schema. @param text of each string that may be any */
function bodyOf(schema: Schema, text: (schema: Schema) => string, name = ''): unknown {
  const plain = chosen(schema)
  if (plain.properties)
    return Object.fromEntries(Object.entries(plain.properties).map(([key, each]) => [key, bodyOf(each, text, key)]))
  if (plain.type === 'array') return [bodyOf(plain.items ?? {}, text)]
  return leaf(plain, name, plain.type === 'string' ? text(plain) : '')
}

function withValue(body: unknown, [first, ...rest]: Path, value: unknown): unknown {
  if (first === undefined) return value
  if (Array.isArray(body)) return body.with(Number(first), withValue(body[Number(first)], rest, value))
  return { ...(body as object), [first]: withValue((body as Record<string, unknown>)[first], rest, value) }
}

/** Bodies of a call in which every text is as long as it may be. */
export function* longBodies(schema: Schema): Generator<[string, string]> {
  for (const [kind, fill] of Object.entries(fills))
    yield [`every text full of ${kind}`, JSON.stringify(bodyOf(schema, ({ maxLength = 100 }) => fill(maxLength)))]
}

/** Bodies of a call with one value, or with unknown names, that fill the limit. @param limit bytes */
export function* hugeBodies(schema: Schema, limit: number): Generator<[string, string]> {
  const usual = bodyOf(schema, () => 'word')
  const room = limit - JSON.stringify(usual).length - 100
  for (const { path, schema: place } of placesIn(schema)) {
    const at = (value: string) =>
      JSON.stringify(withValue(usual, path, '\0')).replace(String.raw`"\u0000"`, () => value)
    const values = place.type === 'array' ? hugeArrays(place, room) : isFree(place) ? freeValues(room) : hugeTexts(room)
    for (const [kind, value] of values) yield [`${path.join('.')} of ${kind}`, at(value)]
  }
  yield ['names', manyNames(limit)]
  yield ['names that are just taken', manyNames(limit, valuesAtMost - 1)]
}

/** Whether a value may have any names or be anything, so that a library looks at all of it. */
const isFree = ({ type, const: fixed, enum: choices, additionalProperties: others }: Schema) =>
  type === 'object' ? Boolean(others) : type === undefined && fixed === undefined && choices === undefined

/** JSON of an object with different names, in no order. @param room bytes */
export function manyNames(room: number, atMost = Infinity): string {
  const count = Math.floor(Math.min(room / 9, atMost))
  const nameOf = (at: number) => ((at * 7_919) % 60_000).toString(36).padStart(4, 'z')
  return `{${Array.from({ length: count }, (_, at) => `"${nameOf(at)}":0`).join(',')}}`
}

function* freeValues(room: number): Generator<[string, string]> {
  yield ['names', manyNames(room)]
  yield ['names that are just taken', manyNames(room, valuesAtMost - 20)]
}

function* hugeArrays({ items = {}, maxItems = 0 }: Schema, room: number): Generator<[string, string]> {
  const most = Math.min(maxItems, room / 4)
  if (most > 0) yield ['wrong texts', `[${'"x",'.repeat(most - 1)}"x"]`]
  if (most > 0) yield ['wrong objects', `[${'{},'.repeat(most - 1)}{}]`]
  const item = JSON.stringify(bodyOf(items, () => 'word'))
  yield ['items', `[${`${item},`.repeat(room / (item.length + 1) - 1)}${item}]`]
  yield ['numbers', `[${'0,'.repeat(room / 2)}0]`]
}

function* hugeTexts(room: number): Generator<[string, string]> {
  yield ['almost an email', `"a@${'a.'.repeat(room / 2 - 4)}@"`]
}

/** Bodies that no call takes: each is refused before a schema looks into it. @param limit bytes */
export function* oddBodies(limit: number): Generator<[string, string]> {
  yield ['arrays within each other', '['.repeat(limit / 2) + ']'.repeat(limit / 2)]
  yield ['objects within each other', `${'{"a":'.repeat(limit / 6 - 1)}1${'}'.repeat(limit / 6 - 1)}`]
  yield ['numbers', `[${'0,'.repeat(limit / 2 - 2)}0]`]
  yield ['names that look like a prototype', `[${String.raw`{"\u005f_proto":[]},`.repeat(limit / 20)}0]`]
}
