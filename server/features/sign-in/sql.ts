import { sql } from 'kysely'
import type { SignInProvider } from '#contract/providers.ts'
import type { Db } from '#server/db/database.ts'
import { hasRow } from '#server/db/has-row.ts'
import { selectIdentity } from '#server/db/identities.ts'
import { selectLogin } from '#server/db/logins.ts'

type Member = { teamId: string; userId: string }

const columns = ['users.team_id', 'users.id', 'users.is_active', 'users.email_proven_at'] as const

const selectMember = (db: Db, { teamId, userId }: Member) =>
  db.selectFrom('users').where('team_id', '=', teamId).where('id', '=', userId).select(columns)

/** Whoever has connected this person at a provider, in whichever team. */
export async function selectBySubject(db: Db, provider: SignInProvider, subject: string) {
  const member = await selectIdentity(db, provider, subject)
  return member && selectMember(db, member).executeTakeFirst()
}

/** The one account with this e-mail, in whichever team; locked, so that two sign-ins follow each other. */
export async function selectByEmail(db: Db, emailKey: string) {
  const member = await selectLogin(db, emailKey)
  return member && selectMember(db, member).forUpdate().executeTakeFirst()
}

/** Whether the member has connected somebody there; of the operator's own providers, those before are another place. */
export const isConnected = (
  db: Db,
  { teamId, userId }: Member,
  { provider, issuer }: { provider: SignInProvider; issuer?: string | undefined },
): Promise<boolean> =>
  hasRow(
    db
      .selectFrom('connections')
      .where((is) => is.and({ team_id: teamId, user_id: userId, provider }))
      .where(sql<boolean>`starts_with(subject, ${issuer ? `${issuer} ` : ''})`)
      .select('provider'),
  )
