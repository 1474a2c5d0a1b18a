import { randomBytes } from 'node:crypto'
import { expect, test } from 'vitest'
import type { Provider } from '#contract/providers.ts'
import { openKeyring } from '#server/access/keys/sealed.ts'
import { withTeamTransaction } from '#server/db/database.ts'
import { saveConnection } from '#server/features/account/linked-accounts/operations.ts'
import { team } from '#server/testing/team.ts'
import { connectedAs, requireSecret, resealGrants } from './operations.ts'
import { updateSecret } from './sql.ts'

/** Creates two members, each with two connected trackers. `read` and `keep` use the keys of `secretKey`. */
async function granted() {
  const { app, database, teamId, member } = await team()
  const [ren, yukari] = [await member('早川'), await member('藤井')].map(({ user }) => ({ teamId, userId: user.id }))
  const secretKey = randomBytes(32)
  const services = { ...app.services, keyring: openKeyring(secretKey) }
  const keep = (owner: typeof ren, provider: Provider, secret?: string) =>
    withTeamTransaction(database, { teamId }, (db) =>
      saveConnection(services, db, owner!, {
        provider,
        account: `${owner!.userId} ${provider}`,
        subject: owner!.userId,
        secret,
      }),
    )
  for (const owner of [ren, yukari])
    for (const provider of ['jira', 'backlog'] as const) await keep(owner, provider, `${owner!.userId} in ${provider}`)
  const read = async (owner: typeof ren, provider: Provider, keyring = services.keyring) =>
    requireSecret({ ...services, keyring }, owner!, provider)
  return { database, keep, owners: [ren!, yukari!], read, secretKey, services, teamId }
}

test('a stored grant belongs to one member and one provider', async () => {
  const { database, owners, read, teamId } = await granted()
  for (const owner of owners)
    for (const provider of ['jira', 'backlog'] as const) {
      const account = `${owner.userId} ${provider}`
      expect(await read(owner, provider)).toEqual({
        account,
        subject: owner.userId,
        secret: `${owner.userId} in ${provider}`,
      })
      expect(await withTeamTransaction(database, { teamId }, (db) => connectedAs(db, owner, provider))).toContain(
        account,
      )
    }
})

test('a new SECRET_KEY encrypts each stored grant again', async () => {
  const { keep, owners, read, secretKey, services } = await granted()
  await keep(owners[0], 'github')
  const keyring = openKeyring(randomBytes(32), secretKey)
  expect((await resealGrants({ ...services, keyring })).sealed).toBe(4)
  for (const owner of owners)
    for (const provider of ['jira', 'backlog'] as const)
      expect(await read(owner, provider, [keyring[0]!])).toMatchObject({ secret: `${owner.userId} in ${provider}` })
})

test('encrypting a grant again does not overwrite a grant that changed meanwhile', async () => {
  const { database, owners, read, teamId } = await granted()
  const [stale, meant] = ['stale', 'never kept']
  await withTeamTransaction(database, { teamId }, (db) =>
    updateSecret(db, owners[0]!, 'jira', { from: stale, to: meant }),
  )
  expect(await read(owners[0], 'jira')).toMatchObject({ secret: `${owners[0]!.userId} in jira` })
})
