import { readProviders } from '#server/config/providers.ts'
import { readerOf } from '#server/config/environment.ts'
import { client } from './client.ts'
import { firstTeam, newAddress, type team } from './team.ts'

/** The settings of a server with a company's provider. These tests never call the provider. */
export const providers = readProviders(
  readerOf({ OIDC_ISSUER: 'https://idp.example', OIDC_CLIENT_ID: 'asakai', OIDC_CLIENT_SECRET: 'secret' }),
)

/** Creates a team with an administrator, and its directory: a client with a provisioning token. */
export async function teamWithDirectory(options: Parameters<typeof team>[0] = {}) {
  const here = await firstTeam({ providers, ...options })
  const administrator = await here.member('佐伯')
  const { status, body } = await administrator.post('/provisioning/token')
  if (status !== 201) throw new Error(`no token: ${status} ${JSON.stringify(body)}`)
  const scim = client(here.app, newAddress(), {
    authorization: `Bearer ${body.token}`,
    'content-type': 'application/scim+json',
    accept: 'application/scim+json',
  })
  return { ...here, administrator, scim, token: body.token as string }
}

export const userSchema = 'urn:ietf:params:scim:schemas:core:2.0:User'
const patchSchema = 'urn:ietf:params:scim:api:messages:2.0:PatchOp'

/** Returns the body of a `POST` in the form of RFC 7644, 3.3, with a new address. */
export const newPerson = (more: object = {}) => {
  const userName = `person-${crypto.randomUUID()}@example.com`
  return { schemas: [userSchema], userName, name: { givenName: '栞', familyName: '松本' }, ...more }
}

/** Returns the body of a `PATCH` in the form of RFC 7644, 3.5.2. */
export const patchOf = (...operations: object[]) => ({ schemas: [patchSchema], Operations: operations })
