import * as z from 'zod/mini'
import { list, text } from './fields.ts'
import { limits } from './limits.ts'

/** The names of schemas and messages (RFC 7643, 10; RFC 7644, 8.2). */
export const scimSchemas = {
  user: 'urn:ietf:params:scim:schemas:core:2.0:User',
  resourceType: 'urn:ietf:params:scim:schemas:core:2.0:ResourceType',
  schema: 'urn:ietf:params:scim:schemas:core:2.0:Schema',
  config: 'urn:ietf:params:scim:schemas:core:2.0:ServiceProviderConfig',
  list: 'urn:ietf:params:scim:api:messages:2.0:ListResponse',
  search: 'urn:ietf:params:scim:api:messages:2.0:SearchRequest',
  patch: 'urn:ietf:params:scim:api:messages:2.0:PatchOp',
  error: 'urn:ietf:params:scim:api:messages:2.0:Error',
} as const

/** The media type of SCIM (RFC 7644, 8.1). */
export const scimType = 'application/scim+json'

const schemas = z.array(text(200))

/** A member as the directory sees them. A client that names `attributes` gets only these. */
export const ScimUser = z.object({
  schemas,
  id: z.string(),
  externalId: z.optional(z.string()),
  userName: z.optional(z.string()),
  name: z.optional(
    z.object({
      formatted: z.optional(z.string()),
      familyName: z.optional(z.string()),
      givenName: z.optional(z.string()),
    }),
  ),
  displayName: z.optional(z.string()),
  active: z.optional(z.boolean()),
  emails: z.optional(
    z.array(
      z.object({ value: z.optional(z.string()), type: z.optional(z.string()), primary: z.optional(z.boolean()) }),
    ),
  ),
  meta: z.optional(
    z.object({
      resourceType: z.optional(z.string()),
      created: z.optional(z.string()),
      lastModified: z.optional(z.string()),
      location: z.optional(z.string()),
      version: z.optional(z.string()),
    }),
  ),
})
export type ScimUser = z.infer<typeof ScimUser>

export const ScimUsers = z.object({
  schemas,
  totalResults: z.int(),
  startIndex: z.int(),
  itemsPerPage: z.int(),
  Resources: z.array(ScimUser),
})
export type ScimUsers = z.infer<typeof ScimUsers>

const optionalText = z.optional(z.nullable(text(limits.scimText)))
/** A boolean, or its text: Entra sends `"False"`. */
const booleanOrText = z.optional(z.nullable(z.union([z.boolean(), text(10)])))

/**
 * A member as the directory sends them. Names of attributes are case-insensitive, and unknown ones are ignored, so the
 * attributes are read one by one (`server/features/sign-in/scim/changes.ts`).
 */
export const ScimUserDraft = z.looseObject({
  schemas: z.optional(list(schemas, 20)),
  userName: optionalText,
  externalId: optionalText,
  name: z.optional(
    z.nullable(z.looseObject({ formatted: optionalText, familyName: optionalText, givenName: optionalText })),
  ),
  displayName: optionalText,
  active: booleanOrText,
  emails: z.optional(
    z.nullable(list(z.array(z.looseObject({ value: optionalText, type: optionalText, primary: booleanOrText })), 50)),
  ),
  preferredLanguage: optionalText,
})
export type ScimUserDraft = z.infer<typeof ScimUserDraft>

const ScimOperation = z.looseObject({
  op: text(20),
  path: z.optional(z.nullable(text(500))),
  value: z.optional(z.unknown()),
})
export type ScimOperation = z.infer<typeof ScimOperation>

export const ScimPatch = z.object({
  schemas: z.optional(list(schemas, 20)),
  Operations: list(z.array(ScimOperation), 100),
})
export type ScimPatch = z.infer<typeof ScimPatch>

const attributes = z.optional(text(1_000))

/** The attributes of a member that the response has or omits. */
export const ScimSelection = z.object({ attributes, excludedAttributes: attributes })
export type ScimSelection = z.infer<typeof ScimSelection>

const integer = z.optional(text(10).check(z.regex(/^-?\d+$/u)))
const sorting = { sortBy: z.optional(text(200)), sortOrder: z.optional(text(20)) }
const filter = z.optional(text(limits.scimFilter))

export const ScimQuery = z.object({
  ...ScimSelection.shape,
  ...sorting,
  filter,
  startIndex: integer,
  count: integer,
})
export type ScimQuery = z.infer<typeof ScimQuery>

const attributeList = z.optional(list(z.array(text(200)), 50))

/** `POST /Users/.search`: the query in a body, so that no log of URLs contains a member's email. */
export const ScimSearch = z.object({
  schemas: z.optional(list(schemas, 20)),
  attributes: attributeList,
  excludedAttributes: attributeList,
  ...sorting,
  filter,
  startIndex: z.optional(z.int()),
  count: z.optional(z.int()),
})
export type ScimSearch = z.infer<typeof ScimSearch>

/** The definitions of the service: what it supports, its types and its schemas (RFC 7643, 5 to 7). */
export const ScimDefinition = z.looseObject({ schemas })
export const ScimDefinitions = z.object({
  schemas,
  totalResults: z.int(),
  startIndex: z.int(),
  itemsPerPage: z.int(),
  Resources: z.array(ScimDefinition),
})

/** A failure in the form of SCIM (RFC 7644, 3.12), which sends `status` as a text. */
export const ScimError = z.object({
  schemas,
  status: z.string(),
  scimType: z.optional(z.string()),
  detail: z.string(),
})
export type ScimError = z.infer<typeof ScimError>
