import { CompiledQuery, type Kysely, type KyselyConfig, Transaction } from 'kysely'

/** Begins a transaction that refuses changes (25006). */
export const beginReadOnlySql = 'start transaction read only'

/** Lets a transaction see the rows of the team $1, or of `every` team. */
export const setTeamSql = "select set_config('asakai.team', $1, true)"

/**
 * Opens transactions that send statements without waiting: statements that are issued together are sent together, in
 * the same order. In Kysely's own transactions each statement waits for the previous one.
 */
export function openTransactions<Tables>(database: Kysely<Tables>, config: KyselyConfig) {
  const { dialect } = config
  const driver = dialect.createDriver() // required by Kysely for savepoints, which we do not use
  const executor = database.getExecutor()
  /**
   * @param opening.settings statements that are sent together with the begin and the first statements of `work`
   * @param opening.check is called with the rows of the last of the settings
   */
  return <T>(
    beginning: 'begin' | typeof beginReadOnlySql,
    { settings, check }: { settings: readonly CompiledQuery[]; check: (rows: readonly unknown[]) => void },
    work: (db: Transaction<Tables>) => Promise<T>,
  ): Promise<T> =>
    executor.provideConnection(async (connection) => {
      let isOver = false
      const ofThis = executor.withConnectionProvider({
        // After the end of the transaction, the connection may already serve another caller, for another team.
        provideConnection: (use) =>
          isOver ? Promise.reject(new Error('a statement comes after the end of its transaction')) : use(connection),
      })
      const ask = (text: string) => connection.executeQuery<{ command: string }>(CompiledQuery.raw(text))
      const opened = Promise.all(
        [CompiledQuery.raw(beginning), ...settings].map((statement) => connection.executeQuery(statement)),
      ).then((answers) => check(answers.at(-1)!.rows))
      const working = async () => work(new Transaction({ config, dialect, driver, executor: ofThis }))
      let result: T
      try {
        ;[result] = await Promise.all([working(), opened])
      } catch (error) {
        isOver = true
        await ask('rollback').catch(() => {}) // without an answer, the connection is closed
        await opened // if the opening failed, throws its error instead, which is the cause
        throw error
      }
      isOver = true
      const ended = ask('commit')
      // A read-only transaction has changed no rows, so we do not wait for its end.
      if (beginning === beginReadOnlySql) ended.catch(() => {})
      else if ((await ended).rows[0]?.command === 'ROLLBACK')
        throw new Error('nothing is committed where a statement has failed')
      return result
    })
}
