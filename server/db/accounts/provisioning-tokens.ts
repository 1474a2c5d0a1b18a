import { sql } from 'kysely'
import type { Db } from '#server/db/database.ts'
import { AppError } from '#server/errors.ts'

type Member = { teamId: string; userId: string }

/**
 * Holds the directory's token until the transaction ends, so that code that revokes the token waits for this write.
 * @throws AppError token_ended: the token was revoked since the request began
 */
export async function holdProvisioningToken(db: Db, { teamId, tokenId }: { teamId: string; tokenId: string }) {
  const { rows } = await sql`
    select from provisioning_tokens where team_id = ${teamId} and id = ${tokenId} for key share`.execute(db)
  if (rows.length === 0) throw new AppError('token_ended')
}

/** Waits for writes of the team's directory that are still running, and lets no other begin. */
export const lockProvisioningToken = (db: Db, { teamId }: Pick<Member, 'teamId'>) =>
  sql`select from provisioning_tokens where team_id = ${teamId} for update`.execute(db)

/** Revokes the token if this member created it at `from` or later. */
export const deleteProvisioningTokenBy = (db: Db, { teamId, userId }: Member, from: Date) =>
  db
    .deleteFrom('provisioning_tokens')
    .where((is) => is.and({ team_id: teamId, created_by: userId }))
    .where('created_at', '>=', from)
    .execute()

/** Clears the member as the creator of the token. The token stays valid, because the company uses it. */
export const forgetProvisioner = (db: Db, { teamId, userId }: Member) =>
  db
    .updateTable('provisioning_tokens')
    .set({ created_by: null })
    .where((is) => is.and({ team_id: teamId, created_by: userId }))
    .execute()
