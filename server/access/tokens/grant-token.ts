import { uuid } from '#contract/fields.ts'
import { type TokenScope, tokenScopes } from '#contract/tokens.ts'
import { jwtVerify } from 'jose'
import * as z from 'zod/mini'
import type { Config } from '#server/config/config.ts'
import { deriveKey } from '../keys/keys.ts'
import { prefixedToken } from './prefixed-token.ts'

/** The path of the only resource that programs get access to by OAuth. */
export const resourcePath = '/api/mcp'

/** Returns the resource indicator (RFC 8707), which is also the audience of OAuth access tokens. */
export const resourceOf = ({ publicUrl }: Pick<Config, 'publicUrl'>): string => publicUrl + resourcePath

/** A program's access to the resource, from a verified access token. Callers must check that the grant still exists. */
export type GrantClaims = { teamId: string; id: string; scopes: TokenScope[] }

export const grantTokenAlgorithm = 'HS256'
export const grantTokenKey = ({ secretKey }: Pick<Config, 'secretKey'>): Buffer => deriveKey(secretKey, 'grant token')

const Claims = z.object({ team: uuid, grant: uuid, scope: z.string() })

/** Returns the claims of an OAuth access token (RFC 9068), or undefined if it is expired, forged or for another audience. */
export async function readGrantToken(
  config: Pick<Config, 'publicUrl' | 'secretKey'>,
  token: string,
  now: Date,
): Promise<GrantClaims | undefined> {
  try {
    const { payload } = await jwtVerify(token, grantTokenKey(config), {
      typ: 'at+jwt',
      issuer: config.publicUrl,
      audience: resourceOf(config),
      algorithms: [grantTokenAlgorithm],
      currentDate: now,
      requiredClaims: ['exp'],
    })
    const { team, grant, scope } = Claims.parse(payload)
    const named = scope.split(' ')
    return { teamId: team, id: grant, scopes: tokenScopes.filter((each) => named.includes(each)) }
  } catch {
    return undefined // the caller is not told why a token is refused
  }
}

/** The codes and refresh tokens of OAuth. Each kind has its own prefix, so no kind is accepted as another. */
export const authorizationCode = prefixedToken('asakai_code_')
export const grantRefreshToken = prefixedToken('asakai_mcp_')
