import { type Connection, connectionProviders } from '#contract/connections.ts'
import type { Scope } from '#server/access/scope.ts'
import { type Db, inTeam } from '#server/db/database.ts'
import { AppError } from '#server/errors.ts'
import type { Services } from '#server/services.ts'
import * as connections from './sql.ts'

export const listConnections = ({ database }: Services, scope: Scope): Promise<Connection[]> =>
  inTeam(database, scope, (db) => connections.selectConnections(db, scope))

/** Within the caller's transaction: account by provider. */
export async function connectedAccounts(db: Db, scope: Scope): Promise<Record<string, string>> {
  const rows = await connections.selectConnections(db, scope)
  return Object.fromEntries(rows.map(({ provider, account }) => [provider, account]))
}

/**
 * Removes the account with what the profile shows of it. What is not connected stays so: a second tab that has not heard
 * of it gets what it wants.
 * @throws AppError not_found: nobody can connect such a provider
 */
export async function disconnect({ database, now }: Services, scope: Scope, name: string): Promise<void> {
  const provider = connectionProviders.find((known) => known === name)
  if (!provider) throw new AppError('not_found')
  await inTeam(database, scope, async (db) => {
    await connections.deleteConnection(db, scope, provider)
    if (provider === 'github' || provider === 'google') await connections.clearPicture(db, scope, provider, now())
  })
}
