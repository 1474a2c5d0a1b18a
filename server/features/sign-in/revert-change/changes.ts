import type { ChangeKind, NotMe, UnrecognizedChange, UnrecognizedChanges } from '#contract/not-me.ts'
import { type Provider, providers } from '#contract/providers.ts'
import { type Db, withTeamTransaction } from '#server/db/database.ts'
import { isDeactivatedForGood, readRecovery } from '#server/features/team/member-decisions/operations.ts'
import { selectSignUps } from '#server/access/new-member-alerts/operations.ts'
import { expiryFrom } from '#server/features/team/invitations/operations.ts'
import { checkMail, linkMadeAt, readLink } from '#server/access/email-links/operations.ts'
import { AppError } from '#server/errors.ts'
import type { Services } from '#server/services.ts'
import { listRights } from './rights.ts'
import { selectIsFirstProof, selectOtherAddress, selectOwnChanges, selectSetups, selectTokens } from './sql.ts'

/**
 * Lists what the link of an alert email would undo, and what would stay (E1.11). Changes nothing.
 * @param notMe.from the first unrecognized change, the same as when the link is used
 * @throws AppError link_invalid
 */
export function listChanges({ config, database, now }: Services, notMe: NotMe): Promise<UnrecognizedChanges> {
  const { teamId } = readLink(notMe.token)
  return withTeamTransaction(database, { teamId }, async (db) => {
    const mail = await readMail(db, notMe.token, now())
    const rows = await changesSince(db, mail, firstUnrecognized(mail, notMe))
    const inOrder = rows.toSorted((one, other) => one.at.getTime() - other.at.getTime())
    const changes = inOrder.map(({ at, kind, name, is_undone }) => {
      const named = withService(config, { kind, name })
      return { at: at.toISOString(), kind, name: named, is_undone }
    })
    const always = mail.isFirstProof ? mail.since : mail.madeAt
    return { alerted_at: always.toISOString(), changes }
  })
}

type Row = Omit<UnrecognizedChange, 'at'> & { at: Date }
type Mail = Awaited<ReturnType<typeof readMail>>

/**
 * Checks the link of an alert email. If its use is the first proof of the address, another person may have had the
 * account from its beginning, so everything is undone (E1.16). The link of a deactivated member is valid only if an
 * intruder may have deactivated the member. This is judged at the use, because another owner may have disowned the
 * deactivation since.
 * @returns `since`: the moment from which the account's owner should review changes
 * @throws AppError link_invalid
 */
export async function readMail(db: Db, token: string, now: Date) {
  const mail = await checkMail(db, token, now)
  if (await isDeactivatedForGood(db, mail, mail.since)) throw new AppError('link_invalid')
  const isFirstProof = await selectIsFirstProof(db, mail)
  return { ...mail, isFirstProof, since: isFirstProof ? new Date(0) : mail.since }
}

/**
 * Returns the moment from which changes are undone: the chosen one, but not later than the email, because the email's
 * own change is unrecognized. If the link is the first proof of the address, there is no choice: the owner of the
 * address cannot know what a stranger did before.
 */
export function firstUnrecognized({ since, madeAt, isFirstProof }: Mail, { from }: Pick<NotMe, 'from'>): Date {
  if (isFirstProof) return since
  const chosen = from === undefined ? since.getTime() : Math.max(since.getTime(), Date.parse(from))
  return new Date(Math.min(chosen, madeAt.getTime()))
}

/** Replaces the service's id at the beginning of the name of an account or a chat destination by the service's name. */
function withService({ providers: { oidc } }: Services['config'], { kind, name }: { kind: ChangeKind; name: string }) {
  if (kind !== 'account' && kind !== 'place') return name
  const serviceOf = (id: string) => (id === 'oidc' && oidc ? oidc.name : providers[id as Provider].name)
  return name.replace(/^[a-z-]+/u, serviceOf)
}

/**
 * Lists what the link undoes: the changes from `from` on. A new password and new access tokens are listed since
 * `mail.since`, even if `from` is later.
 */
async function changesSince(db: Db, mail: Mail, from: Date) {
  const recovery = await readRecovery(db, mail, from)
  const rows = [...(await selectOwnChanges(db, mail, { from, since: mail.since }))]
  rows.push(...listRights(mail.userId, recovery))
  const others = [...recovery.accomplices, ...recovery.impersonated]
  const doers = [{ userId: mail.userId, from }, ...others]
  rows.push(...asRows(await selectSignUps(db, mail, doers)))
  for (const doer of doers)
    rows.push(...(await selectSetups(db, mail, { ...doer, expiresFrom: expiryFrom(doer.from) })))
  for (const other of others) rows.push(...(await selectTokens(db, mail, other)))
  const other = await selectOtherAddress(db, mail, mail.email)
  if (other) {
    const askedAt = other.expiresAt && linkMadeAt({ purpose: 'email-proof', expires_at: other.expiresAt })
    const kind = other.isAsked ? 'email-asked' : 'email'
    rows.push({ at: askedAt ?? other.changedAt ?? mail.madeAt, kind, name: other.email, is_undone: true })
  }
  return rows
}

/** Lists the people who signed up, and the number of those who are not named. */
function asRows({ newest, total }: Awaited<ReturnType<typeof selectSignUps>>): Row[] {
  const rows = newest.map(({ name, at }) => ({ at, kind: 'signed-up' as const, name, is_undone: false }))
  const oldest = rows.at(-1)
  if (!oldest || rows.length === total) return rows
  return [...rows, { ...oldest, kind: 'more-signed-up', name: String(total - rows.length) }]
}
