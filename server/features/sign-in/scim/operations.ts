import { v7 as newId } from 'uuid'
import type { ScimPatch, ScimUserDraft } from '#contract/scim.ts'
import { emailKey } from '#server/access/email-address/email-key.ts'
import type { Provisioner } from '#server/access/tokens/provisioner.ts'
import { type Db, withTeamTransaction } from '#server/db/database.ts'
import { holdProvisioningToken } from '#server/db/accounts/provisioning-tokens.ts'
import { ScimFailure } from '#server/errors.ts'
import { lifetimes } from '#server/access/email-links/operations.ts'
import { recordDecision } from '#server/features/team/member-decisions/operations.ts'
import { type Decider, setByDirectory } from '#server/features/team/members/operations.ts'
import { clearAddress } from '#server/features/sign-in/unproven-addresses/operations.ts'
import type { Services } from '#server/services.ts'
import { addMember, applyChange, emailFor, isOfAdministrator, isSamePerson, translateConflicts } from './accounts.ts'
import { readDraft, readOperations, type UserChange } from './changes.ts'
import { type Answer, scimUrlOf, readRow, readUser, rowOf } from './reading.ts'
import { matchesVersion, resourceOf, type AttributeSelection } from './resource.ts'
import * as scim from './sql.ts'

/**
 * Creates a member. If the directory has deleted a member with this address before, restores that member, unless
 * `externalId` shows that this is another person (RFC 7644, 3.6).
 * @throws AppError email_taken, too_many_attempts; ScimFailure invalidValue, uniqueness
 */
export async function createUser(
  services: Services,
  directory: Provisioner,
  draft: ScimUserDraft,
  selection: AttributeSelection,
): Promise<Answer> {
  const { teamId } = directory
  const change = readDraft(draft)
  const email = emailFor(change)
  const deleted = await withTeamTransaction(services.database, { teamId, reads: true }, (db) =>
    scim.selectDeleted(db, { teamId }, emailKey(email)),
  )
  if (deleted && isSamePerson(deleted, change)) {
    await restore(services, directory, deleted.id, change)
    return readUser(services, directory, deleted.id, selection)
  }
  if (deleted && isOfAdministrator(deleted)) throw new ScimFailure('uniqueness', 'userName')
  const member = { teamId, userId: newId() }
  await translateConflicts(services, teamId, (take) =>
    withTeamTransaction(services.database, { teamId }, async (db) => {
      await holdProvisioningToken(db, directory)
      await take(db, email)
      if (deleted) await clearAddress(db, { teamId, userId: deleted.id }, services.now())
      await addMember(services, db, member, { ...change, email })
      await recordDecision(db, member, {
        by: deciderOf(services, directory).memberId,
        isActive: true,
        isAdmin: null,
        was: { isActive: false, isAdmin: false },
        at: services.now(),
        tokenCreatedAt: directory.createdAt,
      })
    }),
  )
  services.logEvent('signed_up', member, { way: 'provisioning' })
  if (change.active === false)
    await changeUser(services, directory, member.userId, { change: () => ({ active: false }) })
  return readUser(services, directory, member.userId, selection)
}

/**
 * Returns the member to whom we attribute the directory's changes. While "it was not me" can revoke the token (E1.11),
 * this is the maker of the token, because an intruder may have made it. Later no member is responsible: the company
 * decides.
 */
function deciderOf({ now }: Services, { createdBy, createdAt }: Provisioner): Decider {
  const isFresh = now().getTime() - createdAt.getTime() < lifetimes['not-me']
  return { name: 'provisioning', memberId: isFresh ? createdBy : null, isDirectory: true }
}

/** Activates or deactivates a member, and runs `work` in the same transaction. */
async function setActive(
  services: Services,
  directory: Provisioner,
  { userId, isActive }: { userId: string; isActive: boolean },
  work: { check?: (db: Db) => Promise<unknown>; store: (db: Db) => Promise<Awaited<ReturnType<typeof applyChange>>> },
): Promise<void> {
  const member = { teamId: directory.teamId, userId }
  const check = async (db: Db) => {
    await holdProvisioningToken(db, directory)
    await work.check?.(db)
  }
  const mails = await setByDirectory(services, member, isActive, deciderOf(services, directory), { ...work, check })
  for (const mail of mails) services.sendMail(mail)
}

async function restore(
  services: Services,
  directory: Provisioner,
  userId: string,
  change: UserChange & { userName: string },
): Promise<void> {
  const { userName, externalId = null, active: isActive = true } = change
  const member = { teamId: directory.teamId, userId }
  await translateConflicts(services, member.teamId, (take) =>
    setActive(
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
          const row = await rowOf(db, member)
          await take(db, emailFor(change, row))
          return applyChange(services, db, member, row, change)
        },
      },
    ),
  )
}

type RequestedChange = { change: (before: scim.Row) => UserChange; ifMatch?: string | undefined }

/** Changes a member. @throws AppError not_found, last_admin, email_taken, too_many_attempts; ScimFailure */
async function changeUser(
  services: Services,
  directory: Provisioner,
  id: string,
  { change: changeFor, ifMatch }: RequestedChange,
): Promise<void> {
  const { teamId } = directory
  const before = await readRow(services, directory, id)
  const change = changeFor(before)
  const member = { teamId, userId: before.id }
  const check = async (db: Db) => requireVersion(services, await rowOf(db, member), ifMatch)
  await translateConflicts(services, teamId, async (take) => {
    const store = async (db: Db) => {
      const row = await rowOf(db, member)
      await take(db, emailFor(change, row))
      return applyChange(services, db, member, row, change)
    }
    const { active: isActive } = change
    if (isActive !== undefined && isActive !== before.is_active)
      return setActive(services, directory, { userId: before.id, isActive }, { check, store })
    const mails = await withTeamTransaction(services.database, { teamId }, async (db) => {
      await holdProvisioningToken(db, directory)
      await scim.lockRow(db, member)
      await check(db)
      return store(db)
    })
    for (const mail of mails) services.sendMail(mail)
  })
}

/** @throws ScimFailure versionChanged */
function requireVersion(services: Services, row: scim.Row, ifMatch: string | undefined): void {
  if (ifMatch !== undefined && !matchesVersion(ifMatch, resourceOf(row, scimUrlOf(services)).meta.version))
    throw new ScimFailure('versionChanged')
}

type Replacement = { draft: ScimUserDraft; ifMatch: string | undefined; selection: AttributeSelection }

export async function replaceUser(
  services: Services,
  directory: Provisioner,
  id: string,
  { draft, ifMatch, selection }: Replacement,
): Promise<Answer> {
  const change = readDraft(draft)
  await changeUser(services, directory, id, { change: () => change, ifMatch })
  return readUser(services, directory, id, selection)
}

type PatchRequest = { patch: ScimPatch; ifMatch: string | undefined; selection: AttributeSelection }

export async function patchUser(
  services: Services,
  directory: Provisioner,
  id: string,
  { patch, ifMatch, selection }: PatchRequest,
): Promise<Answer> {
  const change = ({ email }: scim.Row) => readOperations(patch.Operations, email)
  await changeUser(services, directory, id, { change, ifMatch })
  return readUser(services, directory, id, selection)
}

/** Deactivates a member and hides them from SCIM. Their reports stay. @throws AppError not_found, last_admin */
export async function deleteUser(
  services: Services,
  directory: Provisioner,
  id: string,
  ifMatch: string | undefined,
): Promise<void> {
  const before = await readRow(services, directory, id)
  const member = { teamId: directory.teamId, userId: before.id }
  await setActive(
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
export { matchesVersion } from './resource.ts'
