import { timingSafeEqual } from 'node:crypto'
import type { Week } from '#contract/week.ts'
import { closingDay, daysAfter, weekHour, weekOf } from '#contract/weeks.ts'
import { deriveKey, keyed } from '#server/access/keys/keys.ts'
import { readToken, writeToken } from '#server/access/tokens/record-token.ts'
import { withTeamTransaction } from '#server/db/database.ts'
import { AppError } from '#server/errors.ts'
import { absencesBetween } from '#server/features/calendar/absences/operations.ts'
import { blockersOfWeek } from '#server/features/blockers/operations.ts'
import { holidaysBetween } from '#server/features/calendar/holidays/operations.ts'
import { insightsBetween, triesReturning } from '#server/features/retro/insights/operations.ts'
import { saveSettings } from '#server/features/account/profile/operations.ts'
import type { Services } from '#server/services.ts'
import { daysOf, keepsAndTries } from './policy.ts'
import * as sql from './sql.ts'

/**
 * Returns a member's own week, with the parts of the team's week that every member may read (N11.01).
 * @param scope the member; not a request's scope, because emails use this function, too
 * @param date a day of the week; today in the member's zone if absent
 * @throws AppError not_found: there is no such account
 */
export const readWeek = ({ database, now }: Services, scope: sql.Member, date?: string): Promise<Week> =>
  withTeamTransaction(database, scope, async (db) => {
    const reader = await sql.selectReader(db, scope, now())
    if (!reader) throw new AppError('not_found')
    const { from, until } = weekOf(date ?? reader.today, reader.team_days)
    const last = daysAfter(from, 6)
    const reports = await sql.selectReports(db, scope, from)
    // In a team that reports in the morning, the first report after the week may describe a day of the week.
    const next = reports.find(({ report_date }) => report_date > last)
    const days = { from, until: next?.report_date ?? last }
    const daysOff = {
      holidays: await holidaysBetween(db, scope, days),
      absences: await absencesBetween(db, scope, days),
    }
    const closes = closingDay({ from, until }, reader.team_days, daysOff.holidays) ?? until
    const { team_today: today } = reader
    return {
      from,
      until,
      closed: today > closes || (today === closes && reader.hour >= weekHour(reader.reminder_hour)),
      reports: reports.filter(({ report_date }) => report_date <= last).length,
      days: daysOf(
        reader,
        reports.filter(({ report_date }) => report_date <= days.until),
        { from, daysOff },
      ),
      blockers: await blockersOfWeek(db, scope, { from, until: last, now: now() }),
      insights: keepsAndTries(
        await insightsBetween(db, scope, { since: from, until: last }),
        await triesReturning(db, scope, { from, until: last }),
      ),
    }
  })

/**
 * Returns the secret of the unsubscribe link. It is computed, not stored. The link never expires, and can only stop
 * this email.
 */
const secretOf = ({ config }: Pick<Services, 'config'>, { teamId, userId }: sql.Member): Buffer =>
  keyed(deriveKey(config.secretKey, 'week mail'), `${teamId}.${userId}`)

/** Returns the unsubscribe address of an email, for the reader's mail program (RFC 8058). */
export const stopAddress = (services: Pick<Services, 'config'>, member: sql.Member): string => {
  const token = writeToken({ teamId: member.teamId, id: member.userId, secret: secretOf(services, member) })
  return `${services.config.publicUrl}/api/week-mail/${token}`
}

/**
 * Stops the weekly email of a link's member.
 * @throws AppError link_invalid: the link is not one of ours, or the account was erased
 */
export async function stopMail(services: Services, link: string): Promise<void> {
  const token = readToken(link)
  const member = token && { teamId: token.teamId, userId: token.id }
  if (!member || !timingSafeEqual(token.secret, secretOf(services, member))) throw new AppError('link_invalid')
  const isThere = await withTeamTransaction(services.database, member, async (db) => {
    if (!(await sql.selectReader(db, member, services.now()))) return false
    await saveSettings(db, member, { week_mail: false })
    return true
  })
  if (!isThere) throw new AppError('link_invalid')
}
