import type { Me } from '#contract/users.ts'
import type { Scope } from '#server/access/scope.ts'
import { settingsOf } from '#server/db/accounts/settings.ts'
import type { Db } from '#server/db/database.ts'
import { connectedAccounts } from '#server/features/account/linked-accounts/operations.ts'
import { selectNewcomers } from '#server/access/new-member-alerts/operations.ts'
import type { Services } from '#server/services.ts'
import { selectMe } from './sql.ts'

/** Returns the caller's own record. Must run in the caller's transaction. */
export async function me({ config, now }: Services, db: Db, scope: Scope): Promise<Me> {
  const [row, newcomers, accounts] = await Promise.all([
    selectMe(db, scope),
    // saves a statement for most members; the statement checks the right of administrators again
    scope.isAdmin ? selectNewcomers(db, scope, now()) : { newcomers: [], newcomers_total: 0 },
    connectedAccounts(db, scope),
  ])
  return {
    ...row,
    ...newcomers,
    settings: settingsOf(row.settings),
    connections: accounts,
    sign_up_domains: config.signUp === 'join' ? config.signUpDomains : [],
  }
}
