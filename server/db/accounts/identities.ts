import { type Provider, type SignInProvider, signInProviders } from '#contract/providers.ts'
import type { Db } from '../database.ts'
import type { SignInTables } from '../schema/tables/sign-in.ts'

type Member = { teamId: string; userId: string }
type Kind = SignInTables['identities']['provider']
type Person = { provider: Provider; subject: string | null }

const isIdentity = (person: Person): person is { provider: SignInProvider; subject: string } =>
  person.subject !== null && signInProviders.some((known) => known === person.provider)

const row = (db: Db, provider: Kind, subject: string) =>
  db.selectFrom('identities').where('provider', '=', provider).where('subject', '=', subject)

/** Returns the member with this identity in any team: an account at a provider, or the id of a passkey's credential. */
export async function selectIdentity(db: Db, provider: Kind, subject: string): Promise<Member | undefined> {
  const identity = await row(db, provider, subject).select(['team_id', 'user_id']).executeTakeFirst()
  return identity && { teamId: identity.team_id, userId: identity.user_id }
}

/** @returns true if no member of any team had this identity before */
export async function insertIdentity(db: Db, { teamId, userId }: Member, provider: Kind, subject: string) {
  const inserted = await db
    .insertInto('identities')
    .values({ provider, subject, team_id: teamId, user_id: userId })
    .onConflict((taken) => taken.doNothing())
    .executeTakeFirst()
  return inserted.numInsertedOrUpdatedRows === 1n
}

export const deleteIdentity = (db: Db, provider: Kind, subject: string) =>
  db.deleteFrom('identities').where('provider', '=', provider).where('subject', '=', subject).execute()

/**
 * Claims the identity for this member, and releases the identity that the member had at this provider before. Must run
 * before the connection is written.
 * @returns false if the identity is another member's, in any team
 */
export async function claimIdentity(db: Db, member: Member, person: Person): Promise<boolean> {
  if (!isIdentity(person)) return true
  const { provider, subject } = person
  const before = await db
    .selectFrom('connections')
    .where((is) => is.and({ team_id: member.teamId, user_id: member.userId, provider }))
    .where('subject', '!=', subject)
    .select(['provider', 'subject'])
    .execute()
  await releaseIdentities(db, before)
  if (await insertIdentity(db, member, provider, subject)) return true
  // Row-level security hides the identity of another team's member, so the statement then returns undefined.
  return (await selectIdentity(db, provider, subject))?.userId === member.userId
}

/** Releases the identities of these connections. @param connections those that a transaction has deleted */
export async function releaseIdentities(db: Db, connections: Person[]): Promise<void> {
  for (const { provider, subject } of connections.filter(isIdentity)) await deleteIdentity(db, provider, subject)
}
