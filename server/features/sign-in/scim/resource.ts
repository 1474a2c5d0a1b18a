import { createHash } from 'node:crypto'
import { scimSchemas, type ScimUser } from '#contract/scim.ts'
import { attributeName } from './filter.ts'
import type { Row } from './sql.ts'

/** The domain in the address of an account that has lost its address to the address's owner (E1.16). */
const removedEmailDomain = '@none.invalid'

export const formattedName = ({ family_name: family, first_name: given }: Pick<Row, 'family_name' | 'first_name'>) =>
  `${family} ${given}`

/** Returns a member in the form of SCIM. @param base the address of SCIM on this server */
export function resourceOf(row: Row, base: string): ScimUser & { meta: { version: string; location: string } } {
  const { id, external_id, user_name, display_name, family_name, first_name, email, is_active } = row
  const user = {
    schemas: [scimSchemas.user],
    id,
    ...(external_id === null ? {} : { externalId: external_id }),
    userName: user_name,
    name: { formatted: formattedName(row), familyName: family_name, givenName: first_name },
    displayName: display_name,
    active: is_active,
    ...(email.endsWith(removedEmailDomain) ? {} : { emails: [{ value: email, type: 'work', primary: true }] }),
  }
  const meta = {
    resourceType: 'User',
    created: row.created_at.toISOString(),
    lastModified: row.changed_at.toISOString(),
    location: `${base}/Users/${id}`,
  }
  // The version is a hash of the content, so a change on the screens also changes the version.
  const hash = createHash('sha256').update(JSON.stringify([user, meta.lastModified]))
  return { ...user, meta: { ...meta, version: `W/"${hash.digest('base64url').slice(0, 22)}"` } }
}

/** Returns whether a list of entity tags contains this version (RFC 9110, 13.1). Weak and strong tags are equal. */
export const matchesVersion = (header: string, version: string): boolean =>
  header.trim() === '*' || header.split(',').some((tag) => tag.trim().replace(/^W\//u, '') === version.slice(2))

export type AttributeSelection = { attributes: readonly string[]; excluded: readonly string[] }

type Json = Record<string, unknown>
export const isObject = (value: unknown): value is Json =>
  typeof value === 'object' && value !== null && !Array.isArray(value)

/**
 * Returns the attributes that the caller requested (RFC 7644, 3.9). Always includes `id` and `schemas`.
 * @param selection.attributes if not empty, only these are included
 */
export function selectAttributes(user: ScimUser, { attributes, excluded }: AttributeSelection): ScimUser {
  const [included, omitted] = [attributes, excluded].map((names) => new Set(names.map(attributeName)))
  const isSelected = (path: string): boolean => {
    const parent = path.split('.')[0]!
    if (included!.size > 0) return included!.has(path) || included!.has(parent)
    return !omitted!.has(path) && !omitted!.has(parent)
  }
  const prune = (value: unknown, path: string): unknown => {
    if (Array.isArray(value)) return value.map((each) => prune(each, path))
    if (!isObject(value)) return isSelected(path) ? value : undefined
    const entries = Object.entries(value).map(([name, inner]) => [name, prune(inner, `${path}.${name.toLowerCase()}`)])
    const kept = entries.filter(([, inner]) => inner !== undefined)
    return kept.length === 0 ? undefined : (Object.fromEntries(kept) as Json)
  }
  const { schemas, id, ...others } = user
  const entries = Object.entries(others).map(([name, value]) => [name, prune(value, name.toLowerCase())] as const)
  return {
    schemas,
    id,
    ...Object.fromEntries(entries.filter(([, value]) => value !== undefined && !isEmptyList(value))),
  }
}

const isEmptyList = (value: unknown) => Array.isArray(value) && value.every((each) => each === undefined)
