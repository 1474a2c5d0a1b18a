import { sql } from 'kysely'
import { type Database, withTeamTransaction } from '#server/db/database.ts'
import { fingerprint } from '#server/access/keys/keys.ts'
import type { RecordToken } from './record-token.ts'

const minuteMs = 60_000

/** The directory of a team, which calls with the team's provisioning token. It is no member. */
export type Provisioner = { readonly teamId: string; readonly madeBy: string | null; readonly madeAt: Date }

type Asked = { provisioner: Provisioner; calls: number; minuteEnds: Date }

/**
 * Returns the directory that a provisioning token belongs to. Looks the token up, counts the call and records the use in
 * one statement. `calls` counts those of the current minute, including this one.
 * @returns undefined if the token was revoked
 */
export async function provisionerOf(
  database: Database,
  { teamId, id, secret }: RecordToken,
  now: Date,
): Promise<Asked | undefined> {
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
  const provisioner = { teamId, madeBy: row.created_by, madeAt: row.created_at }
  return { provisioner, calls: row.calls, minuteEnds: new Date(counted.getTime() + minuteMs) }
}
