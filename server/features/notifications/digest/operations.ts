import { v7 as newId } from 'uuid'
import { formatList } from '#contract/format-list.ts'
import { blockerLinesOf } from '#contract/no-blocker.ts'
import { dayInWords, linkTo } from '#server/text/day-in-words.ts'
import { type Db, withEveryTeamTransaction, withTeamTransaction } from '#server/db/database.ts'
import { forEachTeam } from '#server/db/each-team.ts'
import type { ReportText } from '#server/providers/report-text.ts'
import type { Services } from '#server/services.ts'
import { texts } from '#server/text/texts.ts'
import { selectDestinations } from '#server/db/accounts/destinations.ts'
import * as digests from './sql.ts'

/**
 * Queues the digests that are due at this hour, once for each day and destination (N9.03). Then queues the existing
 * digests in Slack for an update, because their reports may have changed.
 * @throws AggregateError of the teams that failed, after all others are done
 */
export async function queueDigests({ database, now }: Services): Promise<void> {
  try {
    await forEachTeam(database, 'Digests', {
      select: (db, teamIds) => digests.selectTeams(db, teamIds, now()),
      work: ({ teamId, day }) =>
        withTeamTransaction(database, { teamId }, async (db) => {
          for (const destination of await selectDestinations(db, { teamId }))
            await digests.upsertDigest(db, { teamId }, { id: newId(), day, destination, now: now() })
        }),
    })
  } finally {
    await withEveryTeamTransaction(database, (db) => digests.renewDigests(db, now()))
  }
}

/**
 * Returns the day's digest in the team's language. The digest does not name members without a report. Must run in the
 * caller's transaction.
 */
export async function selectDigestText(
  db: Db,
  team: { teamId: string },
  day: string,
  publicUrl: string,
): Promise<ReportText> {
  const { language, name, reported, away } = await digests.selectDay(db, team, day)
  const translate = texts(language)
  const blockers = reported.flatMap((report) => blockerLinesOf(report.issues).map((line) => `${report.name}: ${line}`))
  return {
    author: name,
    title: translate('messages.reportTitle', { date: dayInWords(language, day) }),
    sections: [
      {
        heading: translate('digest.reported', { count: reported.length }),
        text:
          reported.length > 0
            ? formatList(
                language,
                reported.map((report) => report.name),
              )
            : translate('digest.nobody'),
      },
      { heading: translate('reportWords.morning.fields.issues'), text: blockers.join('\n') },
      { heading: translate('digest.away'), text: formatList(language, away) },
    ],
    link: linkTo(publicUrl, day),
    linkText: translate('messages.openReports'),
  }
}
