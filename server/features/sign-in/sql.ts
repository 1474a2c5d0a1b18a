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
      .where('team_id', '=', teamId)
      .where('user_id', '=', userId)
      .where('provider', '=', provider)
      .where(sql<boolean>`starts_with(subject, ${issuer ? `${issuer} ` : ''})`)
      .select('provider'),
  )

/** What the profile shows of the provider's account; `updated_at` says when that has changed. */
export async function updatePicture(
  db: Db,
  { teamId, userId }: Member,
  provider: SignInProvider,
  { username, avatarUrl }: { username: string; avatarUrl: string | null },
  now: Date,
): Promise<void> {
  if (provider === 'oidc') return // gives none
  await db
    .updateTable('users')
    .set({ [`${provider}_username`]: username, [`${provider}_avatar_url`]: avatarUrl, updated_at: now })
    .where('team_id', '=', teamId)
    .where('id', '=', userId)
    .where((is) =>
      is.or([
        is(`${provider}_username`, 'is distinct from', username),
        is(`${provider}_avatar_url`, 'is distinct from', avatarUrl),
      ]),
    )
    .execute()
}
