import { v7 as newId } from 'uuid'
import { type Db, withEveryTeamTransaction } from '#server/db/database.ts'
import { nameOf, alertAdministrators } from '#server/access/security-alerts/operations.ts'
import { withLastNotice } from '#server/providers/mail/write-mail.ts'
import type { Message } from '#server/providers/mail/mail.ts'
import type { Services } from '#server/services.ts'
import * as newcomers from './sql.ts'

type Member = { teamId: string; userId: string }

/**
 * Records for 30 days that a new member joined, if the team had members before (E1.18). Must run in the caller's
 * transaction.
 * @param invitedBy undefined if they joined without an invitation
 */
export const noteJoin = (
  { now }: Pick<Services, 'now'>,
  db: Db,
  member: Member,
  invitedBy?: { id: string; name: string },
): Promise<boolean> => newcomers.insertJoin(db, member, { id: newId(), invitedBy, isSignUp: false, now: now() })

export const deleteOldJoins = async ({ database, now }: Pick<Services, 'database' | 'now'>): Promise<void> => {
  await withEveryTeamTransaction(database, (db) => newcomers.deleteOld(db, now()))
}

export { selectNewcomers, selectSignUps } from './sql.ts'

/**
 * Records that a new member joined without an invitation, if the team had members before (E1.18). Must run in the
 * caller's transaction.
 * @returns emails to the administrators, for `sendNotices` after the commit
 */
export async function noteNewcomer(services: Services, db: Db, member: Member, email: string): Promise<Message[]> {
  const join = { id: newId(), invitedBy: undefined, isSignUp: true, now: services.now() }
  if (!(await newcomers.insertJoin(db, member, join)) || !services.config.mail) return []
  return alertAdministrators(services, db, member, 'memberSignedUp', { name: await nameOf(db, member), email })
}

/**
 * Sends emails about a newcomer, unless the administrators got many such emails in the last hour. Their screens show
 * all newcomers.
 */
export async function sendNotices(
  { attempts, sendMail }: Services,
  { teamId }: Pick<Member, 'teamId'>,
  notices: readonly Message[],
): Promise<void> {
  if (notices.length === 0) return
  const may = await attempts.mayAlertOfNewcomer(teamId)
  if (may === 'refused') return
  for (const notice of notices) sendMail(may === 'last' ? withLastNotice(notice, 'hour') : notice)
}
