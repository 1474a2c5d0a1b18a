import { withTeamTransaction } from '#server/db/database.ts'
import { lockAccount } from '#server/db/accounts/lock-account.ts'
import { alertOwner } from '#server/access/security-alerts/operations.ts'
import type { Services } from '#server/services.ts'
import * as grants from './sql.ts'

type Key = { teamId: string; id: string }

async function deleteWithNotice(services: Services, key: Key, notice?: 'programStolen') {
  return withTeamTransaction(services.database, { teamId: key.teamId }, async (db) => {
    const grant = await grants.selectOwner(db, key)
    if (!grant) return undefined
    const owner = { teamId: key.teamId, userId: grant.user_id }
    await lockAccount(db, owner)
    await grants.deleteGrant(db, key)
    const mails = notice ? await alertOwner(services, db, owner, notice, { name: grant.name }) : []
    return { owner, mails }
  })
}

/**
 * Ends a grant because its program revoked it, or because its code was used twice. Does nothing if the grant has ended
 * already.
 */
export async function endGrant(services: Services, key: Key): Promise<void> {
  const ended = await deleteWithNotice(services, key)
  if (ended) services.logEvent('grant_ended', ended.owner, { id: key.id })
}

/** Ends a grant whose refresh token was probably stolen, and notifies its owner by email. */
export async function endStolenGrant(services: Services, key: Key): Promise<void> {
  const ended = await deleteWithNotice(services, key, 'programStolen')
  if (!ended) return
  services.logEvent('grant_token_reused', ended.owner, { id: key.id })
  for (const mail of ended.mails) services.sendMail(mail)
}
