import type { Db } from '#server/db/database.ts'

type Member = { teamId: string; userId: string }

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
