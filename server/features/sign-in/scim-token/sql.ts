import type { Provisioning } from '#contract/provisioning.ts'
import type { Db } from '#server/db/database.ts'
import { hasRow } from '#server/db/fragments/has-row.ts'
import { inZone } from '#server/db/fragments/in-zone.ts'

type Team = { teamId: string }
type Member = Team & { userId: string }

type NewToken = { id: string; tokenHash: Buffer; now: Date }

/** Stores the token of the team. The previous token stops working. */
export const upsertToken = (db: Db, { teamId, userId }: Member, { id, tokenHash, now }: NewToken) => {
  const row = { id, token_hash: tokenHash, created_by: userId, created_at: now }
  const unused = { used_at: null, counted_minute: null, calls: 0 }
  return db
    .insertInto('provisioning_tokens')
    .values({ team_id: teamId, ...row })
    .onConflict((known) => known.column('team_id').doUpdateSet({ ...row, ...unused }))
    .execute()
}

export const selectToken = (db: Db, { teamId }: Team): Promise<NonNullable<Provisioning['token']> | undefined> =>
  db
    .selectFrom('provisioning_tokens')
    .innerJoin('teams', 'teams.id', 'provisioning_tokens.team_id')
    .leftJoin('users', (join) =>
      join
        .onRef('users.team_id', '=', 'provisioning_tokens.team_id')
        .onRef('users.id', '=', 'provisioning_tokens.created_by'),
    )
    .where('provisioning_tokens.team_id', '=', teamId)
    .where('teams.id', '=', teamId)
    .select('users.display_name as created_by')
    .select([
      inZone('provisioning_tokens.created_at').as('created_at'),
      inZone<string | null>('provisioning_tokens.used_at').as('used_at'),
    ])
    .executeTakeFirst()

/** Returns whether this is the team's current token. */
export const selectIsValid = (db: Db, { teamId }: Team, { id, tokenHash }: Omit<NewToken, 'now'>): Promise<boolean> =>
  hasRow(
    db
      .selectFrom('provisioning_tokens')
      .where((is) => is.and({ team_id: teamId, id, token_hash: tokenHash }))
      .select('id'),
  )

/** Deletes the token. @returns whether there was one */
export const deleteToken = (db: Db, { teamId }: Team): Promise<boolean> =>
  hasRow(db.deleteFrom('provisioning_tokens').where('team_id', '=', teamId).returning('id'))
