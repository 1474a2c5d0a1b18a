import { type PauseReason, updatePaused } from '#server/db/accounts/access-pause.ts'
import { type Db, withEveryTeamTransaction, withTeamTransaction } from '#server/db/database.ts'
import { lockAccount } from '#server/db/accounts/lock-account.ts'
import { forEachTeam } from '#server/db/each-team.ts'
import { endSessionsOnly } from '#server/access/sessions/operations.ts'
import { writeNotice } from '#server/providers/mail/write-mail.ts'
import type { Services } from '#server/services.ts'
import * as pauses from './sql.ts'

type Member = { teamId: string; userId: string }

const dayMs = 24 * 60 * 60_000
/** The days between the email to owners of access tokens and the pause. */
const noticeDays = 2

/**
 * Pauses the member's access until their next sign-in at the company's provider (N17.07). Sessions and open screens
 * end. Access tokens and the calendar address answer `sign_in_expired`. Must run in the caller's transaction.
 */
export async function pauseAccess(db: Db, member: Member, reason: PauseReason, now: Date): Promise<void> {
  await endSessionsOnly(db, member, now)
  await updatePaused(db, member, reason)
}

/**
 * Pauses the access of members whose last sign-in at the company's provider is older than OIDC_MAX_AGE_DAYS. Emails
 * owners of access tokens two days before (N17.03). Ends the pauses whose rule the operator has removed.
 * @throws AggregateError of the teams that failed, after all others are done
 */
export async function pauseOldSignIns(services: Services): Promise<void> {
  const { config, database, now } = services
  const { oidc } = config.providers
  const reasons = [
    ...(oidc?.maxAgeDays === undefined ? ['expired' as const] : []),
    ...(oidc?.requiredClaim ? [] : ['refused' as const]),
  ]
  if (reasons.length > 0) await withEveryTeamTransaction(database, (db) => pauses.resumeAll(db, reasons))
  if (!oidc || oidc.maxAgeDays === undefined) return
  const { isOnly, issuer, maxAgeDays } = oidc
  const at = now()
  const before = (days: number) => new Date(at.getTime() - days * dayMs)
  // Sends no notice if the maximum age is one or two days: each sign-in would cause an email.
  const sendsNotice = config.mail !== undefined && maxAgeDays > noticeDays
  const noticeBefore = before(sendsNotice ? maxAgeDays - noticeDays : maxAgeDays)
  const rule = { isOnly, issuer, pauseBefore: before(maxAgeDays), noticeBefore, now: at }
  const steps = {
    begin: (member: Member) =>
      withTeamTransaction(database, { teamId: member.teamId }, (db) => pauses.startCounting(db, member, at)),
    notice: (member: Member) => alertOwner(services, member, maxAgeDays),
    pause: (member: Member) => pause(services, member, rule.pauseBefore),
  }
  await forEachTeam(database, 'Ages of sign-ins', {
    select: (db, teamIds) => pauses.selectCandidates(db, rule, teamIds),
    work: async ({ step, ...member }) => void (await steps[step](member)),
  })
}

async function pause({ database, logEvent, now }: Services, member: Member, before: Date): Promise<void> {
  const isPaused = await withTeamTransaction(database, { teamId: member.teamId }, async (db) => {
    await lockAccount(db, member)
    // Checks again: the member may have signed in since `selectCandidates`.
    if (!(await pauses.isOverdue(db, member, before))) return false
    await pauseAccess(db, member, 'expired', now())
    return true
  })
  if (isPaused) logEvent('access_paused', member, { reason: 'expired' })
}

async function alertOwner({ config, database, now, sendMail }: Services, member: Member, maxAgeDays: number) {
  const message = await withTeamTransaction(database, { teamId: member.teamId }, (db) => noticeIn(db, now()))
  if (message) sendMail(message)

  async function noticeIn(db: Db, at: Date) {
    const noted = await pauses.updateNotice(db, member, at)
    if (!noted?.signedInAt) return undefined
    const { email: to, language, time_zone: timeZone, ...owner } = await pauses.selectOwner(db, member)
    const until = { at: new Date(noted.signedInAt.getTime() + maxAgeDays * dayMs), timeZone }
    const provider = config.providers.oidc!.name
    return writeNotice('accessPauses', {
      member: owner,
      language,
      to,
      provider,
      until,
      link: `${config.publicUrl}/login`,
      team: member.teamId,
      isProven: true, // the provider has proven the address
    })
  }
}
