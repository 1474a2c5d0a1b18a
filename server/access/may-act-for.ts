import type { Db } from '#server/db/database.ts'

/**
 * Returns whether the member may still act for the other member: active members may act for themselves, and active
 * administrators for everybody. Long-running work must check this before each step, because its request was checked
 * only at the start.
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
