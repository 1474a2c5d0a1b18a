import type { Db } from '#server/db/database.ts'

type Member = { teamId: string; userId: string }

/** Revokes the token if this member made it, at that moment or later. */
export const deleteProvisioningTokenBy = (db: Db, { teamId, userId }: Member, from: Date) =>
  db
    .deleteFrom('provisioning_tokens')
    .where((is) => is.and({ team_id: teamId, created_by: userId }))
    .where('created_at', '>=', from)
    .execute()

/** Clears the member as the maker of the token, which goes on: the company has it. */
export const forgetProvisioner = (db: Db, { teamId, userId }: Member) =>
  db
    .updateTable('provisioning_tokens')
    .set({ created_by: null })
    .where((is) => is.and({ team_id: teamId, created_by: userId }))
    .execute()
