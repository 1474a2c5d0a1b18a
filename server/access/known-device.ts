import type { Scope } from './scope.ts'
import { newSecret } from './keys.ts'
import { type Database, type Db, withTeamTransaction } from '#server/db/database.ts'

type Member = Pick<Scope, 'teamId' | 'userId'>
/** `passwordSince`: milliseconds of the epoch; null where there is no password. */
type Account = Member & { passwordSince: number | null }

/** A browser, and the accounts that it has signed in to: each as its password was, so that another one makes it a stranger. */
export type KnownDevice = { id: string; accounts: readonly Account[] }

const accountsMost = 10 // what a cookie has room for

export const sinceOf = (changedAt: Date | null | undefined): number | null => changedAt?.getTime() ?? null

/** What wrong guesses at an account are counted by here; undefined where the device does not know it. */
export const countAt = (device: KnownDevice | undefined, account: Account): string | undefined =>
  device?.accounts.some((known) => isSame(known, account) && known.passwordSince === account.passwordSince)
    ? `${device.id} ${account.userId} ${account.passwordSince}`
    : undefined

/**
 * Returns the key by which reset requests from this device are counted. Asks only about the accounts that signed in here:
 * how long it takes tells nothing of other accounts.
 * @returns undefined if the device does not know the account of the e-mail
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

/** The device from now on, where the member has just shown who they are. @param device absent: a new one */
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
