import { timingSafeEqual } from 'node:crypto'
import type { CalendarAddress } from '#contract/calendar-address.ts'
import type { CalendarQuery } from '#contract/holidays.ts'
import type { Language } from '#contract/languages.ts'
import { deriveKey, keyed } from '#server/access/keys/keys.ts'
import { readToken, writeToken } from '#server/access/tokens/record-token.ts'
import type { Scope } from '#server/access/scope.ts'
import { answering } from '#server/access/idempotency.ts'
import { type Db, withTeamTransaction } from '#server/db/database.ts'
import { AppError } from '#server/errors.ts'
import { absencesBetween } from '#server/features/calendar/absences/operations.ts'
import { holidaysBetween } from '#server/features/calendar/holidays/operations.ts'
import { settingsOf } from '#server/db/accounts/settings.ts'
import type { Services } from '#server/services.ts'
import { texts } from '#server/text/texts.ts'
import { longWork } from '#server/load/turns.ts'
import { calendarOf, type CalendarEvent } from './policy.ts'
import * as addresses from './sql.ts'

type Member = Pick<Scope, 'teamId' | 'userId'>

/**
 * Derives the secret of a calendar address from SECRET_KEY and a serial number. The member can thus copy the address
 * again, although the database does not contain the secret.
 */
const secretOf = ({ config }: Pick<Services, 'config'>, { teamId, userId }: Member, serial: number): Buffer =>
  keyed(deriveKey(config.secretKey, 'calendar address'), `${teamId}.${userId}.${serial}`)

function addressOf(services: Pick<Services, 'config'>, member: Member, serial: number): CalendarAddress {
  const token = writeToken({ teamId: member.teamId, id: member.userId, secret: secretOf(services, member, serial) })
  return { address: `${services.config.publicUrl}/api/calendar/${token}.ics` }
}

export const readAddress = (services: Services, scope: Scope): Promise<CalendarAddress> =>
  withTeamTransaction(services.database, scope, async (db) => {
    const reader = await addresses.selectReader(db, scope)
    if (!reader) throw new AppError('not_found')
    return addressOf(services, scope, reader.serial)
  })

export const replaceAddress = (services: Services, scope: Scope): Promise<CalendarAddress> =>
  withTeamTransaction(services.database, answering(scope), async (db) => {
    const { serial } = await addresses.updateSerial(db, scope)
    return addressOf(services, scope, serial)
  })

/** Returns whether the calendar address in a stored response is still valid. */
export const isAddressAlive = async (
  services: Services,
  scope: Scope,
  { address }: CalendarAddress,
): Promise<boolean> => (await readAddress(services, scope)).address === address

/**
 * Replaces the member's calendar address. The member sees the new one on the next visit. Must run in the caller's
 * transaction.
 */
export const endAddress = addresses.updateSerial

const [past, coming] = [92, 400] // days before and after today that the file contains
const dayLength = 86_400_000 // milliseconds

/**
 * Returns the team's holidays and absences as an iCalendar file, in the language of the member with that address.
 * @param file the last part of the address
 * @param caller the client's IP address, by which guesses are limited
 * @throws AppError not_found: unknown or replaced address, or its member is deactivated; sign_in_expired: its member's
 *   access is paused; too_many_attempts
 */
export async function readCalendar(services: Services, file: string, caller: string): Promise<string> {
  const token = readToken(file.replace(/\.ics$/u, ''))
  const read =
    token &&
    (await withTeamTransaction(services.database, token, async (db) => {
      const member = { teamId: token.teamId, userId: token.id }
      const reader = await addresses.selectReader(db, member)
      if (!reader || !timingSafeEqual(token.secret, secretOf(services, member, reader.serial))) return undefined
      if (reader.access_paused) throw new AppError('sign_in_expired')
      const now = services.now().getTime()
      const [today, from, until] = [0, -past, coming].map((days) =>
        new Date(now + days * dayLength).toISOString().slice(0, 10),
      ) as [string, string, string]
      const language = settingsOf(reader.settings).language ?? reader.team_language
      return { name: reader.team_name, events: await eventsOf(db, token, { from, until }, language), today }
    }))
  if (read) return fileOf(calendarOf(read.name, read.events, read.today))
  await services.attempts.guessCalendar(caller)
  throw new AppError('not_found')
}

/**
 * Joins the parts of a file. Must run after the transaction, because writing a long file must not occupy a connection.
 */
async function fileOf(parts: Iterable<string>): Promise<string> {
  const otherRequests = longWork()
  let file = ''
  for (const part of parts) {
    file += part
    await otherRequests()
  }
  return file
}

async function eventsOf(
  db: Db,
  team: Pick<Scope, 'teamId'>,
  days: CalendarQuery,
  language: Language,
): Promise<CalendarEvent[]> {
  const t = texts(language)
  const names = new Map((await addresses.selectNames(db, team)).map(({ id, display_name }) => [id, display_name]))
  const holidays = await holidaysBetween(db, team, days)
  const absences = await absencesBetween(db, team, days)
  return [
    ...holidays.map(({ date, name }) => ({
      uid: `${date}.${team.teamId}@asakai`,
      from: date,
      until: date,
      summary: name,
    })),
    ...absences.flatMap(({ id, user_id, from, until, half }) => {
      const name = names.get(user_id)
      if (name === undefined) return []
      const summary = t('absence.of', { name }) + (half ? ` (${t(`absence.kinds.${half}`)})` : '')
      return [{ uid: `${id}@asakai`, from, until, summary }]
    }),
  ]
}
