import type { Leaving } from '#contract/leaving.ts'
import { requireAdministratorLeft } from '#server/access/administrators.ts'
import type { Scope } from '#server/access/scope.ts'
import { answering, endingOwn } from '#server/access/idempotency.ts'
import { isCheckViolation, type Db, withTeamTransaction } from '#server/db/database.ts'
import { lockTeam } from '#server/db/accounts/lock-team.ts'
import { renewPostsOf } from '#server/db/outbox.ts'
import { forgetProvisioner } from '#server/db/accounts/provisioning-tokens.ts'
import { AppError } from '#server/errors.ts'
import { forgetHelper } from '#server/features/blockers/operations.ts'
import { removeConnections } from '#server/features/account/linked-accounts/operations.ts'
import { confirmOwner } from '#server/access/credentials/operations.ts'
import { recordDecision } from '#server/features/team/member-decisions/operations.ts'
import { alertLeaver } from '#server/access/security-alerts/operations.ts'
import { forgetMaker } from '#server/features/webhooks/operations.ts'
import { lifetimes, withdrawLinksMadeBy } from '#server/access/email-links/operations.ts'
import { stopAllSetups, alertOfStopped } from '#server/features/team/member-setups/operations.ts'
import * as deletedReports from '#server/features/reports/deleted-reports/operations.ts'
import { dropPasskeys } from '#server/features/account/passkeys/operations.ts'
import { forgetReviewer } from '#server/features/reports/month-approval/operations.ts'
import { endWorkspace } from '#server/features/chat/slack/operations.ts'
import { removeFromTries } from '#server/features/retro/tries/operations.ts'
import type { Message } from '#server/providers/mail/mail.ts'
import type { Services } from '#server/services.ts'
import * as leaving from './sql.ts'

/**
 * Removes the member permanently. The member chooses whether their reports and insights are deleted, or stay under
 * their name. Other personal data is always deleted, and another account can use the email. What the member set up for
 * the team stops (E1.09). An email confirms the removal.
 * @throws AppError reauthentication_required, sign_in_again, wrong_password, too_many_attempts, busy; last_admin: the
 * team needs another administrator first; password_link_used; new_administrator
 */
export async function leave(services: Services, scope: Scope, { password, reports }: Leaving): Promise<void> {
  const { database, logEvent, now, sendMail } = services
  await confirmOwner(services, scope, { current: password })
  let mails: Message[]
  try {
    mails = await withTeamTransaction(database, endingOwn(answering(scope)), async (db) => {
      await lockTeam(db, scope)
      await refuseAfterPasswordLink(db, scope, now())
      if (reports === 'erase') await refuseNewAdministrator(db, scope, now())
      const mails = await alertLeaver(services, db, scope, reports === 'keep' ? 'accountLeft' : 'accountErased')
      const isErased = reports === 'erase'
      const stopped = await stopAllSetups(services, db, scope, isErased)
      mails.push(...(await alertOfStopped(services, db, scope, stopped)))
      if (scope.isAdmin) await noteLeaving(db, scope, now())
      await removeConnections(services, db, scope)
      if (!(await leaving.selectHasColleague(db, scope)))
        await endWorkspace(services, db, scope, isErased ? scope : undefined)
      await dropPasskeys(db, scope)
      await withdrawLinksMadeBy(db, scope)
      await leaving.deleteUnreferenced(db, scope)
      if (reports === 'keep') {
        await leaving.deletePersonal(db, scope)
        await deletedReports.deletePersonal(db, scope)
        await leaving.updateLeft(db, scope, now())
      } else {
        await leaving.handOverWorkspace(db, scope)
        await forgetMaker(db, scope)
        await forgetProvisioner(db, scope)
        await leaving.forgetSetups(db, scope)
        await forgetHelper(db, scope)
        await deletedReports.forgetHelper(db, scope)
        await removeFromTries(db, scope)
        await forgetReviewer(db, scope)
        await leaving.forgetImporter(db, scope)
        await renewPostsOf(db, scope, now())
        await leaving.deleteUser(db, scope)
      }
      if (scope.isAdmin) await requireAdministratorLeft(db, scope)
      return mails
    })
  } catch (error) {
    throw isCheckViolation(error, 'users_last_admin') ? new AppError('last_admin') : error
  }
  logEvent('member_left', scope)
  for (const mail of mails) sendMail(mail)
}

/**
 * Refuses to remove the account for a while after a password link for it was used. Another person may have used the
 * link. "It was not me" can undo the use of the link in that time, but it cannot undo a removal.
 * @throws AppError password_link_used
 */
async function refuseAfterPasswordLink(db: Db, scope: Scope, now: Date): Promise<void> {
  const since = new Date(now.getTime() - lifetimes['not-me'])
  if (await leaving.selectHasUsedLink(db, scope, since)) throw new AppError('password_link_used')
}

/**
 * Refuses to erase an account for a while after it got the administrator right. Erasing removes the account from the
 * records of what it set up for the team. If an intruder gave the right to an accomplice, "it was not me" must still
 * find these setups.
 * @throws AppError new_administrator
 */
async function refuseNewAdministrator(db: Db, scope: Scope, now: Date): Promise<void> {
  const since = new Date(now.getTime() - lifetimes['not-me'])
  if (await leaving.selectWasAppointed(db, scope, since)) throw new AppError('new_administrator')
}

/**
 * Records that an administrator left. Their earlier decisions can then still be judged by the role that they had
 * (E1.11).
 */
const noteLeaving = (db: Db, scope: Scope, at: Date) =>
  recordDecision(db, scope, {
    by: scope.userId,
    isActive: false,
    isAdmin: false,
    was: { isActive: true, isAdmin: true },
    at,
  })
