import { sql } from 'kysely'
import type pg from 'pg'
import { signAccessToken } from '#server/access/tokens/access-token.ts'
import { deriveKey } from '#server/access/keys/keys.ts'
import type { Config } from '#server/config/config.ts'
import { withEveryTeamTransaction, openDatabase } from '#server/db/database.ts'
import type { Asked } from './best.ts'
import { callsOf } from './calls.ts'

/**
 * Returns each member of a filled database with an access token, their calls, and the rows that the calls are about.
 * Members of different teams follow each other.
 * @param today the last day of reports
 */
export async function everybody(connection: pg.PoolConfig, { secretKey }: Pick<Config, 'secretKey'>, today: string) {
  const database = openDatabase({ ...connection, max: 1 }, () => {})
  const { rows } = await withEveryTeamTransaction(database, (db) =>
    sql<{ sub: string; team: string; sid: string; report: string; insight: string }>`
      select s.user_id as sub, s.team_id as team, s.id as sid, r.id as report,
             (select i.id from insights i where i.team_id = s.team_id and i.user_id = s.user_id limit 1) as insight
      from sessions s join reports r on r.team_id = s.team_id and r.user_id = s.user_id and r.report_date = ${today}
      order by s.id`.execute(db),
  )
  await database.destroy()
  const key = deriveKey(secretKey, 'access token')
  return Promise.all(
    rows.map(async ({ report, insight, ...claims }) => ({
      token: await signAccessToken(key, claims, new Date()),
      calls: callsOf(report, insight, today),
      asked: { teamId: claims.team, userId: claims.sub, reportId: report, today } satisfies Asked,
    })),
  )
}
