import type { Absence, AbsenceDraft } from '#contract/absences.ts'
import type { CalendarQuery } from '#contract/holidays.ts'
import { requireAdministrator } from '#server/access/administrators.ts'
import type { Scope } from '#server/access/scope.ts'
import { answering } from '#server/access/idempotency.ts'
import { type Db, withTeamTransaction } from '#server/db/database.ts'
import { AppError } from '#server/errors.ts'
import type { Services } from '#server/services.ts'
import { merged } from './policy.ts'
import * as absences from './sql.ts'

export const readAbsences = ({ database }: Services, scope: Scope, days: CalendarQuery): Promise<Absence[]> =>
  withTeamTransaction(database, scope, (db) => absences.selectAbsences(db, scope, days))

/** Returns the absences of the team in a range. Must run in the caller's transaction. */
export const absencesBetween = (db: Db, team: Pick<Scope, 'teamId'>, days: CalendarQuery): Promise<Absence[]> =>
  absences.selectAbsences(db, team, days)

/**
 * Stores an absence of the caller. Administrators may store absences of any member. If the absence overlaps other
 * absences of the member, merges all of them into one.
 * @throws AppError admins_only: the absence is another member's; not_found: there is no such member, or the id belongs
 * to another member's absence
 */
export async function saveAbsence({ database }: Services, scope: Scope, id: string, draft: AbsenceDraft) {
  const { user_id = scope.userId, from, until, half } = draft
  requireOwn(scope, user_id)
  return withTeamTransaction(database, answering(scope), async (db): Promise<Absence> => {
    const before = (await absences.lockMember(db, scope, user_id)) && (await absences.selectAbsence(db, scope, id))
    if (before === false || (before && before.user_id !== user_id)) throw new AppError('not_found')
    const asked = { id, user_id, from, until, half }
    const overlapping = await absences.selectOverlapping(db, scope, asked)
    if (overlapping.length > 0)
      await absences.deleteAbsences(
        db,
        scope,
        overlapping.map((each) => each.id),
      )
    const kept = merged(asked, overlapping)
    if (!(await absences.upsertAbsence(db, scope, kept))) throw new AppError('not_found')
    return kept
  })
}

/** @throws AppError admins_only: the absence is another member's; not_found */
export const deleteAbsence = ({ database }: Services, scope: Scope, id: string): Promise<void> =>
  withTeamTransaction(database, answering(scope), async (db) => {
    const absence = await absences.selectAbsence(db, scope, id)
    if (!absence) throw new AppError('not_found')
    requireOwn(scope, absence.user_id)
    await absences.deleteAbsences(db, scope, [id])
  })

function requireOwn(scope: Scope, userId: string): void {
  if (userId !== scope.userId) requireAdministrator(scope)
}
