import { expect, test } from 'vitest'
import { withTeamTransaction } from '#server/db/database.ts'
import { pauseAccess } from '#server/features/sign-in/access-pause/operations.ts'
import { changeByEmail } from '#server/features/team/operator-commands/operations.ts'
import { patchOf, teamWithDirectory } from '#server/testing/directory.ts'
import { password } from '#server/testing/team.ts'

/** Creates a team with two administrators and another member. The access of one administrator is paused. */
async function office() {
  const here = await teamWithDirectory()
  const [paused, plain] = [await here.member('佐伯'), await here.member('早川')]
  expect((await here.administrator.patch(`/users/${paused.user.id}`, { is_admin: true })).status).toBe(200)
  await pause(here, paused.user.id)
  return { ...here, paused, plain }
}
type Office = Awaited<ReturnType<typeof office>>

const pause = ({ database, teamId, clock }: Pick<Office, 'database' | 'teamId' | 'clock'>, userId: string) =>
  withTeamTransaction(database, { teamId }, (db) => pauseAccess(db, { teamId, userId }, 'expired', clock.now))

const refusal = { status: 409, body: { code: 'last_admin' } }
const ends: Record<string, (here: Office) => Promise<unknown>> = {
  'give up their own right': ({ administrator }) =>
    administrator.patch(`/users/${administrator.user.id}`, { is_admin: false }),
  'deactivate their own account': ({ administrator }) =>
    administrator.patch(`/users/${administrator.user.id}`, { is_active: false }),
  'leave and keep their reports': ({ administrator }) =>
    administrator.call('DELETE', '/users/me', { reports: 'keep', password }),
  'leave and erase their reports': ({ administrator }) =>
    administrator.call('DELETE', '/users/me', { reports: 'erase', password }),
  'be deactivated by the operator': ({ app, administrator }) =>
    changeByEmail(app.services, administrator.user.email, { is_active: false }).catch(({ code }) => ({
      status: 409,
      body: { code },
    })),
}

test.each(Object.entries(ends))(
  'the last administrator with access cannot %s although a paused administrator exists (N1.01)',
  async (_way, end) => {
    const here = await office()
    expect(await end(here)).toMatchObject(refusal)
    expect((await here.administrator.get('/users/me')).body).toMatchObject({ is_admin: true, is_active: true })
    await here.administrator.patch(`/users/${here.plain.user.id}`, { is_admin: true })
    expect(await end(here)).not.toMatchObject(refusal)
  },
)

test('the last member with access can leave although a paused administrator remains (N1.01)', async () => {
  const here = await office()
  await pause(here, here.plain.user.id)
  expect((await here.administrator.call('DELETE', '/users/me', { reports: 'keep', password })).status).toBe(204)
})

test('an administrator can take the administrator right from a paused administrator', async () => {
  const { administrator, paused } = await office()
  expect((await administrator.patch(`/users/${paused.user.id}`, { is_admin: false })).status).toBe(200)
})

test('the directory can deactivate the last administrator with access if a paused administrator remains (N17.05)', async () => {
  const { administrator, scim } = await office()
  const out = patchOf({ op: 'replace', path: 'active', value: false })
  expect((await scim.patch(`/scim/v2/Users/${administrator.user.id}`, out)).status).toBe(200)
  expect((await administrator.get('/users/me')).status).toBe(401)
})
