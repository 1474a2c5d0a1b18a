import type { Language } from '#contract/languages.ts'
import type { Week } from '#contract/week.ts'
import { withTeamTransaction } from '#server/db/database.ts'
import { linkTo } from '#server/text/day-in-words.ts'
import type { ReportText } from '#server/providers/report-text.ts'
import { reportText } from '#server/text/report-text.ts'
import type { Services } from '#server/services.ts'
import { texts } from '#server/text/texts.ts'
import { countWaiting } from '#server/features/blockers/operations.ts'
import { contentOfPost, type PostContent } from '../chat-messages/operations.ts'
import { settingsOf } from '#server/db/accounts/settings.ts'
import { readWeek } from '../weekly-summary/operations.ts'
import { type Notice, noticeOf } from './notice.ts'
import { isPost, type Recipient, type Row, selectRecipient } from './sql.ts'

/** A message to one member, in their language. */
type Personal = { member: Recipient; language: Language }
/** A reminder to report. `waiting`: the number of blockers without an owner that are older than two due days. */
type Reminder = Personal & { kind: 'reminder'; day: string; waiting: number }

/** The content of a message, for any destination. */
export type Content =
  | { kind: 'report'; reportId: string; words: ReportText; isInThread: boolean }
  | Reminder
  | (Personal & { kind: 'notice' } & Notice)
  | (Personal & { kind: 'week'; week: Week })
  | PostContent

/** Reads the content of a message. Returns undefined if there is no content left, or if the member does not want it. */
export async function contentOf(services: Services, row: Row): Promise<Content | undefined> {
  if (isPost(row)) return contentOfPost(services, row)
  const { config, database, now } = services
  const { teamId, id } = row
  const member = await withTeamTransaction(database, { teamId }, (db) => selectRecipient(db, { teamId, id }, now()))
  if (!member?.is_active) return undefined
  const { user_id: userId, day, report, report_id: reportId } = member
  const { mentions, notifications, language: chosen, week_mail: wantsWeek } = settingsOf(member.settings)
  const language = chosen ?? member.team_language
  const personal = { member, language }
  if (row.kind === 'mention' || row.kind === 'month') {
    if (mentions === 'none') return undefined
    const notice = await noticeOf(services, row.kind, { teamId, userId, noticeId: id, language })
    return notice && { kind: 'notice', ...personal, ...notice }
  }
  if (day === null) return undefined
  if (row.kind === 'week')
    return wantsWeek
      ? { kind: 'week', ...personal, week: await readWeek(services, { teamId, userId }, day) }
      : undefined
  if (!notifications.daily_report) return undefined
  if (row.kind === 'reminder') {
    if (report || !member.is_timely) return undefined
    return { kind: 'reminder', ...personal, day, waiting: await countWaiting(services, { teamId }) }
  }
  if (!report || !reportId) return undefined
  const about = { language: member.team_language, author: member.display_name, day, report }
  const words = reportText({ ...about, reportTime: report.report_time, publicUrl: config.publicUrl })
  return { kind: 'report', reportId, words, isInThread: member.chat_mode === 'thread' }
}

/** Returns the text of a reminder to a member without a report today. */
export function reminderText({ config }: Pick<Services, 'config'>, { language, member, day, waiting }: Reminder) {
  const translate = texts(language)
  const blockers = waiting > 0 && translate('messages.waitingBlockers', { count: waiting })
  return {
    text: [translate('messages.reminder', { name: member.display_name }), blockers].filter(Boolean).join('\n'),
    link: linkTo(config.publicUrl, day),
    linkText: translate('messages.writeReport'),
  }
}
