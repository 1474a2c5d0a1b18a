import { writeWeek } from '#server/providers/mail/week-letter.ts'
import type { Services } from '#server/services.ts'
import { settingsOf } from '../users/operations.ts'
import { readWeek, stopAddress } from '../week/operations.ts'
import type { Delivery } from './sql.ts'

/**
 * To a member, their week (N11.01), as it is when it is sent.
 * @returns undefined where they want none any more, or cannot be reached
 */
export async function prepareWeek(
  services: Services,
  { teamId, id }: { teamId: string; id: string },
  { user_id: userId, display_name, email, day, settings, ...member }: Delivery & { kind: 'week' },
): Promise<(() => Promise<unknown>) | undefined> {
  const { config, deliverMail } = services
  const { week_mail: wanted, language: chosen } = settingsOf(settings)
  if (!wanted || !config.mail || !member.has_proven_email) return undefined
  const week = await readWeek(services, { teamId, userId }, day)
  const letter = writeWeek({
    member: { id: userId, display_name, email },
    team: { name: member.team_name, reminder_hour: member.team_reminder_hour },
    language: chosen ?? member.team_language,
    today: member.team_today,
    week,
    publicUrl: config.publicUrl,
    stop: stopAddress(services, { teamId, userId }),
  })
  return () => deliverMail(letter, id)
}
