import type { SignInProvider } from '#contract/providers.ts'
import type { Db } from '../database.ts'

type Picture = { username: string | null; avatarUrl: string | null }

export const noPicture: Picture = { username: null, avatarUrl: null }

/**
 * Stores the username and the picture of the member's account at the provider. Sets `updated_at` only if they changed.
 */
export async function updatePicture(
  db: Db,
  { teamId, userId }: { teamId: string; userId: string },
  provider: SignInProvider,
  { username, avatarUrl }: Picture,
  now: Date,
): Promise<void> {
  if (provider === 'oidc') return // members have no username and picture of this provider
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
