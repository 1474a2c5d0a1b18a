import { mayActFor } from '#server/access/may-act-for.ts'
import type { Scope, Writer } from '#server/access/scope.ts'
import { type Db, withTeamTransaction } from '#server/db/database.ts'
import { finishFirstStep } from '#server/db/accounts/first-steps.ts'
import { renewPosts } from '#server/db/outbox.ts'
import { hasAccess } from '#server/db/accounts/still-allowed.ts'
import { followBlockers, lockMember } from '#server/features/blockers/operations.ts'
import { insertReport, updateReport } from '#server/features/reports/daily-reports/operations.ts'
import { firstChunk } from '#server/features/reports/import-undo/operations.ts'
import { followMonths } from '#server/features/reports/month-approval/operations.ts'
import { indexTexts } from '#server/features/search/operations.ts'
import { fairTurns } from '#server/load/turns.ts'
import type { Services } from '#server/services.ts'
import { reportFields } from '#contract/report-fields.ts'
import * as imports from './sql.ts'

export type Parts = Pick<Services, 'database' | 'now' | 'logEvent'>

/**
 * The most rows that one transaction writes, so that neither the transaction nor the work between two statements takes
 * long.
 */
const rowsMost = 100
const chunkMost = { characters: 30_000, blockers: 200 }

/**
 * Limits the transactions of imports that run at once: more would take connections that requests need. An import has
 * one transaction in the queue.
 */
export const filingTurns = fairTurns({ atOnce: 3, waitingMost: Infinity, longestWaitMs: undefined })
const nobodyLeaves = new AbortController().signal

/**
 * Writes the remaining reports of an import, a few in each transaction. Each transaction locks the import: two servers
 * never write a row twice, and a server that crashes leaves no row half written. Each transaction checks again that the
 * importer may write these reports, and that the session or token of the import has not ended. Imports of several teams
 * take turns.
 * @param ending stops between two transactions
 * @returns false if the import was stopped before its end
 */
export async function fileRows(services: Parts, place: imports.ImportKey, ending?: AbortSignal): Promise<boolean> {
  for (;;) {
    const caller = { teamId: place.teamId, userId: place.id }
    const next = await filingTurns(caller, ending ?? nobodyLeaves, () => fileNext(services, place))
    if (next !== 'more') {
      if (next) services.logEvent(next.event, next.by, { id: place.id })
      return next?.event !== 'report_import_stopped'
    }
    if (ending?.aborted) return true
  }
}

type Ended = { event: 'reports_imported' | 'report_import_stopped'; by: Pick<Scope, 'teamId'> & { userId?: string } }
type Next = 'more' | Ended | undefined

/** Writes the next reports. @returns how the import ended, `more` if it goes on, undefined if it had already ended */
const fileNext = ({ database, now }: Parts, place: imports.ImportKey): Promise<Next> =>
  withTeamTransaction(database, place, async (db) => {
    const known = await imports.lockImport(db, place)
    if (!known || known.ended_at) return undefined
    const next = firstChunk(await imports.selectNext(db, place, rowsMost), chunkMost)
    const userId = next[0]?.user_id
    const by = { teamId: place.teamId, ...(known.user_id !== null && { userId: known.user_id }) }
    if (!userId) {
      await imports.endImport(db, place, 'done', now())
      return { event: 'reports_imported', by }
    }
    const days = next.map((row) => row.report_date)
    const member = { teamId: place.teamId, userId }
    const chunk = { ...place, userId, days }
    await lockMember(db, member)
    const importer = known.user_id
    if (importer === null || !(await canContinue(db, { ...place, ...known, user_id: importer }, userId))) {
      await imports.endImport(db, place, 'stopped', now())
      return { event: 'report_import_stopped', by }
    }
    const added = await imports.selectAdded(db, chunk, now())
    await Promise.all([
      ...added.map(({ written_at, ...row }) =>
        insertReport(db, member, { ...row, added_later: false, is_imported: true }, written_at),
      ),
      added.length > 0 && finishFirstStep(db, place, 'report'),
    ])
    const replaced = await imports.saveFormer(db, chunk, known.fields)
    const written = { now: now(), replacedBy: known.user_id === userId ? null : known.user_id }
    await Promise.all([
      ...replaced.map((row) => updateReport(db, member, row, written)),
      renewPosts(db, { teamId: place.teamId, ids: replaced.map(({ id }) => id) }, now()),
    ])
    const filed = await imports.markFiled(db, chunk)
    const left = await imports.markUnwritten(db, chunk)
    await indexTexts(db, member, 'report', ...filed.map(textsOf))
    const before = filed.flatMap(({ id, former }) => (former === null ? [] : { id, issues: former }))
    await followBlockers(db, member, { from: days[0]!, before, through: days.at(-1)!, now: now() })
    await followMonths(db, member, { days, by: null, now: now() })
    await imports.updateFiled(db, place, filed.length + left, now())
    return 'more'
  })

/**
 * Returns whether the importer may still write reports of the member, and the session or token of the import has not
 * ended.
 */
async function canContinue(
  db: Db,
  { teamId, user_id: userId, begun_by: by, begun_with: id }: Importer & { teamId: string },
  of: string,
): Promise<boolean> {
  const importer = { teamId, userId }
  return (await hasAccess(db, { ...importer, by, id, isAdmin: false })) && mayActFor(db, importer, of)
}
type Importer = { user_id: string; begun_by: Writer['by']; begun_with: string }

const textsOf = (report: imports.Written) => ({
  id: report.id,
  texts: reportFields.map((field) => report[field]),
})
