import { v7 as newId } from 'uuid'
import type { MemberChange } from '#contract/member-setups.ts'
import { emailKey } from '#server/access/email-address/email-key.ts'
import { withEveryTeamTransaction, withTeamTransaction } from '#server/db/database.ts'
import { selectAccount } from '#server/db/accounts/logins.ts'
import { AppError } from '#server/errors.ts'
import { makeLink } from '#server/access/email-links/operations.ts'
import {
  alertOfReturn,
  operator as by,
  setMember,
  signOutEverywhere,
} from '#server/features/team/members/operations.ts'
import { stopAllSetups } from '#server/features/team/member-setups/operations.ts'
import type { Message } from '#server/providers/mail/mail.ts'
import type { Services } from '#server/services.ts'
import { selectEverybody } from './sql.ts'

type Parts = Pick<Services, 'database' | 'now' | 'logEvent'>
type WithMail = Parts & Parameters<typeof alertOfReturn>[0]

/** Returns every account of the deployment, by team and email. */
export const listEverybody = ({ database }: Parts) => withEveryTeamTransaction(database, selectEverybody)

/**
 * Changes a member. Stops what a deactivated member set up for the team, because nobody can choose what to keep
 * (E1.09).
 * @returns `stopped`: the names of the stopped setups; `mails`: emails to the administrators about a reactivated member
 * @throws AppError not_found, last_admin
 */
export async function changeByEmail(
  services: WithMail,
  email: string,
  change: MemberChange,
): Promise<{ stopped: string[]; mails: Message[] }> {
  const member = await memberWith(services, email)
  return setMember(services, member, change, by, async (db, { isBack, after }) => ({
    stopped: change.is_active === false ? await stopAllSetups(services, db, member) : [],
    mails: isBack ? await alertOfReturn(services, db, after, { teamId: member.teamId, actor: 'operator' }) : [],
  }))
}

/** @throws AppError not_found */
export async function endSessionsByEmail(services: Parts, email: string): Promise<void> {
  await signOutEverywhere(services, await memberWith(services, email), by)
}

/**
 * Returns a link that sets a new password, for the operator to pass on. The link works once. Its use does not prove the
 * address, because it was not mailed.
 * @throws AppError not_found
 */
export async function makeResetLink(services: Parts, email: string, publicUrl: string): Promise<string> {
  const { database, logEvent, now } = services
  const member = await memberWith(services, email)
  const link = await withTeamTransaction(database, member, (db) =>
    makeLink(db, member, { purpose: 'password-link', email: member.email, publicUrl, now: now() }),
  )
  logEvent('password_reset_asked', member, { by })
  return link
}

/** @throws ProviderFailure */
export const sendTestMail = ({ deliverMail }: Pick<Services, 'deliverMail'>, to: string): Promise<void> =>
  deliverMail({ to, subject: 'Asakai', text: 'This is a test mail of Asakai. Mail works.\n' }, newId())

/** @throws AppError not_found */
async function memberWith({ database }: Parts, email: string) {
  const found = await withEveryTeamTransaction(database, (db) => selectAccount(db, emailKey(email)))
  if (!found) throw new AppError('not_found')
  return { teamId: found.team_id, userId: found.id, email: found.email }
}
