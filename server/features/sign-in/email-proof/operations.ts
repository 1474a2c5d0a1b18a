import type { EmailProof, EmailProven } from '#contract/email-proof.ts'
import { defaultLanguage, languageOf } from '#contract/languages.ts'
import { fullName } from '#contract/names.ts'
import { emailKey } from '#server/access/email-address/email-key.ts'
import { fingerprint } from '#server/access/keys/keys.ts'
import type { KnownDevice } from '#server/access/attempts/known-device.ts'
import { readToken, type RecordToken } from '#server/access/tokens/record-token.ts'
import { insertSpent, isSpent } from '#server/access/tokens/spend.ts'
import { refuseWhereOidcOnly } from '#server/config/providers.ts'
import { type Db, withEveryTeamTransaction, withTeamTransaction } from '#server/db/database.ts'
import { isProvisioned } from '#server/db/accounts/provisioned.ts'
import { AppError } from '#server/errors.ts'
import {
  makeLink,
  readLink,
  redeemLink,
  withdrawLinks,
  withdrawUnprovenMails,
} from '#server/access/email-links/operations.ts'
import { alertOwner } from '#server/access/security-alerts/operations.ts'
import { removeEveryLogin } from '#server/features/sign-in/passwords/operations.ts'
import {
  deleteRegistrationsOf,
  enter,
  selectBegunRegistration,
} from '#server/features/sign-in/registration/operations.ts'
import { startSession } from '#server/access/sessions/operations.ts'
import {
  findUnproven,
  forProvenOwner,
  isKnownIn,
  proveOwnAddress,
} from '#server/features/sign-in/unproven-addresses/operations.ts'
import { lockAddress, translateTakenEmail, replaceEmail } from '#server/access/email-address/operations.ts'
import type { Services } from '#server/services.ts'
import * as proofs from './sql.ts'

/**
 * @property begun the sign-up that began in this browser
 * @property device the browser, with the accounts that have signed in from it
 */
type Browser = { begun: string | undefined; device: KnownDevice | undefined }

/**
 * Returns the hash of a pending sign-up's token. The token contains no record's id, because the account does not exist
 * yet.
 */
const hashOf = (token: string) => fingerprint(Buffer.from(token, 'base64url'))

/**
 * Returns what the confirmation of a mailed link would do, without doing it (E1.03).
 * @throws AppError company_sign_in_only; link_invalid: the link is unknown, expired or withdrawn
 */
export async function readProof(services: Services, token: string, { begun, device }: Browser): Promise<EmailProof> {
  const { database, now } = services
  const record = readToken(token)
  if (record) return withTeamTransaction(database, record, (db) => readLinkProof(db, record, now()))
  refuseWhereOidcOnly(services)
  return withEveryTeamTransaction(database, async (db) => {
    const opened = await proofs.selectPending(db, hashOf(token), now())
    if (!opened) {
      if (await isSpent(db, hashOf(token), now())) return { status: 'confirmed' }
      throw new AppError('link_invalid')
    }
    const existing = await findUnproven(db, opened.email)
    if (existing && isKnownIn(device, existing.member)) {
      const { name, about } = existing
      return { ...asked, kind: 'known-account', email: opened.email, name, existing: about }
    }
    const pending = (await selectBegunRegistration(db, opened.email_key, begun, now())) ?? opened
    const language = languageOf(pending.language) ?? defaultLanguage
    const name = pending.preferred_name.trim() || fullName(language, pending)
    const begun_here = begun === pending.user_id
    return { ...asked, kind: 'sign-up', email: pending.email, name, begun_here, existing: existing?.about ?? null }
  })
}

const asked = { status: 'open', begun_here: false, existing: null } as const

async function readLinkProof(db: Db, record: RecordToken, now: Date): Promise<EmailProof> {
  const link = await findLink(db, record, now)
  if (link.isConfirmed) return { status: 'confirmed' }
  const kind = link.isOfAccount ? 'account' : 'new-address'
  return { ...asked, kind, email: link.email, name: link.display_name }
}

/** @throws AppError link_invalid */
async function findLink(db: Db, { teamId, id, secret }: RecordToken, now: Date) {
  const link = await proofs.selectProofLink(db, { teamId, id, hash: fingerprint(secret), now })
  if (!link) throw new AppError('link_invalid')
  const isOfAccount = link.email_key === emailKey(link.email)
  const isConfirmed = link.used_at !== null || (isOfAccount && link.email_proven_at !== null)
  return { ...link, isOfAccount, isConfirmed }
}

/**
 * Proves an address after a click on the page of a mailed link. A pending sign-up becomes an account. If this browser
 * knows an existing account with the address, the address of that account is proven instead (E1.16). Logs in only the
 * browser in which the sign-up began.
 * @returns undefined if an existing account's address was proven
 * @throws AppError company_sign_in_only, link_invalid, sign_in_expired, email_taken, email_domain_refused,
 *   sign_up_closed
 */
export async function useProof(
  services: Services,
  token: string,
  { begun, device }: Browser,
): Promise<EmailProven | undefined> {
  if (readToken(token)) {
    await proveEmail(services, token)
    return undefined
  }
  refuseWhereOidcOnly(services)
  if (await proveKnownAccount(services, hashOf(token), device)) return undefined
  const { member, email, isBegunHere } = await enter(services, hashOf(token), begun)
  services.logEvent('signed_up', member, { way: 'email_link' })
  if (isBegunHere) return startSession(services, member, 'email_link')
  const { config, database, now } = services
  const about = { purpose: 'password-reset', email, publicUrl: config.publicUrl, now: now() } as const
  const link = await withTeamTransaction(database, member, (db) => makeLink(db, member, about))
  return { password_token: new URL(link).searchParams.get('token')! }
}

/**
 * Proves the address of an account that this browser knows.
 * @returns false if the browser knows no account that has this address without proof
 */
const proveKnownAccount = ({ database, now }: Services, hash: Buffer, device: KnownDevice | undefined) =>
  withEveryTeamTransaction(database, async (db) => {
    const opened = await proofs.selectPending(db, hash, now())
    const existing = opened && (await findUnproven(db, opened.email))
    if (!existing || !isKnownIn(device, existing.member)) return false
    await deleteRegistrationsOf(db, opened.email_key)
    await proveOwnAddress(db, existing.member, now())
    await insertSpent(db, { hash, expiresAt: opened.expires_at }, now())
    return true
  })

/**
 * Changes the account's address after a click on the link in an email to the new address. The former address gets an
 * email.
 * @throws AppError link_invalid; sign_in_expired: the member's access is paused; email_taken: another account has
 *   proven the address
 */
async function proveEmail(services: Services, token: string): Promise<void> {
  const { database, now, sendMail } = services
  const { teamId } = readLink(token)
  const { member, isNew, mails } = await translateTakenEmail(() =>
    forProvenOwner(services, (prove) =>
      withTeamTransaction(database, { teamId }, async (db) => {
        const { userId, email } = await redeemLink(db, token, 'email-proof', now())
        prove(email)
        const member = { teamId, userId }
        const before = await lockAddress(db, member)
        const isNew = emailKey(email) !== before.email_key
        // Refuses without using the link, which works again after the pause.
        if (isNew && before.access_paused !== null) throw new AppError('sign_in_expired')
        // An unproven former address may be mistyped: a stranger who gets its emails must not get into the account. An
        // address that the directory set is the member's own.
        const isFirst = isNew && before.email_proven_at === null && !(await isProvisioned(db, member))
        const about = { email, isWithoutLink: isFirst }
        const notices = isNew ? await alertOwner(services, db, member, 'emailChanged', about) : []
        if (isFirst) await withdrawUnprovenMails(db, member)
        await replaceEmail(db, member, before, { email, emailKey: emailKey(email), provenAt: now(), now: now() })
        return { member, isNew, mails: notices }
      }),
    ),
  )
  if (isNew) services.logEvent('email_changed', member)
  for (const mail of mails) sendMail(mail)
}

/**
 * Runs if the owner of an address answers that they did not request the link. Deletes a pending sign-up, and cancels a
 * change of address. An account with the address cannot log in until the owner of the address sets a new password.
 * @throws AppError link_invalid: also if the address was already confirmed
 */
export async function disownProof(services: Services, token: string): Promise<void> {
  const { database, logEvent, now } = services
  const record = readToken(token)
  if (!record) {
    await withEveryTeamTransaction(database, async (db) => {
      if (!(await proofs.deletePending(db, hashOf(token), now()))) throw new AppError('link_invalid')
    })
    return logEvent('address_disowned')
  }
  const member = await withTeamTransaction(database, record, async (db) => {
    const link = await findLink(db, record, now())
    if (link.isConfirmed) throw new AppError('link_invalid')
    const member = { teamId: record.teamId, userId: link.user_id }
    if (link.isOfAccount) await removeEveryLogin(services, db, member)
    else await proofs.deletePendingEmail(db, member, link.email)
    await withdrawLinks(db, member, 'email-proof')
    return member
  })
  logEvent('address_disowned', member)
}
