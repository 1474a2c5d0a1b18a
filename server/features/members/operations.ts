import type { MemberChange, User } from '#contract/users.ts'
import { requireAdministrator } from '#server/access/administrators.ts'
import type { Scope } from '#server/access/scope.ts'
import { breaksCheck, type Db, inTeam } from '#server/db/database.ts'
import { AppError } from '#server/errors.ts'
import { withdrawLinks } from '#server/features/mail-links/operations.ts'
import { endSessions } from '#server/features/sessions/operations.ts'
import { deleteTokens } from '#server/features/tokens/operations.ts'
import { readMember } from '#server/features/users/operations.ts'
import type { Services } from '#server/services.ts'
import { lockMember, updateMember } from './sql.ts'

type Member = Pick<Scope, 'teamId' | 'userId'>
type Parts = Pick<Services, 'database' | 'now' | 'logEvent'>

/** @throws AppError admins_only, not_found, last_admin */
export function changeMember(services: Parts, scope: Scope, id: string, change: MemberChange): Promise<User> {
  requireAdministrator(scope)
  return setMember(services, { teamId: scope.teamId, userId: id }, change, scope.userId)
}

/** Signs a member out everywhere. @throws AppError admins_only, not_found */
export async function endMemberSessions(services: Parts, scope: Scope, id: string): Promise<void> {
  requireAdministrator(scope)
  await signOutEverywhere(services, { teamId: scope.teamId, userId: id }, scope.userId)
}

/**
 * What an administrator and the operator's command do alike. Whoever becomes inactive is signed out everywhere, and what
 * was mailed to them opens nothing any more; everything else asks whether they are active.
 * @param by the id of an administrator, or `operator`
 * @throws AppError not_found, last_admin
 */
export async function setMember(services: Parts, member: Member, change: MemberChange, by: string): Promise<User> {
  const { database, now, logEvent } = services
  const { before, after } = await namingLastAdministrator(() =>
    inTeam(database, member, async (db) => {
      const before = await locked(db, member)
      const { is_active = before.is_active, is_admin = before.is_admin } = change
      const isToggled = is_active !== before.is_active
      const since = is_active ? null : now()
      await updateMember(db, member, { is_active, is_admin, deactivated_at: isToggled ? since : before.deactivated_at })
      if (!is_active) {
        await endSessions(db, member, now())
        await withdrawLinks(db, member, 'password-reset')
      }
      return { before, after: await readMember(db, member) }
    }),
  )
  if (before.is_active !== after.is_active)
    logEvent(after.is_active ? 'member_reactivated' : 'member_deactivated', member, { by })
  if (before.is_admin !== after.is_admin)
    logEvent(after.is_admin ? 'administrator_made' : 'administrator_removed', member, { by })
  return after
}

/** @throws AppError not_found */
export async function signOutEverywhere({ database, now, logEvent }: Parts, member: Member, by: string): Promise<void> {
  await inTeam(database, member, async (db) => {
    await locked(db, member)
    await endSessions(db, member, now())
    await deleteTokens(db, member)
  })
  logEvent('session_ended', member, { sessions: 'all', by })
}

async function locked(db: Db, member: Member) {
  const found = await lockMember(db, member)
  if (!found) throw new AppError('not_found')
  return found
}

/** The database keeps an active administrator in every team. */
async function namingLastAdministrator<T>(work: () => Promise<T>): Promise<T> {
  try {
    return await work()
  } catch (error) {
    throw breaksCheck(error, 'users_last_admin') ? new AppError('last_admin') : error
  }
}
