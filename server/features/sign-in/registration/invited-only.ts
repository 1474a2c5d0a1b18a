import { type Db, withEveryTeamTransaction } from '#server/db/database.ts'
import type { Services } from '#server/services.ts'
import * as registrations from './sql.ts'

/** Returns true if new members need an invitation, by the server's setting or that of its one team (E1.18). */
export const takesInvitedOnly = ({ config, database }: Services) =>
  withEveryTeamTransaction(database, (db) => isShut(config, db))

export async function isShut({ signUp }: Services['config'], db: Db): Promise<boolean> {
  if (signUp === 'new-team' || !(await registrations.hasAccounts(db))) return false
  return signUp === 'closed' || (await registrations.selectFirst(db))?.invited_only === true
}
