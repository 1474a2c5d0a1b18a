import { type Database, type Db, withEveryTeamTransaction, withTeamTransaction } from './database.ts'

const teamsAtOnce = 200

type Sweep<Row> = {
  /** Selects the rows to work on, of up to 200 teams. */
  select: (db: Db, teamIds: readonly string[]) => Promise<Row[]>
  work: (row: Row) => Promise<void>
}

/**
 * Reads the teams in portions, and runs `work` for each row. If a portion fails, reads each of its teams alone, so that
 * one team's bad data does not stop the other teams.
 * @throws AggregateError of the failed teams, after all other teams are done
 */
export async function forEachTeam<Row>(database: Database, what: string, { select, work }: Sweep<Row>): Promise<void> {
  const failures: unknown[] = []
  const noting = <T>(working: Promise<T>) => working.catch((error: unknown) => void failures.push(error))
  for (let after: string | undefined; ;) {
    const ids = await selectIds(database, after)
    for (const row of await rowsOf(ids)) await noting(work(row))
    after = ids.at(-1)
    if (after === undefined || ids.length < teamsAtOnce) break
  }
  if (failures.length > 0) throw new AggregateError(failures, `${what} failed for ${failures.length} teams`)

  async function rowsOf(ids: readonly string[]): Promise<Row[]> {
    try {
      return await withEveryTeamTransaction(database, (db) => select(db, ids))
    } catch (error) {
      if (!isBadValue(error)) throw error
    }
    const rows: Row[] = []
    for (const id of ids)
      rows.push(...((await noting(withTeamTransaction(database, { teamId: id }, (db) => select(db, [id])))) ?? []))
    return rows
  }
}

const selectIds = async (database: Database, after: string | undefined): Promise<string[]> => {
  const rows = await withEveryTeamTransaction(database, (db) => {
    const teams = db.selectFrom('teams').select('id').orderBy('id').limit(teamsAtOnce)
    return (after === undefined ? teams : teams.where('id', '>', after)).execute()
  })
  return rows.map(({ id }) => id)
}

/** SQLSTATE class 22: a row holds a value that a function refuses, such as an unknown time zone. */
const isBadValue = (error: unknown) => error instanceof Error && 'code' in error && String(error.code).startsWith('22')
