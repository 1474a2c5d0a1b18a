import type { Db } from '#server/db/database.ts'

/**
 * Returns whether the member may act for the other now: active members for themselves, active administrators for everybody.
 * Long work asks this before each of its steps: the request that began it asked only once.
 */
export async function mayActFor(
  db: Db,
  { teamId, userId }: { teamId: string; userId: string },
  other: string,
): Promise<boolean> {
  const member = await db
    .selectFrom('users')
    .where((is) => is.and({ team_id: teamId, id: userId, is_active: true }))
    .select('is_admin')
    .executeTakeFirst()
  return member !== undefined && (userId === other || member.is_admin)
}
