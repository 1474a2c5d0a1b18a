import type { Tokens } from '#contract/sessions.ts'
import type { GoogleOnboarding, GoogleUser } from '#contract/sign-in.ts'
import { emailKey } from '#server/access/email-address/email-key.ts'
import { fingerprint, newSecret } from '#server/access/keys/keys.ts'
import type { Sender } from '#server/access/attempts/sender.ts'
import { refuseWhereOidcOnly } from '#server/config/providers.ts'
import { withEveryTeamTransaction } from '#server/db/database.ts'
import { AppError } from '#server/errors.ts'
import { preparePassword, refuseCommon } from '#server/access/credentials/operations.ts'
import { connectOpenId, openIdAddress, partedNames, readIdentity } from '#server/features/sign-in/openid/operations.ts'
import { joinedTeamName } from '#server/features/sign-in/registration/operations.ts'
import { startSession } from '#server/access/sessions/operations.ts'
import * as signIn from '#server/features/sign-in/provider-sign-in/operations.ts'
import type { Answer } from '#server/providers/openid/openid.ts'
import type { Services } from '#server/services.ts'
import { deleteProof, insertProof, type Proof, selectProof } from './sql.ts'

export const proofLife = 15 * 60 // seconds

export const googleAddress = openIdAddress('google')
export const connectGoogle = connectOpenId('google')

/**
 * Signs in the person that Google identifies. For a newcomer, stores their identity for the form that creates the
 * account. A newcomer with invitations chooses among them first, and needs no password if they accept one (E1.22).
 * @returns `proof`: the token of the stored identity, for this browser only
 * @throws AppError account_inactive, connect_after_login, sign_up_closed, email_domain_refused, invitation_cancelled;
 *   ProviderFailure
 */
export async function googleLogin(
  services: Services,
  answer: Answer,
  sender: Sender & signIn.Visit,
): Promise<{ tokens: Tokens } | { offer: signIn.Offer } | { user: GoogleUser; proof: string }> {
  const { identity, names } = await readIdentity(services, 'google', answer)
  const offer = await signIn.offerInvitations(services, identity, sender.invitation)
  if (offer) return { offer }
  const member = await signIn.findMember(services, identity, sender)
  if (member)
    return { tokens: await startSession(services, member, 'google', signIn.requireConnected(member, identity)) }
  if (sender.invitation !== undefined && sender.invitation !== 'none') {
    const joined = await signIn.createMember(services, identity, { ...sender, names: partedNames(names) })
    return { tokens: await startSession(services, joined, 'google') }
  }
  // Checks whether the newcomer may sign up, before the newcomer fills in the form.
  await signIn.checkNewcomer(services, identity)
  const token = newSecret()
  const now = services.now()
  const proof: Proof = {
    token_hash: fingerprint(token),
    subject: identity.subject,
    email: identity.email,
    email_verified: identity.isVouched,
    ...names,
    avatar_url: identity.avatarUrl,
    expires_at: new Date(now.getTime() + proofLife * 1_000),
  }
  await withEveryTeamTransaction(services.database, (db) => insertProof(db, proof, now))
  const { email, subject, avatarUrl: google_avatar_url } = identity
  return {
    user: { google_id: signIn.idIn(subject), email, ...names, google_avatar_url },
    proof: token.toString('base64url'),
  }
}

/**
 * Makes an account for the person that Google identified, and signs them in. The identity comes from the proof. The
 * form must not contradict the proof.
 * @param proof the token that `googleLogin` gave to this browser
 * @throws AppError company_sign_in_only, onboarding_refused, sign_up_closed, email_domain_refused, email_taken,
 * account_elsewhere, password_common, too_many_attempts, busy
 */
export async function onboard(
  services: Services,
  { password, google_id, email, time_zone: _zone, ...names }: GoogleOnboarding,
  { proof, ...sender }: Sender & { proof: string | undefined },
): Promise<Tokens> {
  refuseWhereOidcOnly(services)
  const shown = await findProof(services, proof)
  if (!shown || !isAbout(shown, { google_id, email })) throw new AppError('onboarding_refused')
  await signIn.checkNewcomer(services, identityIn(shown))
  const { first_name, family_name, preferred_name } = names
  const about = [first_name, family_name, preferred_name, shown.name, shown.email, ...(await joinedTeamName(services))]
  await refuseCommon('password', password, about)
  const storePassword = await preparePassword(password)
  const member = await signIn.createMember(services, identityIn(shown), {
    ...sender,
    names,
    within: async (db, added) => {
      if (!(await deleteProof(db, shown.token_hash))) throw new AppError('onboarding_refused')
      await storePassword(db, added, services.now())
    },
  })
  return startSession(services, member, 'google')
}

/** Returns whether the form agrees with the proof. Missing fields agree. */
const isAbout = (proof: Proof, { google_id, email }: Pick<GoogleOnboarding, 'google_id' | 'email'>): boolean =>
  (google_id === undefined || google_id === signIn.idIn(proof.subject)) &&
  (email === undefined || emailKey(email) === emailKey(proof.email))

export const isOnboarding = async (services: Services, proof: string | undefined): Promise<boolean> =>
  (await findProof(services, proof)) !== undefined

async function findProof({ database, now }: Services, proof: string | undefined): Promise<Proof | undefined> {
  if (proof === undefined) return undefined
  const hash = fingerprint(Buffer.from(proof, 'base64url'))
  return withEveryTeamTransaction(database, (db) => selectProof(db, hash, now()))
}

const identityIn = ({
  subject,
  email,
  email_verified,
  name,
  avatar_url,
}: Proof): signIn.Identity & { email: string } => ({
  provider: 'google',
  subject,
  account: email,
  username: name,
  avatarUrl: avatar_url,
  email,
  isVouched: email_verified,
})
