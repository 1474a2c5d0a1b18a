import { sql } from 'kysely'
import { beforeEach, expect, test } from 'vitest'
import { withEveryTeamTransaction, withTeamTransaction } from '#server/db/database.ts'
import { makeLink } from '#server/access/email-links/operations.ts'
import { gitHubProviders } from '#server/features/sign-in/provider-sign-in/github.fixture.ts'
import { withCookies } from '#server/testing/client.ts'
import { signInAtGitHub } from '#server/testing/github.ts'
import { runJobs } from '#server/testing/jobs.ts'
import { gitHub } from '#server/testing/stand-ins.ts'
import { type Member, password, team } from '#server/testing/team.ts'

const github = await gitHub({
  redirectUris: ['http://localhost:3000/github/callback'],
  people: ['ren', 'yukari'].map((login) => ({ login, email: `${login}@example.com` })),
})
const providers = gitHubProviders(github)
const chosen = { new_password: 'river stone lantern', confirm_password: 'river stone lantern' }

beforeEach(() => void github.revoked.splice(0))

async function connected() {
  const here = await team({ providers, now: new Date() })
  await withEveryTeamTransaction(here.database, (db) => sql`delete from identities`.execute(db))
  const [administrator, owner] = [await here.member('佐伯'), await here.member('早川')]
  const connect = async (login: string) => {
    const browser = withCookies(owner)
    const { body } = await browser.get('/auth/github/login-url')
    const { values } = await signInAtGitHub(body.auth_url, login)
    expect((await browser.post('/auth/github/login', values)).status).toBe(200)
  }
  const link = async (purpose: 'not-me' | 'password-reset') => {
    const member = { teamId: here.teamId, userId: owner.user.id }
    const about = { purpose, email: owner.user.email, publicUrl: 'http://x', now: here.clock.now }
    return new URL(
      await withTeamTransaction(here.database, here, (db) => makeLink(db, member, about)),
    ).searchParams.get('token')!
  }
  return { ...here, administrator, owner, connect, link }
}
type Here = Awaited<ReturnType<typeof connected>> & { early: string }

/** Operations that delete a member's connected account. */
const ends: Record<string, (here: Here) => Promise<unknown>> = {
  'disconnecting the account': ({ owner }) => owner.delete('/connections/github'),
  'connecting another GitHub account': ({ connect }) => connect('yukari'),
  'the link "it was not me"': ({ visitor, early }) => visitor().post('/auth/not-me', { token: early }),
  'the first proof of the member’s email': async ({ visitor, link }) =>
    visitor().put('/auth/password-reset', { token: await link('password-reset'), ...chosen }),
  'leaving the team and keeping the reports': ({ owner }) => leave(owner, 'keep'),
  'leaving the team and erasing everything': ({ owner }) => leave(owner, 'erase'),
}
const leave = (owner: Member, reports: string) => owner.call('DELETE', '/users/me', { reports, password })

test.each(Object.entries(ends))('%s revokes the grant at GitHub (E1.15)', async (_how, end) => {
  const plain = await connected()
  const here = Object.assign(plain, { early: await plain.link('not-me') })
  await here.connect('ren')
  await end(here)
  expect(await runJobs(here.app)).toEqual([])
  expect(github.revoked).toEqual(['grant'])
})

test('deactivating a member keeps the grant for a later reactivation', async () => {
  const { app, administrator, owner, connect } = await connected()
  await connect('ren')
  await administrator.patch(`/users/${owner.user.id}`, { is_active: false })
  await runJobs(app)
  expect(github.revoked).toEqual([])
})

test('a failed revocation of a grant is retried and logs no secret (E1.15)', async () => {
  const { app, database, owner, connect } = await connected()
  await connect('ren')
  github.refusals.push(503)
  expect((await owner.delete('/connections/github')).status).toBe(204)
  const failures = await runJobs(app)
  expect(failures).toHaveLength(1)
  expect(failures[0]).not.toMatch(/gho_|secret/u)
  await withEveryTeamTransaction(database, (db) =>
    sql`update graphile_worker._private_jobs set run_at = now()`.execute(db),
  )
  expect(await runJobs(app)).toEqual([])
  expect(github.revoked).toEqual(['grant'])
})

test.each([404, 422])('a revocation is not retried if GitHub answers %i for an unknown grant', async (status) => {
  const { app, database, owner, connect } = await connected()
  await connect('ren')
  github.refusals.push(status)
  await owner.delete('/connections/github')
  expect(await runJobs(app)).toEqual([])
  const { rows } = await withEveryTeamTransaction(database, (db) =>
    sql`select from graphile_worker._private_jobs`.execute(db),
  )
  expect(rows).toEqual([])
})

test('only the deleted token is revoked if the member has connected the account again', async () => {
  const { app, owner, connect } = await connected()
  await connect('ren')
  await owner.delete('/connections/github')
  await connect('ren')
  expect(await runJobs(app)).toEqual([])
  expect(github.revoked).toEqual(['token'])
})
