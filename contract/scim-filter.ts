/** The comparisons of a filter (RFC 7644, 3.4.2.2). */
export const scimComparisons = ['eq', 'ne', 'co', 'sw', 'ew', 'gt', 'ge', 'lt', 'le'] as const
export type ScimComparison = (typeof scimComparisons)[number]

export type ScimValue = string | number | boolean | null

/** A parsed filter. `path`: the name of an attribute in lower case, without its schema. */
export type ScimFilter =
  | { op: 'and' | 'or'; filters: ScimFilter[] }
  | { op: 'not'; filter: ScimFilter }
  | { op: 'pr'; path: string }
  | { op: ScimComparison; path: string; value: ScimValue }

/**
 * The attributes of filters and `sortBy`, and how their values are compared (RFC 7643, 2.3).
 *
 * - `exact`: case-sensitive.
 * - `key`: case-insensitive in every script.
 * - `text`: case-insensitive for A to Z.
 */
export const scimAttributes = {
  id: 'exact',
  externalid: 'exact',
  username: 'key',
  displayname: 'text',
  'name.familyname': 'text',
  'name.givenname': 'text',
  'name.formatted': 'text',
  emails: 'key',
  'emails.value': 'key',
  'emails.type': 'text',
  'emails.primary': 'boolean',
  active: 'boolean',
  'meta.resourcetype': 'exact',
  'meta.created': 'time',
  'meta.lastmodified': 'time',
} as const satisfies Record<string, 'exact' | 'key' | 'text' | 'boolean' | 'time'>
export type ScimAttribute = keyof typeof scimAttributes

export const isScimAttribute = (path: string): path is ScimAttribute => Object.hasOwn(scimAttributes, path)
