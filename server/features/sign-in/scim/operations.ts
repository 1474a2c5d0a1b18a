import { v7 as newId } from 'uuid'
import type { ScimPatch, ScimUserDraft } from '#contract/scim.ts'
import { emailKey } from '#server/access/email-address/email-key.ts'
import type { Provisioner } from '#server/access/tokens/provisioner.ts'
import { type Db, withTeamTransaction } from '#server/db/database.ts'
import { ScimFailure } from '#server/errors.ts'
import { lifetimes } from '#server/access/email-links/operations.ts'
import { type Decider, setByDirectory } from '#server/features/team/members/operations.ts'
import { clearAddress } from '#server/features/sign-in/unproven-addresses/operations.ts'
import type { Services } from '#server/services.ts'
import { addMember, addressFor, applyChange, isSamePerson, naming } from './accounts.ts'
import { readDraft, readOperations, type UserChange } from './changes.ts'
import { type Answer, baseOf, readUser, rowOf } from './reading.ts'
import { namesVersion, resourceOf, type Shown } from './resource.ts'
import * as scim from './sql.ts'

/**
 * Makes a member. If the directory deleted a member with this address, they come back as the same member, unless
 * `externalId` says that it is another person (RFC 7644, 3.6).
 * @throws AppError email_taken, too_many_attempts; ScimFailure invalidValue, uniqueness
 */
export async function createUser(
  services: Services,
  directory: Provisioner,
  draft: ScimUserDraft,
  shown: Shown,
): Promise<Answer> {
  const { teamId } = directory
  const change = readDraft(draft)
  const email = addressFor(change)
  const deleted = await withTeamTransaction(services.database, { teamId, reads: true }, (db) =>
    scim.selectDeleted(db, { teamId }, emailKey(email)),
  )
  if (deleted && isSamePerson(deleted, change)) {
    await restore(services, directory, deleted.id, change)
    return readUser(services, directory, deleted.id, shown)
  }
  const member = { teamId, userId: newId() }
  await naming(services, teamId, () =>
    withTeamTransaction(services.database, { teamId }, async (db) => {
      if (deleted) await clearAddress(db, { teamId, userId: deleted.id }, services.now())
      await addMember(services, db, member, { ...change, email })
    }),
  )
  services.logEvent('signed_up', member, { way: 'provisioning' })
  if (change.active === false)
    await changeUser(services, directory, member.userId, { change: () => ({ active: false }) })
  return readUser(services, directory, member.userId, shown)
}

/**
 * Returns who decides for the directory. While "it was not me" can revoke the token (E1.11), its maker decides: an
 * intruder could have made it. Later the company does.
 */
function deciderOf({ now }: Services, { madeBy, madeAt }: Provisioner): Decider {
  const isFresh = now().getTime() - madeAt.getTime() < lifetimes['not-me']
  return { name: 'provisioning', memberId: isFresh ? madeBy : null }
}

/** Deactivates a member, or lets them back in, with more work in the same transaction. */
async function toggle(
  services: Services,
  directory: Provisioner,
  { userId, isActive }: { userId: string; isActive: boolean },
  work: { check?: (db: Db) => Promise<unknown>; store: (db: Db) => Promise<Awaited<ReturnType<typeof applyChange>>> },
): Promise<void> {
  const member = { teamId: directory.teamId, userId }
  const letters = await setByDirectory(services, member, isActive, deciderOf(services, directory), work)
  for (const letter of letters) services.sendMail(letter)
}

async function restore(
  services: Services,
  directory: Provisioner,
  userId: string,
  change: UserChange & { userName: string },
): Promise<void> {
  const { userName, externalId = null, active: isActive = true } = change
  const member = { teamId: directory.teamId, userId }
  await naming(services, member.teamId, () =>
    toggle(
      services,
      directory,
      { userId, isActive },
      {
        async store(db) {
          await scim.upsertProvisioned(db, member, {
            userName,
            userNameKey: emailKey(userName),
            externalId,
            now: services.now(),
          })
          return applyChange(services, db, member, await rowOf(db, member), change)
        },
      },
    ),
  )
}

type Wanted = { change: (before: scim.Row) => UserChange; ifMatch?: string | undefined }

/** Changes a member. @throws AppError not_found, last_admin, email_taken, too_many_attempts; ScimFailure */
async function changeUser(
  services: Services,
  directory: Provisioner,
  id: string,
  { change: changeFor, ifMatch }: Wanted,
): Promise<void> {
  const { teamId } = directory
  const before = await withTeamTransaction(services.database, { teamId, reads: true }, (db) =>
    rowOf(db, { teamId, userId: id }),
  )
  const change = changeFor(before)
  const member = { teamId, userId: before.id }
  const check = async (db: Db) => requireVersion(services, await rowOf(db, member), ifMatch)
  const store = async (db: Db) => applyChange(services, db, member, await rowOf(db, member), change)
  await naming(services, teamId, async () => {
    const { active: isActive } = change
    if (isActive !== undefined && isActive !== before.is_active)
      return toggle(services, directory, { userId: before.id, isActive }, { check, store })
    const letters = await withTeamTransaction(services.database, { teamId }, async (db) => {
      await scim.lockRow(db, member)
      await check(db)
      return store(db)
    })
    for (const letter of letters) services.sendMail(letter)
  })
}

/** @throws ScimFailure versionChanged */
function requireVersion(services: Services, row: scim.Row, ifMatch: string | undefined): void {
  if (ifMatch !== undefined && !namesVersion(ifMatch, resourceOf(row, baseOf(services)).meta.version))
    throw new ScimFailure('versionChanged')
}

type Put = { draft: ScimUserDraft; ifMatch: string | undefined; shown: Shown }

export async function replaceUser(
  services: Services,
  directory: Provisioner,
  id: string,
  { draft, ifMatch, shown }: Put,
): Promise<Answer> {
  const change = readDraft(draft)
  await changeUser(services, directory, id, { change: () => change, ifMatch })
  return readUser(services, directory, id, shown)
}

type Patched = { patch: ScimPatch; ifMatch: string | undefined; shown: Shown }

export async function patchUser(
  services: Services,
  directory: Provisioner,
  id: string,
  { patch, ifMatch, shown }: Patched,
): Promise<Answer> {
  const change = ({ email }: scim.Row) => readOperations(patch.Operations, email)
  await changeUser(services, directory, id, { change, ifMatch })
  return readUser(services, directory, id, shown)
}

/** Deactivates a member, whom SCIM does not know from then on. Their reports stay. @throws AppError not_found, last_admin */
export async function deleteUser(
  services: Services,
  directory: Provisioner,
  id: string,
  ifMatch: string | undefined,
): Promise<void> {
  const { teamId } = directory
  const before = await withTeamTransaction(services.database, { teamId, reads: true }, (db) =>
    rowOf(db, { teamId, userId: id }),
  )
  const member = { teamId, userId: before.id }
  await toggle(
    services,
    directory,
    { userId: before.id, isActive: false },
    {
      check: async (db) => requireVersion(services, await rowOf(db, member), ifMatch),
      async store(db) {
        await scim.updateDeleted(db, member, before.external_id, services.now())
        return []
      },
    },
  )
}

export { type Answer, listDefinitions, listUsers, readConfig, readDefinition, readUser } from './reading.ts'
export { namesVersion } from './resource.ts'
