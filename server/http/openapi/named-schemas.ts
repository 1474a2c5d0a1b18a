import { readdirSync } from 'node:fs'
import * as z from 'zod/mini'

const contract = new URL('../../../contract/', import.meta.url)

/** The exported schemas of `contract/`, each with the name of its export as id. */
export const namedSchemas = z.registry<{ id: string }>()
for (const file of readdirSync(contract).filter((name) => /^[a-z-]+\.[jt]s$/u.test(name))) {
  const exported = (await import(new URL(file, contract).href)) as Record<string, unknown>
  for (const [id, schema] of Object.entries(exported))
    if (schema instanceof z.core.$ZodType && /^[A-Z]/u.test(id)) namedSchemas.add(schema, { id })
}

type Json = { [key: string]: unknown }
export type OpenApi = Json & { components: { schemas: Json } }

const isObject = (value: unknown): value is Json => typeof value === 'object' && value !== null
const home = '#/components/schemas/'
export const nameIn = (reference: string) => reference.slice(home.length)

/**
 * Merges schemas that the transformation duplicates: one for responses and, as `…Input`, one for requests. Keeps both
 * only if they differ and both are used. Removes unreferenced schemas, and `additionalProperties: false`, because
 * clients must accept unknown fields.
 */
export function withoutTwins<Document>(document: Document & OpenApi): Document {
  const { schemas } = document.components
  const used = new Set<string>()
  const follow = (value: unknown) => {
    if (!isObject(value)) return
    if (value['additionalProperties'] === false) delete value['additionalProperties']
    for (const [key, inner] of Object.entries(value)) {
      const name = key === '$ref' && typeof inner === 'string' && inner.startsWith(home) && nameIn(inner)
      if (!name) follow(inner)
      else if (!used.has(name)) {
        used.add(name)
        follow(schemas[name])
      }
    }
  }
  follow({ ...document, components: { ...document.components, schemas: {} } })
  const textOf = (name: string) => JSON.stringify(schemas[name]).replaceAll('Input"', '"')
  const twins = [...used].flatMap((sent) => {
    const answered = sent.replace(/Input$/u, '')
    return answered !== sent && (!used.has(answered) || textOf(sent) === textOf(answered)) ? [{ sent, answered }] : []
  })
  for (const { sent, answered } of twins) schemas[answered] = schemas[sent]
  const names = [...used].map((name) => twins.find(({ sent }) => sent === name)?.answered ?? name)
  const kept = Object.fromEntries([...new Set(names)].sort().map((name) => [name, schemas[name]]))
  const text = twins.reduce(
    (named, { sent, answered }) => named.replaceAll(`${home}${sent}"`, `${home}${answered}"`),
    JSON.stringify({ ...document, components: { ...document.components, schemas: kept } }),
  )
  return JSON.parse(text)
}
