import type { Scope } from '#server/access/scope.ts'
import { type Db, withTeamTransaction } from '#server/db/database.ts'
import { addJob, type Jobs } from '#server/db/jobs.ts'
import { needsCurrentPassword } from '#server/access/credentials/operations.ts'
import { alertOwner } from '#server/access/security-alerts/operations.ts'
import type { Services } from '#server/services.ts'
import { expiryFrom } from './policy.ts'
import { selectMadeWithin } from './sql.ts'

/** The length of an interval. The invitations of one interval share one email. */
const batchMs = 10 * 60_000

/**
 * Queues an email to a member about the invitations that were made in the member's name (E1.12). Within 15 minutes of a
 * sign-in, queues no email, because the member surely made the invitations. Must run in the caller's transaction.
 */
export async function queueInviterAlert({ config, now }: Services, db: Db, scope: Scope): Promise<void> {
  if (!config.mail || !needsCurrentPassword(scope, now())) return
  const { teamId, userId, sessionId } = scope
  const until = new Date((Math.floor(now().getTime() / batchMs) + 1) * batchMs)
  const payload = { teamId, userId, sessionId, until: until.toISOString() }
  const key = `alert-inviters ${userId} ${payload.until}`
  await addJob(db, 'alert-inviters', payload, { key, runAt: until })
}

/** Sends the email, unless all of the invitations have been withdrawn. */
export async function alertInviters(services: Services, job: Jobs['alert-inviters']): Promise<void> {
  const until = new Date(job.until)
  const expires = { from: expiryFrom(new Date(until.getTime() - batchMs)), until: expiryFrom(until) }
  const mails = await withTeamTransaction(services.database, job, async (db) => {
    const emails = await selectMadeWithin(db, job, expires)
    if (emails.length === 0) return []
    return alertOwner(services, db, job, 'invitationsMade', { emails })
  })
  for (const mail of mails) services.sendMail(mail)
}
