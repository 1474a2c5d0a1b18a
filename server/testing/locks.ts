import { sql } from 'kysely'
import pg from 'pg'
import { expect, inject } from 'vitest'
import type { Db } from '#server/db/database.ts'

/** Returns the type of each lock that a transaction waits for in this test's database, on all nodes. */
export async function locksAwaited(db: Db): Promise<string[]> {
  const { rows } = await sql<{ database: string }>`select current_database() as database`.execute(db)
  const connection = { ...inject('template'), ...rows[0]! }
  const awaited: string[] = []
  for (const port of [connection.port, ...(inject('workerPorts') ?? [])]) {
    const client = new pg.Client({ ...connection, port })
    await client.connect()
    const { rows: here } = await client.query<{ locktype: string }>(`
      select locktype from pg_locks where not granted and pid in (
        select pid from pg_stat_activity where datname = current_database()
      )`)
    awaited.push(...here.map(({ locktype }) => locktype))
    await client.end()
  }
  return awaited
}

/** A call waits for our lock if it is seen waiting this many times in a row. Waits for other locks are shorter. */
const waitsLeast = 10

/** Waits until a call has been answered or waits for a lock of this transaction. @returns whether it was answered */
export async function answeredOrWaiting(db: Db, call: Promise<unknown>): Promise<boolean> {
  let isAnswered = false
  let waits = 0
  void call.catch(() => {}).then(() => (isAnswered = true))
  const isDecided = async () => {
    waits = (await locksAwaited(db)).length > 0 ? waits + 1 : 0
    return isAnswered || waits >= waitsLeast
  }
  await expect.poll(isDecided, { interval: 5 }).toBe(true)
  return isAnswered
}
