import events from 'node:events'
import { v7 as newId } from 'uuid'
import type { ReportImport } from '#contract/import.ts'
import { limits } from '#contract/limits.ts'
import { type ReportField, reportFields, type ReportTexts } from '#contract/report-fields.ts'
import type { Scope } from '#server/access/scope.ts'
import { type Db, withEveryTeamTransaction, withTeamTransaction } from '#server/db/database.ts'
import { deleteOldRows } from '#server/db/delete-old.ts'
import { AppError } from '#server/errors.ts'
import { undoRows } from '#server/features/reports/import-undo/operations.ts'
import type { Services } from '#server/services.ts'
import { fileRows, type Parts } from './file-reports.ts'
import * as imports from './sql.ts'

const quietMost = 60_000 // milliseconds without a heartbeat, after which another server takes over
const attemptsMost = 3 // attempts in a row that store no row
const batchMost = { rows: 200, characters: 65_536 } // the most for one statement

type Row = { userId: string; day: string; words: ReportTexts; seenAt: string | null }
/** The rows of a file that add or replace a report, and the numbers of added, changed and refused rows. */
export type Plan = { rows: readonly Row[]; fields: ReportField[]; added: number; changed: number; refused: number }

type Filed = { isDone: boolean; left: { user_id: string; report_date: string }[] }

/** Writes the reports of imports, also after the response to the request. */
export function openReportImports(services: Services) {
  const ending = new AbortController()
  const goingOn = new Set<Promise<unknown>>()
  return {
    keep: (db: Db, scope: Scope, plan: Plan): Promise<string> => savePlan(db, scope, plan, services.now()),

    /**
     * Writes the reports of an import. When `late` aborts, returns, and the work continues after the response (decision
     * 58).
     * @returns `isDone`: whether all rows are done; false if the import has stopped. `left`: once all rows are done,
     *   those whose report was written by somebody during the import
     */
    async file(scope: Scope, id: string, late: AbortSignal): Promise<Filed> {
      const place = { teamId: scope.teamId, id }
      const work = fileOrHandBack(services, place, ending.signal)
      goingOn.add(work)
      const isOver = work.finally(() => goingOn.delete(work))
      // After the response, no caller handles a failure. The next server that looks for unfinished imports takes over
      // this import.
      isOver.catch(() => {})
      const isDone = await Promise.race([isOver, late.aborted ? false : events.once(late, 'abort').then(() => false)])
      return withTeamTransaction(services.database, scope, async (db) => ({
        isDone,
        left: isDone ? await imports.selectLeftAlone(db, place) : [],
      }))
    },

    /** Releases running imports. Another server takes them over, or this one after its next start. */
    async end(): Promise<void> {
      ending.abort()
      await Promise.allSettled(goingOn)
    },
  }
}

/**
 * Stores the import and its rows in one transaction, so that a later crash loses none of them. @returns the import's id
 * @throws AppError too_many_imports: too many imports replace reports of others, so the list could not show them all
 */
async function savePlan(db: Db, scope: Scope, { rows, fields, ...counts }: Plan, now: Date): Promise<string> {
  const id = newId()
  const place = { teamId: scope.teamId, id }
  const writer = scope.writer!
  const ofOthers = rows.filter(({ userId, seenAt }) => userId !== writer.userId && seenAt !== null)
  if (ofOthers.length > 0 && (await imports.countReplacing(db, scope, undoSince(now))) >= limits.importsReplacing)
    throw new AppError('too_many_imports')
  const about = { fields, total: rows.length, ...counts, changed_of_others: ofOthers.length, now }
  await imports.insertImport(db, place, writer, about)
  let batch: imports.NewRow[] = []
  let characters = 0
  for (const { userId, day, words, seenAt } of rows) {
    batch.push({ user_id: userId, report_date: day, id: newId(), seen_at: seenAt, ...words })
    characters += reportFields.reduce((sum, field) => sum + words[field].length, 0)
    if (batch.length < batchMost.rows && characters < batchMost.characters) continue
    await imports.insertImportRows(db, place, batch)
    batch = []
    characters = 0
  }
  if (batch.length > 0) await imports.insertImportRows(db, place, batch)
  return id
}

async function fileOrHandBack(services: Parts, place: imports.ImportKey, ending?: AbortSignal): Promise<boolean> {
  try {
    return await fileRows(services, place, ending)
  } finally {
    // Does nothing if the import has ended.
    await withTeamTransaction(services.database, place, (db) => imports.releaseImport(db, place))
  }
}

/**
 * Continues the imports whose server has crashed or stopped.
 * @throws AggregateError of the imports that failed, after all others are done
 */
export async function resumeReportImports(services: Parts): Promise<void> {
  const { database, now } = services
  const times = () => ({ now: now(), quietSince: new Date(now().getTime() - quietMost) })
  const left = await withEveryTeamTransaction(database, (db) => imports.selectLeft(db, times().quietSince))
  const failures: unknown[] = []
  for (const place of left)
    try {
      const attempts = await withTeamTransaction(database, place, (db) => imports.takeOver(db, place, times()))
      if (attempts === undefined) continue
      if (attempts <= attemptsMost) await fileRows(services, place)
      else {
        await withTeamTransaction(database, place, (db) => imports.endImport(db, place, 'failed', now()))
        services.logEvent('report_import_failed', { teamId: place.teamId }, { id: place.id })
      }
    } catch (error) {
      failures.push(error)
    }
  if (failures.length > 0) throw new AggregateError(failures, 'Some imports of reports could not go on.')
}

/** Returns the moment before which imports can no longer be undone. */
const undoSince = (now: Date) => new Date(now.getTime() - limits.importUndo * 60 * 60_000)

/**
 * Returns imports of the last 24 hours, newest first: the caller's, and those of the team to administrators. The list is
 * limited, but many small imports cannot hide a large one that replaces reports of others.
 */
export async function readReportImports({ database, now }: Services, scope: Scope): Promise<ReportImport[]> {
  const asked = { userId: scope.isAdmin ? undefined : scope.userId, since: undoSince(now()) }
  const rows = await withTeamTransaction(database, scope, (db) => imports.selectImports(db, scope, asked))
  return rows.map(shown)
}

/** @throws AppError not_found, not_yours */
export const readReportImport = async (services: Services, scope: Scope, id: string): Promise<ReportImport> =>
  shown(await importOf(services, scope, id))

async function importOf({ database, now }: Services, scope: Scope, id: string): Promise<imports.ImportRow> {
  const [row] = await withTeamTransaction(database, { teamId: scope.teamId }, (db) =>
    imports.selectImports(db, scope, { id, since: new Date(0) }),
  )
  if (!row) throw new AppError('not_found')
  if (row.user_id !== scope.userId && !scope.isAdmin) throw new AppError('not_yours')
  return row.began_at > undoSince(now()) ? row : { ...row, undo_until: null }
}

/**
 * Undoes an import (E4.03): removes the reports that it added, and restores the former texts and times of the others.
 * @throws AppError not_found, not_yours, import_going_on; import_too_old: after 24 hours; admins_only: the caller may
 *   no longer write the reports of others
 */
export async function undoReportImport(services: Services, scope: Scope, id: string): Promise<ReportImport> {
  const row = await importOf(services, scope, id)
  if (row.undone_at) return shown(row)
  // A running import is locked almost all the time, and the undo would wait for it.
  if (!row.ended_at) throw new AppError('import_going_on')
  if (!row.undo_until) throw new AppError('import_too_old')
  await undoRows(services, { teamId: scope.teamId, id }, scope)
  services.logEvent('import_undone', scope, { id })
  return readReportImport(services, scope, id)
}

function shown({
  ended_at,
  undone_at,
  has_failed,
  is_stopped,
  began_at: _began,
  undo_until,
  added,
  ...row
}: imports.ImportRow): ReportImport {
  const state = undone_at ? 'undone' : !ended_at ? 'going_on' : is_stopped ? 'stopped' : has_failed ? 'failed' : 'done'
  return { ...row, new: added, state, undo_until: state === 'going_on' || state === 'undone' ? null : undo_until }
}

/** Deletes the imports that can no longer be undone, with the former texts of their reports. */
export async function deleteOldReportImports({ database, now }: Parts): Promise<void> {
  await deleteOldRows(database, 'report_imports', {
    key: ['id'],
    isOld: imports.isOld(undoSince(now())),
    atOnce: 10,
  })
}
