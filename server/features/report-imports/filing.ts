import type { Scope } from '#server/access/scope.ts'
import { inTeam } from '#server/db/database.ts'
import { followBlockers, lockMember } from '#server/features/blockers/operations.ts'
import { firstChunk } from '#server/features/import-undo/operations.ts'
import { followMonths } from '#server/features/months/operations.ts'
import { indexTexts } from '#server/features/search/operations.ts'
import type { Services } from '#server/services.ts'
import { reportFields } from '#contract/report-fields.ts'
import * as imports from './sql.ts'

export type Parts = Pick<Services, 'database' | 'now' | 'logEvent'>

/** The most that one transaction files, so that neither it nor the work between its statements takes long. */
const rowsMost = 100
const chunkMost = { characters: 30_000, blockers: 200 }

/**
 * Files the rows of an import that are left, a few at a time. Each transaction locks the import: two servers never file a row twice,
 * and a server that ends leaves whole rows only.
 * @param ending stops between two transactions
 */
export async function fileRows(services: Parts, place: imports.Place, ending?: AbortSignal): Promise<void> {
  for (;;) {
    const next = await fileNext(services, place)
    if (next !== 'more') {
      if (next) services.logEvent('reports_imported', next.by, { id: place.id })
      return
    }
    if (ending?.aborted) return
  }
}

type Next = 'more' | { by: Pick<Scope, 'teamId' | 'userId'> } | undefined

/** @returns who imported, if this call ends the import; undefined if the import ended before */
const fileNext = ({ database, now }: Parts, place: imports.Place): Promise<Next> =>
  inTeam(database, place, async (db) => {
    const known = await imports.lockImport(db, place)
    if (!known || known.ended_at) return undefined
    const next = firstChunk(await imports.selectNext(db, place, rowsMost), chunkMost)
    const userId = next[0]?.user_id
    if (!userId) {
      await imports.endImport(db, place, false, now())
      return { by: { teamId: place.teamId, userId: known.user_id } }
    }
    const days = next.map((row) => row.report_date)
    const member = { teamId: place.teamId, userId }
    await lockMember(db, member)
    const written = await imports.fileRows(db, { ...place, userId, days }, known.fields, now())
    const left = await imports.leaveRows(db, { ...place, userId, days })
    await indexTexts(db, member, 'report', ...written.map(textsOf))
    await followBlockers(db, member, { from: days[0]!, now: now() })
    await followMonths(db, member, { days, by: null, now: now() })
    await imports.updateFiled(db, place, written.length + left, now())
    return 'more'
  })

const textsOf = (report: imports.Written) => ({
  id: report.id,
  texts: reportFields.map((field) => report[field]),
})
