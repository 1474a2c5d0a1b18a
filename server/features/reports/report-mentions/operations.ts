import { setImmediate } from 'node:timers/promises'
import { hasEachNamingLine, mentionedIds, type Named } from '#contract/naming.ts'
import { linesOf, reportFields, type ReportTexts } from '#contract/report-fields.ts'
import type { Scope } from '#server/access/scope.ts'
import type { Db } from '#server/db/database.ts'
import { dropMentions } from '#server/db/deleted-reports/drop-mentions.ts'
import type { Services } from '#server/services.ts'
import { queueMentions } from '#server/features/notifications/queue/operations.ts'
import * as mentions from './sql.ts'

type Written = ReportTexts & { id: string; report_date: string }

/**
 * Updates the report's mentions to its current text, and notifies the members that only the new text names (E5.16).
 * Must run in the transaction that saves the report.
 * @param picked ids that tell namesakes apart
 * @param before the report's text before a change; undefined if the report is new
 */
export async function followMentions(
  services: Pick<Services, 'config' | 'now'>,
  db: Db,
  scope: Scope,
  report: Written,
  { picked = [], before }: { picked?: readonly string[] | undefined; before?: ReportTexts | undefined },
): Promise<void> {
  const text = textOf(report)
  if (!text.includes('@') && !(before && textOf(before).includes('@'))) return
  const people = await mentions.selectPeople(db, scope)
  const known = await mentions.selectMentioned(db, scope, report.id)
  const chosen = [...known, ...picked].flatMap((id) => people.filter((person) => person.id === id))
  const named = mentionedIds(text, chosen, people)
  await setImmediate() // each search for names takes up to 30 ms
  const namedBefore = new Set(before && mentionedIds(textOf(before), chosen, people))
  await setImmediate()
  const namedByNew = before ? named : mentionedIds(await newLines(db, scope, report), chosen, people)
  const namedByNewWords = new Set(namedByNew.filter((id) => !namedBefore.has(id)))
  // If the author leaves a line unchanged, its mention stays, even if the member has a new display name or was
  // deactivated.
  const unresolved = before && hasEachNamingLine(text, textOf(before)) ? notCalled(known, textOf(before), people) : []
  await dropMentions(db, scope.teamId, { report_id: report.id }, [...named, ...unresolved], services.now())
  const notified = await mentions.upsertMentions(
    db,
    scope,
    report.id,
    named.map((id) => ({ user_id: id, is_new: namedByNewWords.has(id) })),
    services.now(),
  )
  await queueMentions(services, db, scope, { report_id: report.id }, notified)
}

const textOf = (words: ReportTexts) => reportFields.map((field) => words[field]).join('\n')

/** Returns the mentioned members whose current name is not in the text. */
function notCalled(known: readonly string[], text: string, people: readonly Named[]): string[] {
  const called = new Set(
    mentionedIds(
      text,
      people.filter(({ id }) => known.includes(id)),
      people,
    ),
  )
  const names = new Set(people.filter(({ id }) => called.has(id)).map(({ name }) => name))
  return known.filter((id) => !names.has(people.find((person) => person.id === id)?.name ?? ''))
}

/**
 * Returns the lines that the author's previous report does not have. The previous report has already notified the
 * members that its lines name.
 */
async function newLines(db: Db, scope: Scope, report: Written): Promise<string> {
  const before = await mentions.selectPreviousTexts(db, scope, report.report_date)
  const known = new Set(before && linesOf(textOf(before)))
  return linesOf(textOf(report))
    .filter((line) => !known.has(line))
    .join('\n')
}
