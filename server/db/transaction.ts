import { CompiledQuery, type Kysely, type KyselyConfig, Transaction } from 'kysely'

/** A transaction that refuses changes (25006). */
export const beginsReading = 'start transaction read only'
type Beginning = 'begin' | typeof beginsReading

/** As Kysely's own transactions, in which each statement waits for the one before it: here, those that are asked at once are sent at once, in that order. */
export function openTransactions<Tables>(database: Kysely<Tables>, config: KyselyConfig) {
  const { dialect } = config
  const driver = dialect.createDriver() // a transaction has one, and asks it nothing: no savepoints are set
  const executor = database.getExecutor()
  return <T>(beginning: Beginning, work: (db: Transaction<Tables>) => Promise<T>): Promise<T> =>
    executor.provideConnection(async (connection) => {
      let isOver = false
      const ofThis = executor.withConnectionProvider({
        // By then the connection may be somebody else's, who sees another team.
        provideConnection: (use) =>
          isOver ? Promise.reject(new Error('a statement comes after the end of its transaction')) : use(connection),
      })
      const ask = (text: string) => connection.executeQuery<{ command: string }>(CompiledQuery.raw(text))
      await ask(beginning)
      let result: T
      try {
        result = await work(new Transaction({ config, dialect, driver, executor: ofThis }))
      } catch (error) {
        isOver = true
        await ask('rollback')
        throw error
      }
      isOver = true
      const { rows } = await ask('commit')
      if (rows[0]?.command === 'ROLLBACK') throw new Error('nothing is committed where a statement has failed')
      return result
    })
}
