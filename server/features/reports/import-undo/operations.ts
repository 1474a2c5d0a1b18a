import { mayActFor } from '#server/access/may-act-for.ts'
import type { Scope } from '#server/access/scope.ts'
import { reportFields } from '#contract/report-fields.ts'
import { daysAfter } from '#contract/weeks.ts'
import { withTeamTransaction } from '#server/db/database.ts'
import { deleteCopiesOfLines } from '#server/db/deleted-reports/deleted-rows.ts'
import { renewPosts } from '#server/db/outbox.ts'
import { AppError } from '#server/errors.ts'
import { followBlockers, lockMember } from '#server/features/blockers/operations.ts'
import { followMonths } from '#server/features/reports/month-approval/operations.ts'
import { forgetTexts, indexTexts } from '#server/features/search/operations.ts'
import type { Services } from '#server/services.ts'
import * as imports from './sql.ts'

/** The most rows that one transaction undoes. Restored texts are indexed again, which is slow. */
const rowsMost = 100
const chunkMost = { characters: 30_000 }

/**
 * Undoes an import, a few reports at a time. Keeps a report that was changed or commented on since. A report that a
 * later import has replaced stays until that import is undone, too (E4.14). Each step checks the caller's rights again.
 * @throws AppError import_going_on, admins_only
 */
export async function undoRows(
  services: Pick<Services, 'database' | 'now'>,
  place: imports.ImportKey,
  by: Pick<Scope, 'userId' | 'writer'>,
): Promise<void> {
  for (;;) if (!(await undoNext(services, place, by))) return
}

/** Undoes the next reports. @returns whether there may be more */
const undoNext = (
  { database, now }: Pick<Services, 'database' | 'now'>,
  place: imports.ImportKey,
  by: Pick<Scope, 'userId' | 'writer'>,
): Promise<boolean> =>
  withTeamTransaction(database, { teamId: place.teamId, writer: by.writer }, async (db) => {
    const known = await imports.lockImport(db, place)
    if (!known || known.undone_at) return false
    if (!known.ended_at) throw new AppError('import_going_on')
    const userId = await imports.selectMember(db, place)
    if (!userId) {
      await imports.endUndo(db, place, now())
      return false
    }
    const member = { teamId: place.teamId, userId }
    await lockMember(db, member)
    if (!(await mayActFor(db, { teamId: place.teamId, userId: by.userId }, userId))) throw new AppError('admins_only')
    await imports.lockUndoable(db, { ...place, userId }, rowsMost)
    const all = await imports.selectUndoable(db, { ...place, userId }, { fields: known.fields, limit: rowsMost })
    const rows = Map.groupBy(firstChunk(all, chunkMost), (row): imports.UndoOutcome =>
      row.is_intact ? (row.is_new ? 'removed' : 'restored') : 'left',
    )
    const chunkOf = (outcome: imports.UndoOutcome) => ({
      ...place,
      userId,
      days: (rows.get(outcome) ?? []).map((row) => row.report_date),
    })
    const restoredIds = (rows.get('restored') ?? []).map((row) => row.report_id)
    const before = await imports.selectIssues(db, place, restoredIds)
    const removed = (rows.get('removed') ?? []).map((row) => row.report_id)
    await imports.deleteReports(db, place, removed)
    await deleteCopiesOfLines(db, member, restoredIds)
    const restored = await imports.restoreReports(db, chunkOf('restored'))
    await renewPosts(db, { teamId: place.teamId, ids: [...removed, ...restored.map(({ id }) => id)] }, now())
    // A restored text may be older than the indexed text, and the index accepts newer texts only.
    await forgetTexts(
      db,
      place,
      'report',
      restored.map(({ id }) => id),
    )
    await indexTexts(
      db,
      member,
      'report',
      ...restored.map((report) => ({ id: report.id, texts: reportFields.map((field) => report[field]) })),
    )
    await imports.passToLaterImports(db, chunkOf('left'), known.fields)
    for (const outcome of rows.keys()) {
      if (outcome !== 'left') await imports.settle(db, chunkOf(outcome), outcome)
      await imports.markUndone(db, chunkOf(outcome), outcome)
    }
    const days = [...chunkOf('removed').days, ...chunkOf('restored').days].toSorted()
    if (days.length > 0) {
      await followBlockers(db, member, { from: days[0]!, before, through: days.at(-1)!, now: now() })
      await followMonths(db, member, { days, by: null, now: now() })
    }
    return true
  })

/**
 * The most days between the first and the last report of a chunk, because `followBlockers` recomputes all reports
 * between them.
 */
const daysMost = 31

/** Returns the first rows that belong to one member and stay below the limits, at least one row. */
export function firstChunk<
  Size extends string,
  Row extends Record<Size, number> & { user_id: string; report_date: string },
>(rows: readonly Row[], most: Record<Size, number>): Row[] {
  const sizes = Object.keys(most) as Size[]
  const left = { ...most }
  const until = rows.findIndex((row, index) => {
    const [first] = rows as [Row]
    for (const size of sizes) left[size] -= row[size]
    const isFar =
      row.report_date > daysAfter(first.report_date, daysMost) ||
      row.report_date < daysAfter(first.report_date, -daysMost)
    return index > 0 && (isFar || row.user_id !== first.user_id || sizes.some((size) => left[size] < 0))
  })
  return until < 0 ? [...rows] : rows.slice(0, until)
}
