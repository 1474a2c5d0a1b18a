import type { Scope } from '../scope.ts'
import { newSecret } from '../keys/keys.ts'
import { type Database, type Db, withTeamTransaction } from '#server/db/database.ts'

type Member = Pick<Scope, 'teamId' | 'userId'>
/** `passwordSince`: when the password last changed, in milliseconds since 1970; null if the account has no password. */
type Account = Member & { passwordSince: number | null }

/**
 * A browser and the accounts that signed in on it. After an account's password change, the browser is no longer known
 * to that account.
 */
export type KnownDevice = { id: string; accounts: readonly Account[] }

const accountsMost = 10 // more accounts would not fit into the cookie

export const sinceOf = (changedAt: Date | null | undefined): number | null => changedAt?.getTime() ?? null

/**
 * Returns the rate-limit key for failed logins on this device, or undefined if the device does not know the account.
 */
export const countAt = (device: KnownDevice | undefined, account: Account): string | undefined =>
  device?.accounts.some((known) => isSame(known, account) && known.passwordSince === account.passwordSince)
    ? `${device.id} ${account.userId} ${account.passwordSince}`
    : undefined

/**
 * Returns the rate-limit key for reset requests from this device. Reads only accounts that signed in on this device, so
 * that the response time does not depend on other accounts.
 * @returns undefined if the device does not know the account of the email
 */
export async function findCount(
  database: Database,
  device: KnownDevice | undefined,
  emailKey: string,
): Promise<string | undefined> {
  for (const { teamId, userId } of device?.accounts ?? []) {
    const account = await withTeamTransaction(database, { teamId }, (db) => selectKnown(db, { teamId, userId }))
    if (account?.email_key === emailKey)
      return countAt(device, { teamId, userId, passwordSince: sinceOf(account.changed_at) })
  }
  return undefined
}

/**
 * Adds the member's account to the device.
 * @param device undefined: creates a device
 */
export async function withAccount(
  database: Database,
  device: KnownDevice | undefined,
  { teamId, userId }: Member,
): Promise<KnownDevice> {
  const credential = await withTeamTransaction(database, { teamId }, (db) => selectChange(db, { teamId, userId }))
  const account = { teamId, userId, passwordSince: sinceOf(credential?.changed_at) }
  const others = device?.accounts.filter((known) => !isSame(known, account)) ?? []
  return {
    id: device?.id ?? newSecret().toString('base64url'),
    accounts: [account, ...others].slice(0, accountsMost),
  }
}

const isSame = (one: Member, other: Member) => one.teamId === other.teamId && one.userId === other.userId

const selectKnown = (db: Db, { teamId, userId }: Member) =>
  db
    .selectFrom('users')
    .leftJoin('credentials', (join) =>
      join.onRef('credentials.team_id', '=', 'users.team_id').onRef('credentials.user_id', '=', 'users.id'),
    )
    .where((is) => is.and({ 'users.team_id': teamId, 'users.id': userId }))
    .select(['users.email_key', 'credentials.changed_at'])
    .executeTakeFirst()

const selectChange = (db: Db, { teamId, userId }: Member) =>
  db
    .selectFrom('credentials')
    .where((is) => is.and({ team_id: teamId, user_id: userId }))
    .select('changed_at')
    .executeTakeFirst()
