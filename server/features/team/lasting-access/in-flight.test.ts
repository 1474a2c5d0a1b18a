import { sql } from 'kysely'
import { expect, test, vi } from 'vitest'
import { withTeamTransaction } from '#server/db/database.ts'
import { holdAccount } from '#server/db/accounts/lock-account.ts'
import { makeLink } from '#server/access/email-links/operations.ts'
import { locksAwaited } from '#server/testing/locks.ts'
import { password, team } from '#server/testing/team.ts'

const publicUrl = 'https://asakai.example.com'
const noon = new Date('2026-10-23T03:00:00Z')
const chosen = { new_password: 'river stone lantern', confirm_password: 'river stone lantern' }

/** Creates two administrators. One of them, the owner, has an access token and a second session. */
async function office() {
  const here = await team({ publicUrl, now: noon })
  const [administrator, owner] = [await here.member('佐伯'), await here.member('早川')]
  await administrator.patch(`/users/${owner.user.id}`, { is_admin: true })
  const { body: token } = await owner.post('/tokens', { name: 'x', scopes: ['read'], expires_on: '2026-12-01' })
  const { body: session } = await here.visitor().post('/auth/login', { username: owner.user.email, password })
  const link = (purpose: 'password-reset' | 'not-me') =>
    withTeamTransaction(here.database, here, async (db) => {
      const about = { purpose, email: owner.user.email, publicUrl, now: noon, madeBy: administrator.user.id }
      const address = await makeLink(db, { teamId: here.teamId, userId: owner.user.id }, about)
      return new URL(address).searchParams.get('token')!
    })
  here.clock.now = new Date(noon.getTime() + 60_000)
  return { ...here, administrator, owner, token: token.id as string, session, mail: await link('not-me'), link }
}
type Office = Awaited<ReturnType<typeof office>>

type Act = (here: Office) => Promise<{ status: number }>
const change = (more: object) => ({ current_password: password, ...chosen, ...more })

/** The actions that end access of the owner. `all`: the action also ends an access token that is just being created. */
const acts: Record<string, { act: Act; all: boolean }> = {
  'the password is changed': { act: ({ owner }) => owner.patch('/users/me/password', change({})), all: false },
  'the password is changed, with the box ticked': {
    act: ({ owner }) => owner.patch('/users/me/password', change({ end_lasting_access: true })),
    all: true,
  },
  'the password is reset': {
    act: async (here) =>
      here.visitor().put('/auth/password-reset', { token: await here.link('password-reset'), ...chosen }),
    all: true,
  },
  'the owner says that it was not them': {
    act: ({ visitor, mail }) => visitor().post('/auth/not-me', { token: mail }),
    all: true,
  },
  'an administrator signs them out': {
    act: ({ administrator, owner }) => administrator.delete(`/users/${owner.user.id}/sessions`),
    all: true,
  },
  'they are deactivated': {
    act: ({ administrator, owner }) => administrator.patch(`/users/${owner.user.id}`, { is_active: false }),
    all: true,
  },
  'they are no administrator any more': {
    act: ({ administrator, owner }) => administrator.patch(`/users/${owner.user.id}`, { is_admin: false }),
    all: false,
  },
  'they leave': {
    act: ({ owner }) => owner.call('DELETE', '/users/me', { reports: 'keep', password }),
    all: true,
  },
  'they log out all other sessions': { act: ({ owner }) => owner.delete('/sessions'), all: false },
  'they log out': {
    act: ({ visitor, session }) => visitor().post('/auth/logout', { refresh_token: session.refresh_token }),
    all: false,
  },
  'they revoke a token': { act: ({ owner, token }) => owner.delete(`/tokens/${token}`), all: false },
}

test.each(Object.entries(acts))(
  'the server waits for a member’s writes in progress when %s',
  async (_what, { act, all }) => {
    const here = await office()
    const { database, teamId, owner } = here
    const id = crypto.randomUUID()
    let acting: Promise<{ status: number }> | undefined
    await withTeamTransaction(database, { teamId }, async (db) => {
      await holdAccount(db, { teamId, userId: owner.user.id })
      const answered = vi.fn()
      acting = act(here).finally(answered)
      await expect.poll(() => locksAwaited(db), { timeout: 20_000 }).not.toEqual([])
      expect(answered).not.toHaveBeenCalled()
      await sql`
      insert into access_tokens (team_id, id, user_id, name, scopes, token_hash, expires_on, created_at)
      values (${teamId}, ${id}, ${owner.user.id}, 'in flight', '{read}', sha256(${id}::text::bytea), '2026-12-01', ${noon})`.execute(
        db,
      )
    })
    expect((await acting!).status).toBeLessThan(300)
    const { rows } = await withTeamTransaction(database, { teamId }, (db) =>
      sql<{ id: string }>`select id from access_tokens where team_id = ${teamId} and name = 'in flight'`.execute(db),
    )
    expect(rows).toEqual(all ? [] : [{ id }])
  },
)
