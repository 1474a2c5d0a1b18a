import { expect, test } from 'vitest'
import { readAccessToken } from '#server/access/tokens/access-token.ts'
import { deriveKey } from '#server/access/keys/keys.ts'
import { authenticateSession, authenticateToken } from '#server/access/membership.ts'
import { readPersonalToken } from '#server/access/tokens/personal-token.ts'
import type { Scope } from '#server/access/scope.ts'
import { exportMine } from '#server/features/privacy/personal-export/operations.ts'
import { team } from '#server/testing/team.ts'
import { exportTeam } from './operations.ts'

const now = new Date('2026-11-20T03:00:00Z')

/** Creates an administrator, and a member with a token. */
async function office() {
  const here = await team({ now })
  const [administrator, reader] = [await here.member('佐伯'), await here.member('早川')]
  const draft = { name: 'x', scopes: ['read'], expires_on: '2026-12-01' }
  const { body: token } = await reader.post('/tokens', draft)
  const claims = await readAccessToken(
    deriveKey(here.config.secretKey, 'access token'),
    reader.tokens.access_token,
    now,
  )
  const ofSession = await authenticateSession(here.database, claims!, { now, userAgent: '' })
  const ofToken = await authenticateToken(here.database, readPersonalToken(token.token)!, now)
  return { ...here, administrator, reader, token, scopes: { session: ofSession!, token: ofToken!.scope } }
}
type Office = Awaited<ReturnType<typeof office>>

const exports: Record<string, (here: Office, scope: Scope) => AsyncIterable<unknown>> = {
  'the team': ({ app }, scope) => exportTeam(app.services, scope, { format: 'csv' }),
  'their own data': ({ app }, scope) => exportMine(app.services, scope),
}
const ends: Record<string, [by: 'session' | 'token', end: (here: Office) => Promise<unknown>, code: string]> = {
  'the session has ended': [
    'session',
    ({ visitor, reader }) => visitor().post('/auth/logout', { refresh_token: reader.tokens.refresh_token }),
    'session_ended',
  ],
  'the token is revoked': ['token', ({ reader, token }) => reader.delete(`/tokens/${token.id}`), 'token_ended'],
  'the reader is deactivated': [
    'session',
    ({ administrator, reader }) => administrator.patch(`/users/${reader.user.id}`, { is_active: false }),
    'session_ended',
  ],
}

test.each(Object.keys(exports).flatMap((what) => Object.keys(ends).map((end) => [what, end] as const)))(
  'an export of %s ends once %s',
  async (what, ending) => {
    const here = await office()
    const [by, end, code] = ends[ending]!
    const all = async () => {
      for await (const _piece of exports[what]!(here, here.scopes[by]));
    }
    await all()
    await end(here)
    await expect(all()).rejects.toMatchObject({ code })
  },
)
