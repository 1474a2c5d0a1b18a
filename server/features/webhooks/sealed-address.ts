import { type Keyring, resealAll, type Resealed, seal, unseal } from '#server/access/keys/sealed.ts'
import type { Scope } from '#server/access/scope.ts'
import { withEveryTeamTransaction, withTeamTransaction } from '#server/db/database.ts'
import type { Services } from '#server/services.ts'
import { addressAudienceOf, secretAudienceOf } from '#server/webhook-events/operations.ts'
import * as webhooks from './sql.ts'

/**
 * Adds the decrypted addresses. Only the host is shown to an access token, and to everybody if none of our keys
 * decrypts the address.
 */
export const withAddresses = <Row extends { id: string } & webhooks.Address>(
  keyring: Keyring,
  { teamId, tokenScopes }: Pick<Scope, 'teamId' | 'tokenScopes'>,
  rows: readonly Row[],
): Promise<Omit<Row, 'host'>[]> =>
  Promise.all(
    rows.map(async ({ host, ...row }) => {
      const hostOnly = `https://${host}/…`
      if (tokenScopes) return { ...row, url: hostOnly }
      const opened = unseal(keyring, addressAudienceOf({ teamId, id: row.id }), row.url) as Promise<string>
      return { ...row, url: await opened.catch(() => hostOnly) }
    }),
  )

export async function sealedAddress(keyring: Keyring, place: { teamId: string; id: string }, url: string) {
  return { url: await seal(keyring, addressAudienceOf(place), url), host: new URL(url).host }
}

export async function resealWebhooks({ database, keyring }: Pick<Services, 'database' | 'keyring'>): Promise<Resealed> {
  const rows = await withEveryTeamTransaction(database, webhooks.selectSecrets)
  const kept = rows.flatMap((webhook) =>
    (
      [
        ['url', addressAudienceOf],
        ['secret', secretAudienceOf],
      ] as const
    ).map(([column, place]) => ({
      place: place(webhook),
      secret: webhook[column],
      replace: (to: string) =>
        withTeamTransaction(database, webhook, (db) =>
          webhooks.updateSealed(db, webhook, webhook.id, { column, from: webhook[column], to }),
        ),
    })),
  )
  return resealAll(keyring, kept)
}
