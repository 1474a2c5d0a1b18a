import { sql } from 'kysely'
import type { SignInProvider } from '#contract/providers.ts'
import type { Db } from '#server/db/database.ts'
import { hasRow } from '#server/db/fragments/has-row.ts'
import { selectIdentity } from '#server/db/accounts/identities.ts'
import { selectLogin } from '#server/db/accounts/logins.ts'

type Member = { teamId: string; userId: string }

const columns = [
  'users.team_id',
  'users.id',
  'users.is_active',
  'users.email_proven_at',
  'users.email_set_by_directory',
] as const

const selectMember = (db: Db, { teamId, userId }: Member) =>
  db.selectFrom('users').where('team_id', '=', teamId).where('id', '=', userId).select(columns)

/** Returns the member who has connected this account at a provider, in any team. */
export async function selectBySubject(db: Db, provider: SignInProvider, subject: string) {
  const member = await selectIdentity(db, provider, subject)
  return member && selectMember(db, member).executeTakeFirst()
}

/** Returns the account with this email, in any team, and locks it, so that two sign-ins run one after another. */
export async function selectByEmail(db: Db, emailKey: string) {
  const member = await selectLogin(db, emailKey)
  return member && selectMember(db, member).forUpdate().executeTakeFirst()
}

/**
 * Returns whether the member is connected to an account at this provider. An account of a former issuer does not count.
 */
export const isConnected = (
  db: Db,
  { teamId, userId }: Member,
  { provider, subject }: { provider: SignInProvider; subject: string },
): Promise<boolean> =>
  hasRow(
    db
      .selectFrom('connections')
      .where((is) => is.and({ team_id: teamId, user_id: userId, provider }))
      .where(sql<boolean>`split_part(subject, ' ', 1) = split_part(${subject}, ' ', 1)`)
      .select('provider'),
  )
