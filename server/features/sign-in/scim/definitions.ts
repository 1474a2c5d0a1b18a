import { limits } from '#contract/limits.ts'
import { scimSchemas } from '#contract/scim.ts'

type Definition = { schemas: string[]; id?: string; [name: string]: unknown }

type Attribute = {
  name: string
  description: string
  type?: 'string' | 'boolean' | 'complex'
  multiValued?: boolean
  required?: boolean
  caseExact?: boolean
  mutability?: 'readWrite' | 'readOnly'
  uniqueness?: 'none' | 'server'
  canonicalValues?: string[]
  subAttributes?: object[]
}

/** Returns an attribute with the characteristics that RFC 7643, 7 requires. */
const attribute = ({ name, type = 'string', description, ...more }: Attribute) => ({
  name,
  type,
  multiValued: false,
  description,
  required: false,
  ...(type === 'string' && { caseExact: false }),
  mutability: 'readWrite',
  returned: 'default',
  uniqueness: 'none',
  ...more,
})

const userAttributes = [
  attribute({ name: 'userName', description: 'The name at the directory.', required: true, uniqueness: 'server' }),
  attribute({
    name: 'name',
    type: 'complex',
    description: 'The parts of the name.',
    subAttributes: [
      attribute({ name: 'formatted', description: 'Family name and given name.' }),
      attribute({ name: 'familyName', description: 'The family name.' }),
      attribute({ name: 'givenName', description: 'The given name.' }),
    ],
  }),
  attribute({ name: 'displayName', description: 'The name that others see.' }),
  attribute({ name: 'active', type: 'boolean', description: 'Whether the member can sign in.' }),
  attribute({
    name: 'emails',
    type: 'complex',
    multiValued: true,
    description: 'The one email address. Without it, userName must be an address.',
    subAttributes: [
      attribute({ name: 'value', description: 'The address.' }),
      attribute({ name: 'type', description: 'Always work.', canonicalValues: ['work'] }),
      attribute({ name: 'primary', type: 'boolean', description: 'Always true.' }),
    ],
  }),
]

const configOf = (base: string): Definition => ({
  schemas: [scimSchemas.config],
  patch: { supported: true },
  bulk: { supported: false, maxOperations: 0, maxPayloadSize: 0 },
  filter: { supported: true, maxResults: limits.scimPage },
  changePassword: { supported: false },
  sort: { supported: true },
  etag: { supported: true },
  authenticationSchemes: [
    {
      type: 'oauthbearertoken',
      name: 'Provisioning token',
      description: 'The token that an administrator makes in the settings of the team.',
      primary: true,
    },
  ],
  meta: { resourceType: 'ServiceProviderConfig', location: `${base}/ServiceProviderConfig` },
})

const resourceTypesOf = (base: string): Definition[] => [
  {
    schemas: [scimSchemas.resourceType],
    id: 'User',
    name: 'User',
    endpoint: '/Users',
    description: 'A member of the team.',
    schema: scimSchemas.user,
    schemaExtensions: [],
    meta: { resourceType: 'ResourceType', location: `${base}/ResourceTypes/User` },
  },
]

const schemasOf = (base: string): Definition[] => [
  {
    schemas: [scimSchemas.schema],
    id: scimSchemas.user,
    name: 'User',
    description: 'A member of the team.',
    attributes: userAttributes,
    meta: { resourceType: 'Schema', location: `${base}/Schemas/${scimSchemas.user}` },
  },
]

export type Kind = 'ResourceTypes' | 'Schemas'

/** Returns what the service supports, its resource types and its schemas (RFC 7643, 5 to 7). */
export const definitionsOf = (base: string) => ({
  config: configOf(base),
  ResourceTypes: resourceTypesOf(base),
  Schemas: schemasOf(base),
})
