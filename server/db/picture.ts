import type { SignInProvider } from '#contract/providers.ts'
import type { Db } from './database.ts'

type Picture = { username: string | null; avatarUrl: string | null }

export const noPicture: Picture = { username: null, avatarUrl: null }

/** What the member's profile shows of their account at the provider; `updated_at` says when that has changed. */
export async function updatePicture(
  db: Db,
  { teamId, userId }: { teamId: string; userId: string },
  provider: SignInProvider,
  { username, avatarUrl }: Picture,
  now: Date,
): Promise<void> {
  if (provider === 'oidc') return // gives none
  await db
    .updateTable('users')
    .set({ [`${provider}_username`]: username, [`${provider}_avatar_url`]: avatarUrl, updated_at: now })
    .where((is) => is.and({ team_id: teamId, id: userId }))
    .where((is) =>
      is.or([
        is(`${provider}_username`, 'is distinct from', username),
        is(`${provider}_avatar_url`, 'is distinct from', avatarUrl),
      ]),
    )
    .execute()
}
