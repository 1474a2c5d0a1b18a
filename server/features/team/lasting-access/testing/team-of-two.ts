import type { Provider } from '#contract/providers.ts'
import { makeLink } from '#server/access/email-links/operations.ts'
import { type Db, withTeamTransaction } from '#server/db/database.ts'
import { client } from '#server/testing/client.ts'
import { type Member, newAddress, password, team } from '#server/testing/team.ts'

export const publicUrl = 'https://asakai.example.com'
export const noon = new Date('2026-10-23T03:00:00Z')
export const chosen = { new_password: 'river stone lantern', confirm_password: 'river stone lantern' }

/**
 * The team of a test. `earlier`: the link of an email that was sent before everything else. `isShared`: after the owner
 * has set something up, the other administrator changes a part of it, if this is possible and keeps the owner's part.
 */
export type Here = Awaited<ReturnType<typeof teamOfTwo>> & { earlier: string; isShared?: boolean }

/**
 * Creates two members. One of them is the owner of the account. Both are administrators, because others cannot make
 * webhooks.
 */
export async function teamOfTwo(options: Parameters<typeof team>[0] = {}) {
  const here = await team({ publicUrl, now: noon, ...options })
  const [administrator, owner] = [await here.member('佐伯'), await here.member('早川')]
  await update(here, owner, { is_admin: true, settings: JSON.stringify({ week_mail: true }) })
  await prove(here, owner)
  const link = (purpose: 'password-reset' | 'password-link' | 'not-me' | 'email-proof', email = owner.user.email) =>
    withTeamTransaction(here.database, here, async (db) => {
      const member = { teamId: here.teamId, userId: owner.user.id }
      const madeBy = administrator.user.id
      const address = await makeLink(db, member, { purpose, email, publicUrl, now: here.clock.now, madeBy })
      return new URL(address).searchParams.get('token')!
    })
  return { ...here, administrator, owner, link }
}

/** Changes the row of a member in the database. */
export const update = (
  { database, teamId }: Pick<Awaited<ReturnType<typeof team>>, 'database' | 'teamId'>,
  { user }: Member,
  change: { is_admin?: boolean; settings?: string; email_proven_at?: Date | null; company_sign_in_at?: Date },
) =>
  withTeamTransaction(database, { teamId }, (db) =>
    db
      .updateTable('users')
      .set(change)
      .where((is) => is.and({ team_id: teamId, id: user.id }))
      .execute(),
  )

export const prove = (here: Parameters<typeof update>[0], member: Member, at: Date | null = noon) =>
  update(here, member, { email_proven_at: at })

export const reads = async (here: Here, token: string) =>
  (await client(here.app, newAddress(), { authorization: `Bearer ${token}` }).get('/users/me')).status === 200

export const connect = (here: Here, provider: Provider, subject: string | null) =>
  withTeamTransaction(here.database, here, (db) =>
    db
      .insertInto('connections')
      .values({
        team_id: here.teamId,
        user_id: here.owner.user.id,
        provider,
        account: 'x',
        subject,
        secret: null,
        connected_at: here.clock.now,
      })
      .onConflict((known) => known.doNothing())
      .execute(),
  )

/**
 * Returns whether a connected account still belongs to a member who can use it. Reports can be written in Slack while
 * access is paused (N17.07), because Slack decides about access to itself.
 */
export const isConnected = (here: Here, provider: Provider) =>
  transact(here, async (db) => {
    const found = await db
      .selectFrom('connections as c')
      .innerJoin('users as u', (on) => on.onRef('u.team_id', '=', 'c.team_id').onRef('u.id', '=', 'c.user_id'))
      .where((is) => is.and({ 'c.team_id': here.teamId, 'c.user_id': here.owner.user.id, 'c.provider': provider }))
      .where('u.is_active', '=', true)
      .$if(provider !== 'slack', (those) => those.where('u.access_paused', 'is', null))
      .select('c.provider')
      .executeTakeFirst()
    return found !== undefined
  })

export const transact = <T>({ database, teamId }: Here, work: (db: Db) => Promise<T>) =>
  withTeamTransaction(database, { teamId }, work)

export async function login({ visitor, owner }: Here) {
  const { body } = await visitor().post('/auth/login', { username: owner.user.email, password })
  return body as { access_token: string; refresh_token: string }
}

export async function makeToken({ owner }: Here) {
  const { body } = await owner.post('/tokens', { name: 'x', scopes: ['read', 'write'], expires_on: '2026-12-01' })
  return body as { id: string; token: string }
}
