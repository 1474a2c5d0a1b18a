import { randomBytes } from 'node:crypto'
import { expect, test } from 'vitest'
import { withEveryTeamTransaction } from '#server/db/database.ts'
import { testDatabase } from '#server/testing/database.ts'
import { deleteProof, insertProof, type Proof, selectProof } from './sql.ts'

const database = await testDatabase()
const begin = new Date('2026-10-23T00:00:00Z')
const at = (seconds: number) => new Date(begin.getTime() + seconds * 1_000)

/** Stores the identity of a person from Google, valid for `life` seconds. */
async function shown(email: string, life: number, now = begin): Promise<Buffer> {
  const proof: Proof = {
    token_hash: randomBytes(32),
    subject: email,
    email,
    email_verified: true,
    avatar_url: null,
    name: email,
    given_name: '',
    family_name: '',
    expires_at: at(life),
  }
  await withEveryTeamTransaction(database, (db) => insertProof(db, proof, now))
  return proof.token_hash
}
const whose = async (hash: Buffer, now = begin) =>
  (await withEveryTeamTransaction(database, (db) => selectProof(db, hash, now)))?.email
const isUsed = (hash: Buffer) => withEveryTeamTransaction(database, (db) => deleteProof(db, hash))

test('a proof of a Google sign-in is for one person and valid once', async () => {
  const [one, other] = [await shown('a@example.com', 60), await shown('b@example.com', 60)]
  expect([await whose(one), await whose(other)]).toEqual(['a@example.com', 'b@example.com'])
  expect(await isUsed(one)).toBe(true)
  expect(await isUsed(one)).toBe(false)
  expect([await whose(one), await whose(other)]).toEqual([undefined, 'b@example.com'])
})

test('an expired proof of a Google sign-in is deleted when the next one is stored', async () => {
  const [short, long] = [await shown('c@example.com', 60), await shown('d@example.com', 61)]
  expect(await whose(short, at(59))).toBe('c@example.com')
  expect(await whose(short, at(60))).toBeUndefined()
  await shown('e@example.com', 120, at(60))
  expect(await isUsed(short)).toBe(false)
  expect(await whose(long, at(60))).toBe('d@example.com')
})
