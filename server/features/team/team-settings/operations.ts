import type { Team, TeamChange } from '#contract/users.ts'
import { requireAdministrator } from '#server/access/administrators.ts'
import { confirmOwner } from '#server/access/credentials/operations.ts'
import type { Scope } from '#server/access/scope.ts'
import { alertOwner, withAlerts } from '#server/access/security-alerts/operations.ts'
import { requireUnchanged } from '#server/access/unchanged.ts'
import type { Db } from '#server/db/database.ts'
import { knowsZone } from '#server/db/fragments/known-zone.ts'
import { AppError } from '#server/errors.ts'
import type { Services } from '#server/services.ts'
import { firstDayOf } from './policy.ts'
import * as teams from './sql.ts'

/**
 * Changes settings of the team. If the change lets people join without an invitation, notifies the caller by email.
 * @throws AppError admins_only; session_needed: a token must not change who can join; reauthentication_required,
 *   sign_in_again: only the owner of the account may let strangers join (E1.07); changed_elsewhere: the name no longer
 *   equals `before`; invalid_input: the database does not know the time zone
 */
export async function changeTeam(services: Services, scope: Scope, { before, ...change }: TeamChange): Promise<Team> {
  const { logEvent, now } = services
  requireAdministrator(scope)
  // Refuses tokens: a thief with a stolen token could let people join, and they would stay after the token is revoked.
  if (scope.tokenScopes && change.invited_only !== undefined) throw new AppError('session_needed')
  if (change.invited_only === false) await confirmOwner(services, scope)
  const team = await withAlerts(services, scope, async (db) => {
    const { name } = change
    if (before && name !== undefined)
      requireUnchanged('changed_elsewhere', { now: await teams.lockName(db, scope), before, sent: { name } })
    if (change.time_zone !== undefined) await requireKnownZone(db, change.time_zone)
    const isOpened = change.invited_only === false && (await teams.lockInvitedOnly(db, scope))
    // The email must come first: its link undoes only changes that happen later.
    const mails = isOpened ? await alertOwner(services, db, scope, 'teamOpened') : []
    const more = {
      ...(isOpened && { openedAt: now() }),
      ...(change.report_time !== undefined && {
        report_time_from: firstDayOf(change.report_time, await teams.selectReportTimes(db, scope, now())),
      }),
    }
    return { made: await teams.updateTeam(db, scope, { ...change, ...more }), mails }
  })
  logEvent('team_changed', scope)
  return team
}

/**
 * Refuses a time zone that the database does not know. Must run in the caller's transaction.
 * @throws AppError invalid_input
 */
export async function requireKnownZone(db: Db, zone: string): Promise<void> {
  if (!(await knowsZone(db, zone)))
    throw new AppError('invalid_input', { field: { name: 'time_zone', code: 'invalid' } })
}
