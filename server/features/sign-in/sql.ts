import type { SignInProvider } from '#contract/providers.ts'
import type { Db } from '#server/db/database.ts'
import { hasRow } from '#server/db/has-row.ts'

type Member = { teamId: string; userId: string }

const columns = ['users.team_id', 'users.id', 'users.is_active', 'users.email_proven_at'] as const

/** Whoever has connected this person at a provider, in whichever team. */
export const selectBySubject = (db: Db, provider: SignInProvider, subject: string) =>
  db
    .selectFrom('connections')
    .innerJoin('users', (join) =>
      join.onRef('users.team_id', '=', 'connections.team_id').onRef('users.id', '=', 'connections.user_id'),
    )
    .where('connections.provider', '=', provider)
    .where('connections.subject', '=', subject)
    .select(columns)
    .executeTakeFirst()

/** The one account with this e-mail, in whichever team; locked, so that two sign-ins follow each other. */
export const selectByEmail = (db: Db, emailKey: string) =>
  db.selectFrom('users').where('email_key', '=', emailKey).select(columns).forUpdate().executeTakeFirst()

/** Whether the member has connected somebody there. */
export const isConnected = (db: Db, { teamId, userId }: Member, provider: SignInProvider): Promise<boolean> =>
  hasRow(
    db
      .selectFrom('connections')
      .where('team_id', '=', teamId)
      .where('user_id', '=', userId)
      .where('provider', '=', provider)
      .select('provider'),
  )

/** What the profile shows of the provider's account; `updated_at` says when that has changed. */
export const updatePicture = (
  db: Db,
  { teamId, userId }: Member,
  provider: SignInProvider,
  { username, avatarUrl }: { username: string; avatarUrl: string | null },
  now: Date,
) =>
  db
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
