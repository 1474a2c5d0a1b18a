import type { SignInProvider } from '#contract/providers.ts'
import type { InvitedResult } from '#contract/sign-in.ts'
import { emailKey } from '#server/access/email-address/email-key.ts'
import type { KnownDevice } from '#server/access/attempts/known-device.ts'
import { signUpForm } from '#server/access/email-address/sign-up-domains.ts'
import { selectFirstTeam } from '#server/db/accounts/first-team.ts'
import { isProvisioned } from '#server/db/accounts/provisioned.ts'
import { type Db, withEveryTeamTransaction } from '#server/db/database.ts'
import { AppError } from '#server/errors.ts'
import { findInvitation, openInvitations } from '#server/features/sign-in/accept-invitation/operations.ts'
import { checkSignUp } from '#server/features/sign-in/registration/operations.ts'
import { isKnownIn } from '#server/features/sign-in/unproven-addresses/operations.ts'
import type { Services } from '#server/services.ts'
import * as signIns from './sql.ts'

/**
 * Returns whether the address counts as proven because the provider vouches for it. GitHub does not count, because
 * GitHub may have checked the address long ago.
 */
export const provesAddress = ({ isVouched, provider }: { isVouched: boolean; provider: SignInProvider }) =>
  isVouched && provider !== 'github'

export type Offer = Omit<InvitedResult, 'result'>

/**
 * Returns the valid invitations from which a person without an account chooses (E1.22).
 * @param choice the choice that was made already, or the invitation that the person came from
 * @returns undefined if the person has nothing to choose: there is no invitation, or the sign-in accepts one
 * automatically (E1.17)
 */
export async function offerInvitations(
  services: Services,
  shown: { provider: SignInProvider; subject: string; email: string; isVouched: boolean },
  choice: string | undefined,
): Promise<Offer | undefined> {
  const { email, provider, subject } = shown
  if (choice !== undefined || !provesAddress(shown)) return undefined
  const open = await openInvitations(services, email)
  if (open.length === 0) return undefined
  const { connected, sameEmail, isOwn } = await accountsOf(services, { email, provider, subject })
  if (connected || isOwn) return undefined
  const elsewhere = open.filter(({ teamId }) => teamId !== sameEmail?.team_id)
  if (elsewhere.length === 0 || (provider === 'oidc' && (await findInvitation(services, email, undefined))))
    return undefined
  const invitations = elsewhere.map(({ id, team_name, invited_by }) => ({ id, team_name, invited_by }))
  return { email, invitations, may_sign_up: sameEmail !== undefined || (await maySignUp(services, shown)) }
}

type Shown = { provider: SignInProvider; subject: string; email: string }

/**
 * @property invitation the invitation that the person chose, or the one from whose page they came
 * @property device the browser
 */
export type Visit = { invitation: string | undefined; device: KnownDevice | undefined }

/**
 * Returns the accounts that a person may have. `isOwn`: the account with their address is certainly theirs, because the
 * address is proven or the company's directory made the account.
 */
const accountsOf = ({ database }: Services, { provider, subject, email }: Shown) =>
  withEveryTeamTransaction(database, async (db) => {
    const connected = await signIns.selectBySubject(db, provider, subject)
    const sameEmail = await signIns.selectByEmail(db, emailKey(email))
    const isOwn =
      sameEmail !== undefined &&
      (sameEmail.email_proven_at !== null ||
        (await isProvisioned(db, { teamId: sameEmail.team_id, userId: sameEmail.id })))
    return { connected, sameEmail, isOwn }
  })

/**
 * Returns whether a person joins another team than that of an account which has their address and never proved it. A
 * stranger may have made that account, so it must not capture the person. This applies to a person who accepts an
 * invitation (E1.17), and to one who gets a new team (E1.16). An account that signed in from this browser is the
 * person's own.
 */
export async function joinsElsewhere(
  services: Services,
  shown: Shown & { isVouched: boolean },
  { invitation: choice, device }: Visit,
): Promise<boolean> {
  const { config, database } = services
  if (!shown.isVouched || (choice === undefined && config.signUp !== 'new-team')) return false
  const { connected, sameEmail, isOwn } = await accountsOf(services, shown)
  if (connected || !sameEmail || isOwn) return false
  const member = { teamId: sameEmail.team_id, userId: sameEmail.id }
  const invitation =
    choice !== undefined && provesAddress(shown) ? await findInvitation(services, shown.email, choice) : undefined
  if (invitation) return invitation.teamId !== member.teamId
  if (isKnownIn(device, member) || !(await maySignUp(services, shown))) return false
  return withEveryTeamTransaction(database, (db) => isOfStranger(services, db, member))
}

/**
 * Returns whether a stranger may have made an account that never proved its address. This is so in every team but the
 * server's first, because with `SIGNUP=new-team` everybody can make a team.
 */
export const isOfStranger = async ({ config }: Services, db: Db, { teamId }: { teamId: string }): Promise<boolean> =>
  config.signUp === 'new-team' && (await selectFirstTeam(db))?.id !== teamId

const maySignUp = (services: Services, shown: { email: string; isVouched: boolean }) =>
  checkNewcomer(services, shown).then(
    () => true,
    (error: unknown) => {
      if (error instanceof AppError) return false
      throw error
    },
  )

/**
 * Checks that an account may be created for a person from a provider. If sign-up is limited to domains, the provider
 * must vouch for the address.
 * @throws AppError sign_up_closed, email_domain_refused, email_unverified
 */
export async function checkNewcomer(
  services: Services,
  { email, isVouched }: { email: string; isVouched: boolean },
): Promise<void> {
  await checkSignUp(services, email)
  if (!isVouched && signUpForm(services.config) !== 'at-once') throw new AppError('email_unverified')
}
