import type { Db } from '#server/db/database.ts'
import { hasRow } from '#server/db/fragments/has-row.ts'
import type { Tables } from '#server/db/schema/tables.ts'

export type Proof = Tables['onboarding_proofs']

/** Stores a proof, and deletes expired ones. */
export async function insertProof(db: Db, proof: Proof, now: Date): Promise<void> {
  await db.deleteFrom('onboarding_proofs').where('expires_at', '<=', now).execute()
  await db.insertInto('onboarding_proofs').values(proof).execute()
}

export const selectProof = (db: Db, tokenHash: Buffer, now: Date): Promise<Proof | undefined> =>
  db
    .selectFrom('onboarding_proofs')
    .where('token_hash', '=', tokenHash)
    .where('expires_at', '>', now)
    .selectAll()
    .executeTakeFirst()

/** @returns whether the proof existed: of two simultaneous uses one gets true */
export const deleteProof = (db: Db, tokenHash: Buffer): Promise<boolean> =>
  hasRow(db.deleteFrom('onboarding_proofs').where('token_hash', '=', tokenHash).returning('token_hash'))
