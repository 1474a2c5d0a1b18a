import { sql } from 'kysely'
import { type Database, withTeamTransaction } from '#server/db/database.ts'
import { fingerprint } from '#server/access/keys/keys.ts'
import type { RecordToken } from './record-token.ts'

const minuteMs = 60_000

/** A team's directory, which sends the team's provisioning token. A directory is not a member. */
export type Provisioner = {
  readonly teamId: string
  readonly tokenId: string
  readonly createdBy: string | null
  readonly createdAt: Date
}

type CountedCall = { provisioner: Provisioner; calls: number; minuteEnds: Date }

/**
 * Returns the directory that a provisioning token belongs to. One statement finds the token, counts the call and records
 * the use. `calls` is the number of calls in the current minute, including this one.
 * @returns undefined if the token was revoked
 */
export async function authenticateProvisioner(
  database: Database,
  { teamId, id, secret }: RecordToken,
  now: Date,
): Promise<CountedCall | undefined> {
  const counted = new Date(Math.floor(now.getTime() / minuteMs) * minuteMs)
  const { rows } = await withTeamTransaction(database, { teamId }, (db) =>
    sql<{ created_by: string | null; created_at: Date; calls: number }>`
      update provisioning_tokens set used_at = ${now}, counted_minute = ${counted},
        calls = case when counted_minute = ${counted} then calls + 1 else 1 end
      where team_id = ${teamId} and id = ${id} and token_hash = ${fingerprint(secret)}
      returning created_by, created_at, calls`.execute(db),
  )
  const [row] = rows
  if (!row) return undefined
  const provisioner = { teamId, tokenId: id, createdBy: row.created_by, createdAt: row.created_at }
  return { provisioner, calls: row.calls, minuteEnds: new Date(counted.getTime() + minuteMs) }
}
