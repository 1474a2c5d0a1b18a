import { uuid } from '#contract/fields.ts'
import { jwtVerify, SignJWT } from 'jose'
import * as z from 'zod/mini'

const issuer = 'asakai'
const audience = 'asakai-api'
const typ = 'at+jwt' // RFC 9068, 2.1: keeps our other tokens from passing as access tokens
export const accessTokenLife = 15 * 60 // seconds; the client renews the token five minutes before it expires

const Claims = z.object({ sub: uuid, team: uuid, sid: uuid })
export type Claims = z.infer<typeof Claims>

export function signAccessToken(key: Buffer, { sub, team, sid }: Claims, now: Date): Promise<string> {
  const seconds = Math.floor(now.getTime() / 1_000)
  return new SignJWT({ team, sid })
    .setProtectedHeader({ alg: 'HS256', typ })
    .setSubject(sub)
    .setIssuer(issuer)
    .setAudience(audience)
    .setIssuedAt(seconds)
    .setExpirationTime(seconds + accessTokenLife)
    .sign(key)
}

/** Returns the claims of an access token, or undefined if it is expired or not ours. */
export async function readAccessToken(key: Buffer, token: string, now: Date): Promise<Claims | undefined> {
  try {
    const checks = { typ, issuer, audience, algorithms: ['HS256'], currentDate: now, requiredClaims: ['exp'] }
    const { payload } = await jwtVerify(token, key, checks)
    return Claims.parse(payload)
  } catch {
    return undefined // the caller is not told why a token is refused
  }
}
