import { sql } from 'kysely'
import { v7 as newId } from 'uuid'
import { expect, test } from 'vitest'
import { withTeamTransaction } from '#server/db/database.ts'
import { team } from '#server/testing/team.ts'
import { newSecret } from './keys/keys.ts'
import { openKeyring } from './keys/sealed.ts'
import { resealWriteKeys } from './idempotency.ts'

test('deletes a stored response if the key that encrypted it is lost', async () => {
  const { database, teamId, member } = await team()
  const { post } = await member()
  await post('/insights/', { type: 'keep', note: '小さなPR' }, { 'idempotency-key': newId() })
  const storedKeys = () =>
    withTeamTransaction(database, { teamId }, async (db) => (await sql`select from write_keys`.execute(db)).rows)
  expect(await storedKeys()).toHaveLength(1)

  await resealWriteKeys({ database, keyring: openKeyring(newSecret()) })

  expect(await storedKeys()).toEqual([])
})
