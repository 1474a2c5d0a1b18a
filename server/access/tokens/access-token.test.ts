import { generateKeyPairSync, randomBytes, randomUUID } from 'node:crypto'
import { type JWTPayload, SignJWT, UnsecuredJWT } from 'jose'
import { describe, expect, test } from 'vitest'
import { hostileInput } from '#server/testing/fixtures.ts'
import { team } from '#server/testing/team.ts'
import { readAccessToken } from './access-token.ts'
import { deriveKey } from '../keys/keys.ts'

const secretKey = randomBytes(32)
const key = deriveKey(secretKey, 'access token')

const seconds = (date: Date) => Math.floor(date.getTime() / 1_000)
const sign = (claims: JWTPayload, by: Parameters<SignJWT['sign']>[0] = key, alg = 'HS256', typ = 'at+jwt') =>
  new SignJWT(claims).setProtectedHeader({ alg, typ }).sign(by)

describe('access tokens', () => {
  async function signedIn() {
    const { member, teamId, visitor, clock } = await team({ secretKey })
    const { user, tokens } = await member()
    const sid = tokens.refresh_token.split('.')[1]
    const now = seconds(clock.now)
    const claims = { sub: user.id, team: teamId, sid, iss: 'asakai', aud: 'asakai-api', iat: now, exp: now + 60 }
    const statusOf = async (token: string) =>
      (await visitor().get('/users/me', { authorization: `Bearer ${token}` })).status
    return { claims, tokens, statusOf, visitor }
  }

  test('an access token that the server signed is accepted', async () => {
    const { claims, statusOf } = await signedIn()
    expect(await statusOf(await sign(claims))).toBe(200)
  })

  test('a forged access token is rejected', async () => {
    const { claims, statusOf } = await signedIn()
    const { privateKey } = generateKeyPairSync('rsa', { modulusLength: 2048 })
    const { exp: _, ...forever } = claims
    const [head, payload, signature] = (await sign(claims)).split('.')
    const forgeries = {
      unsigned: new UnsecuredJWT(claims).encode(),
      'signed by another key': await sign(claims, randomBytes(32)),
      'signed by the secret itself': await sign(claims, secretKey),
      'another algorithm of the same key': await sign(claims, key, 'HS512'),
      'another kind of algorithm': await sign(claims, privateKey, 'RS256'),
      'another kind of token': await sign(claims, key, 'HS256', 'JWT'),
      'no kind': await new SignJWT(claims).setProtectedHeader({ alg: 'HS256' }).sign(key),
      'another issuer': await sign({ ...claims, iss: 'somebody' }),
      'another audience': await sign({ ...claims, aud: 'somebody' }),
      expired: await sign({ ...claims, exp: claims.iat }),
      'not yet valid': await sign({ ...claims, nbf: claims.iat + 60 }),
      'without an end': await sign(forever),
      'without a session': await sign({ ...claims, sid: undefined }),
      'of another session': await sign({ ...claims, sid: randomUUID() }),
      'of another member': await sign({ ...claims, sub: randomUUID() }),
      'of another team': await sign({ ...claims, team: randomUUID() }),
      'every team': await sign({ ...claims, team: 'every' }),
      'a changed payload': `${head}.${Buffer.from(JSON.stringify({ ...claims, exp: claims.exp + 1 })).toString('base64url')}.${signature}`,
      'no signature': `${head}.${payload}.`,
      'two parts': `${head}.${payload}`,
    }
    for (const [name, token] of Object.entries(forgeries)) expect([name, await statusOf(token)]).toEqual([name, 401])
  })

  test.each(['', 'Bearer', 'Bearer ', 'Basic YTpi', 'Bearer a b', 'x'.repeat(5_000)])(
    'a malformed authorization header gets a 401 with a code (%#)',
    async (authorization) => {
      const { visitor } = await signedIn()
      expect(await visitor().get('/users/me', { authorization })).toMatchObject({
        status: 401,
        body: { code: 'not_signed_in', status: 401 },
      })
    },
  )

  test('a refresh token is rejected as an access token', async () => {
    const { tokens, statusOf } = await signedIn()
    expect(await statusOf(tokens.refresh_token)).toBe(401)
  })

  test('every published JWS test vector is rejected as an access token', async () => {
    type Group = { private?: { kty: string; k?: string }; tests: { jws: unknown; comment: string }[] }
    const { testGroups } = JSON.parse(hostileInput('jws-vectors.json')) as { testGroups: Group[] }
    let read = 0
    for (const { private: own, tests } of testGroups) {
      // Tokens with a symmetric signature must fail even with the key that signed them.
      const theirs = own?.k ? Buffer.from(own.k, 'base64url') : key
      for (const { jws, comment } of tests) {
        const text = typeof jws === 'string' ? jws : JSON.stringify(jws)
        expect([comment, await readAccessToken(theirs, text, new Date())]).toEqual([comment, undefined])
        read += 1
      }
    }
    expect(read).toBeGreaterThan(300)
  })
})

describe('public and members-only routes', () => {
  const open = [
    ['GET', '/deployment'],
    ['GET', '/healthz'],
    ['GET', '/readyz'],
    ['GET', '/openapi.json'],
  ] as const
  const membersOnly = [
    ['GET', '/users/me'],
    ['PUT', '/users/me'],
    ['GET', '/users/'],
    ['GET', `/users/${randomUUID()}`],
    ['PATCH', '/users/me/profile'],
    ['PATCH', '/users/me/password'],
    ['GET', '/daily-reports?report_date=2026-11-20'],
    ['POST', '/daily-reports'],
    ['PUT', `/daily-reports/${randomUUID()}`],
    ['DELETE', `/daily-reports/${randomUUID()}`],
    ['GET', '/daily-reports/my/latest'],
    ['GET', '/daily-reports/days?from=2026-11-01&to=2026-11-02'],
  ] as const

  test.each(open)('a visitor without a session can call %s %s', async (method, path) => {
    const { visitor } = await team()
    expect((await visitor().call(method, path)).status).toBe(200)
  })

  test.each(membersOnly)(
    'a visitor’s request %s %s gets a 401 before the server reads its body',
    async (method, path) => {
      const { visitor } = await team()
      const answer = await visitor().call(method, path, method === 'GET' ? undefined : 'not json', {
        'content-type': 'application/json',
      })
      expect(answer).toMatchObject({ status: 401, body: { code: 'not_signed_in' } })
    },
  )
})
