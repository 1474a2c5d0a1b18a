import { jwtVerify, SignJWT } from 'jose'
import * as z from 'zod/mini'

const issuer = 'asakai'
const audience = 'asakai-api'
const typ = 'at+jwt' // RFC 9068, 2.1: no other token of ours passes for one
export const accessTokenLife = 15 * 60 // seconds: the client renews five minutes before the end

const Claims = z.object({ sub: z.uuid(), team: z.uuid(), sid: z.uuid() })
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

/** Tokens that have been read, by their text: a browser sends the same a thousand times. */
const readBefore = new WeakMap<Buffer, Map<string, Read>>()
type Read = Claims & { exp: number } // seconds since 1970
const most = 20_000 // of one key; then they are read anew

/** @returns undefined for anything but a live token of ours */
export async function readAccessToken(key: Buffer, token: string, now: Date): Promise<Claims | undefined> {
  const tokens = readBefore.get(key) ?? new Map<string, Read>()
  readBefore.set(key, tokens)
  const known = tokens.get(token)
  if (known && known.exp > Math.floor(now.getTime() / 1_000)) return known
  try {
    const checks = { typ, issuer, audience, algorithms: ['HS256'], currentDate: now, requiredClaims: ['exp'] }
    const { payload } = await jwtVerify(token, key, checks)
    const claims = Claims.parse(payload)
    if (tokens.size === most) tokens.clear()
    tokens.set(token, { ...claims, exp: payload.exp! })
    return claims
  } catch {
    return undefined // why a token is refused is nobody's business but its maker's
  }
}
